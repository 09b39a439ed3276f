# What was mistyped is named, with what may have been meant.
"$CLEW" demo root > /dev/null
export CLAUDE_CONFIG_DIR=$PWD/root
for words in "shwo @1" "frobnicate" "search x --limt 3" "show" "list -json" "search x --limit many" "help shwo" "-x"; do
  echo "== $words"
  "$CLEW" $words 2>&1
  echo "exit $?"
done
echo "== help"
"$CLEW" help show | head -3
"$CLEW" help | head -3
echo "== words that look like flags"
"$CLEW" search frost -gateway -c | sort | head -3
"$CLEW" search -c -- frost -gateway | sort | head -3
"$CLEW" search -- -minus 2>&1 | head -1
"$CLEW" list -home-ada-orchard | wc -l
"$CLEW" usage sessions --project -home-ada-orchard --json | grep -c orchard
echo "== all hits"
test "$("$CLEW" search the --limit 0 --per-session 0 --json | grep -o '"offset"' | wc -l)" \
  = "$("$CLEW" search the --json | grep -o '"total":[0-9]*' | cut -d: -f2)" && echo all
"$CLEW" search frost -l | wc -l
