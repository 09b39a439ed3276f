# A folder was renamed: its sessions are found from the new one, and come back.
try() {
  "$CLEW" "$@" --root demo --width 1000
  echo "exit $?"
}
"$CLEW" demo demo >/dev/null
mkdir garden
count() { ls demo/projects/*orchard* 2>/dev/null | grep -c jsonl; }
count
try move orchard garden --dry-run
count
try move orchard garden
count
"$CLEW" list "$PWD/garden" --root demo --format '{id}' | wc -l | tr -d ' '
session=$("$CLEW" list "$PWD/garden" --root demo --format '{id}' | head -n 1)
"$CLEW" resume "$session" --print-command --claude /bin/true --root demo | grep -c "cd $PWD/garden && "
try move /home/ada/orchard garden 2>&1
try move orchard nowhere 2>&1
try move --undo
count
try move --undo 2>&1
try move orchard 2>&1
