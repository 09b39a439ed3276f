# What claude printed instead of what it stored: no tree, read in its order.
"$CLEW" show "$DATA/sessions/stream.jsonl"
"$CLEW" context "$DATA/sessions/stream.jsonl"
"$CLEW" branches "$DATA/sessions/stream.jsonl"
