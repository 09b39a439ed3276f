"$CLEW" show "$DATA/sessions/broken.jsonl" --json >out
code=$?
sed 's/\([[,]\){"/\1\n{"/g' out
exit $code
