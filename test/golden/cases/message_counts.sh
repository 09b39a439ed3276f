# list, info, show, outline and stats count the same messages.
"$CLEW" demo demo >/dev/null
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" | tail -1; }
"$CLEW" list --all --counts --json --root demo | grep -o '"id":"[^"]*"\|"messages":[0-9]*' | tr -d '"' | paste -d' ' - - >counts
while read -r id listed; do
  id=${id#id:} listed=${listed#messages:}
  ask() { command=$1; shift; "$CLEW" "$command" "$id" --json --root demo "$@"; }
  all="$listed $(ask info | number messages) $(ask show --first 0 | number total) $(ask outline | grep -o '"index":' | wc -l) $(ask stats | number messages)"
  [ "$(echo "$all" | tr ' ' '\n' | sort -u | wc -l)" = 1 ] || echo "$id: $all"
done <counts
echo "$(wc -l <counts) sessions"
