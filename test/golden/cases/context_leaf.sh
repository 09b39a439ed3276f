"$CLEW" context "$DATA/sessions/bakery.jsonl" --leaf 0000000b
"$CLEW" context "$DATA/sessions/bakery.jsonl" --leaf 0000000b --rules sdk --json |
  sed 's/-0000-4000-8000-000000000[0-9a-f]*"/"/g'
