# The escapes are ours alone.
"$CLEW" show "$DATA/sessions/bakery.jsonl" --color always --first 3 | sed 's/\x1b/<ESC>/g'
NO_COLOR=1 "$CLEW" branches "$DATA/sessions/bakery.jsonl" --color always | sed 's/\x1b/<ESC>/g'
