"$CLEW" show "$DATA/sessions/bakery.jsonl" --json >out
code=$?
sed 's/\([[,]\){"/\1\n{"/g' out
exit $code
