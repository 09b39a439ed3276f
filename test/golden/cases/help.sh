"$CLEW" --help
"$CLEW" -h | cmp - - && "$CLEW" --help >one && "$CLEW" -h >two && cmp one two
