# Words, Chinese and emoji in few columns; no line is wider.
"$CLEW" show "$DATA/sessions/bakery.jsonl" --width 30 --first 6
