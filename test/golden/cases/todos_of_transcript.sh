# No file of a list is there: the last one of the transcript is shown, and said to be from there.
"$CLEW" todos "$DATA/sessions/bakery.jsonl"
"$CLEW" todos "$DATA/sessions/bakery.jsonl" --json
