"$CLEW" branches "$DATA/sessions/bakery.jsonl"
"$CLEW" branches "$DATA/sessions/bakery.jsonl" --leaf 0000000b
"$CLEW" branches "$DATA/sessions/old.jsonl"
"$CLEW" branches "$DATA/sessions/bakery.jsonl" --why
"$CLEW" branches "$DATA/sessions/old.jsonl" --why --json | sed 's/.*"forks"/"forks"/'
