# Two branches compared: what they share is counted, what each has of its own is shown.
file=$DATA/sessions/bakery.jsonl
"$CLEW" branches "$file" --format '{tip}'
"$CLEW" diff "$file"
echo "exit $?"
"$CLEW" diff "$file" 0000000b --json --longest-text 40
# Where there is nothing to compare, it says so.
"$CLEW" diff "$DATA/sessions/old.jsonl"
echo "exit $?"
tip=$("$CLEW" branches "$file" --format '{tip}' | head -n 1)
"$CLEW" diff "$file" "$tip" "$tip"
echo "exit $?"
"$CLEW" diff "$file" nonsense
echo "exit $?"
