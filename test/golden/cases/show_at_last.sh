# --last with --at: the messages that end with this one.
file=$DATA/sessions/bakery.jsonl
line=$("$CLEW" outline "$file" --format '{uuid}' | sed -n 4p)
"$CLEW" show "$file" --at "$line" --last 2 --ids
"$CLEW" show "$file" --at "$line" --last 2 --format '{uuid}'
"$CLEW" show "$file" --at "$line" --last 1 --json | grep -o '"total.*"skippedAfter":[0-9]*'
"$CLEW" show "$file" --last 2 --format '{uuid}'
