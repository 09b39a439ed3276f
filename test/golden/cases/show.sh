# A session as a person saw it: context references, parallel calls, an edited prompt, a queued one, an
# interruption, a picture, a compaction, a subagent, Chinese and emoji.
"$CLEW" show "$DATA/sessions/bakery.jsonl"
