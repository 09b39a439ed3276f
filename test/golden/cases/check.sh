"$CLEW" check "$DATA/sessions/broken.jsonl"
"$CLEW" check "$DATA/sessions/bakery.jsonl"
