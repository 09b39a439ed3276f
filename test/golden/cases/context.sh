"$CLEW" context "$DATA/sessions/bakery.jsonl"
"$CLEW" context "$DATA/sessions/old.jsonl" --rules 1.0
