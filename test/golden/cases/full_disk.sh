# Output that is lost is an error.
"$CLEW" show "$DATA/sessions/bakery.jsonl" >/dev/full
echo "exit $?"
"$CLEW" --version >&-
