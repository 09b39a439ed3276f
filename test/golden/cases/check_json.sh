"$CLEW" check "$DATA/sessions/broken.jsonl" --json | sed 's/\([[,]\){"/\1\n{"/g'
