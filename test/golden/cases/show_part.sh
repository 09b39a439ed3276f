# Parts of a conversation, and what is said about the rest.
file=$DATA/sessions/bakery.jsonl
for part in "--first 2" "--last 2" "--at 0000001a --first 2" "--first 0" "--last 0" "--first 3 --last 1" \
  "--at 0000000b" "--at 00000012 --last 3 --first 2"; do
  echo "== $part"
  "$CLEW" show "$file" $part
  echo "exit $?"
done
"$CLEW" show "$file" --first 1 --json | grep -o '"skipped.*'
