# What a counted list leaves in the cache shows only where it is asked for.
"$CLEW" demo demo >/dev/null
rows() { "$CLEW" list --all --json --root demo "$@" | grep -o '"messages":' | wc -l; }
echo "plain: $(rows)"
echo "counted: $(rows --counts)"
echo "plain again: $(rows)"
echo "by messages: $(rows --sort messages)"
