"$CLEW" tree "$DATA/sessions/bakery.jsonl" --json | sed 's/\([[,]\){"/\1\n{"/g'
