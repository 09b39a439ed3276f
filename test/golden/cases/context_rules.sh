# What each program would send, on three files.
for file in bakery old broken; do
  for rules in 2.1 2.0 1.0 newest-leaf sdk; do
    "$CLEW" context "$DATA/sessions/$file.jsonl" --rules $rules --json |
      sed 's/-0000-4000-8000-000000000[0-9a-f]*"/"/g'
  done
done
