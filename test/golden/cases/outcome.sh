"$CLEW" outcome "$DATA/sessions/bakery.jsonl"
"$CLEW" outcome "$DATA/sessions/bakery.jsonl" --json | tr "," "\n" | head -30
