# A session that Claude Code deletes stays readable, and comes back byte for byte.
try() {
  "$CLEW" "$@" --root demo
  echo "exit $?"
}
sizes() { sed -E 's/[0-9.,]+ (bytes|kB|KB|MB|B)/SIZE/g'; }
export COLUMNS=400
mkdir -p "$XDG_DATA_HOME/clew" && echo ada-laptop-4f1d2c7a >"$XDG_DATA_HOME/clew/machine"
"$CLEW" demo demo >/dev/null
try keep status | sed 1d | sizes
try keep --dry-run | sizes
try keep | sizes
try keep | sizes
try keep status | sed 1d | sizes
session=$("$CLEW" list orchard --root demo --format '{id}' | head -n 1)
file=$("$CLEW" info "$session" --root demo --json | sed 's/.*"file":"\([^"]*\)".*/\1/')
cp "$file" before
"$CLEW" show "$session" --root demo >shown
rm "$file"
"$CLEW" list orchard --root demo --format '{id} {kept}' | grep -c "^$session true"
"$CLEW" show "$session" --root demo | cmp - shown && echo shown as before
try rename "$session" other
try restore "$session" | sizes
cmp before "$file" && echo the same
try restore "$session" | sizes
echo more >>"$file"
try restore "$session" 2>&1 | sizes
try keep forget "$session" </dev/null 2>&1 | sizes
try keep check | sizes
for pack in "$XDG_DATA_HOME"/clew/keep/*/000001.zst; do
  printf x | dd of="$pack" bs=1 seek=1000 conv=notrunc status=none
done
try keep check 2>&1 | sizes
# What is damaged for good is named, keeps its name in lists, and ends with 1, as text and as JSON.
rm "$file"
for pack in "$XDG_DATA_HOME"/clew/keep/*/*.zst; do
  for at in $(seq 60 400 "$(wc -c <"$pack")"); do printf x | dd of="$pack" bs=1 seek="$at" conv=notrunc status=none; done
done
try keep check 2>&1 | sizes | tail -2
"$CLEW" keep check --json --root demo >/dev/null
echo "exit $?"
"$CLEW" keep status --json --root demo >/dev/null
echo "exit $?"
"$CLEW" list orchard --root demo 2>/dev/null | grep -o 'damaged: clew keep check.*' | cut -c1-52
