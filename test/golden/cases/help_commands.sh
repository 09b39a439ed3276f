for command in show context branches tree stats raw check; do
  "$CLEW" $command --help
  echo
done
"$CLEW" --help show >one && "$CLEW" show -h >two && cmp one two
