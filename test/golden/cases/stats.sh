"$CLEW" stats "$DATA/sessions/bakery.jsonl"
"$CLEW" stats "$DATA/sessions/bakery.jsonl" --json | sed 's/\([[,]\){"/\1\n{"/g'
