# The branch that an edited prompt left behind, by the start of its last line's uuid.
"$CLEW" show "$DATA/sessions/bakery.jsonl" --leaf 0000000b
