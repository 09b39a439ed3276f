# What was deleted is listed, with the command that restores it; and that command does.
try() {
  "$CLEW" "$@" --root demo
  echo "exit $?"
}
"$CLEW" demo demo >/dev/null
try trash
session=$("$CLEW" list orchard --root demo --format '{id}' | head -n 1)
file=$("$CLEW" info "$session" --root demo --json | sed 's/.*"file":"\([^"]*\)".*/\1/')
cp "$file" before
"$CLEW" delete "$session" --root demo
"$CLEW" list orchard --root demo --format '{id}' | grep -c "$session"
try trash --format '{id} {title} {restore}'
"$CLEW" trash --root demo | sed -e 's/^[^ ].* ago\|^just now/WHEN/' -e 's/  *[0-9.]* [kKMB]*B*  /  SIZE  /'
"$CLEW" trash --root demo --format '{restore} --root demo' | sed "s|^clew|$CLEW|" | sh
cmp before "$file" && echo the same
try trash
"$CLEW" hide "$session" --root demo >/dev/null
"$CLEW" delete "$session" --root demo >/dev/null
try trash
try trash --hidden --format '{title}'
