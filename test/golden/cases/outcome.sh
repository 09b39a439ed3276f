"$CLEW" outcome "$DATA/sessions/bakery.jsonl"
"$CLEW" outcome "$DATA/sessions/bakery.jsonl" --json | tr "," "\n" | head -30
"$CLEW" demo "$PWD/demo" >/dev/null
"$CLEW" outcome 1088 --root "$PWD/demo" | grep -A2 "Open todos"
