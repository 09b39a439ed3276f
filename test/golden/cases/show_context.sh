# Only what a resume would send to the model: what lies before the compaction is gone.
"$CLEW" show "$DATA/sessions/bakery.jsonl" --view context
