"$CLEW" tree "$DATA/sessions/bakery.jsonl"
"$CLEW" tree "$DATA/sessions/bakery.jsonl" --leaf 0000000b
"$CLEW" tree "$DATA/sessions/broken.jsonl"
"$CLEW" tree "$DATA/sessions/stream.jsonl"
