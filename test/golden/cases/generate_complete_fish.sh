"$CLEW" --generate complete-fish
