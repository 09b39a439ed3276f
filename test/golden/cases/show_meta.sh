# Also what is not meant to be read.
"$CLEW" show "$DATA/sessions/bakery.jsonl" --meta --last 12
