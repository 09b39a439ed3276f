for rules in 2.1 2.0 1.0 newest-leaf sdk; do
  "$CLEW" branches "$DATA/sessions/bakery.jsonl" --rules $rules --json | sed 's/\([[,]\){"/\1\n{"/g'
done
