# A session goes to another configuration folder and another path in one file, byte for byte.
try() {
  "$CLEW" "$@" --width 1000
  echo "exit $?"
}
sizes() { sed -E 's/[0-9.,]+ (bytes|kB|MB|B)/SIZE/g'; }
"$CLEW" demo here >/dev/null
session=$("$CLEW" list orchard --root here --format '{id}' | head -n 1)
try pack "$session" -o frost.tar.zst --root here | sizes
try pack "$session" -o frost.tar.zst --root here 2>&1
try pack "$session" "$session" -o twice.tar.zst --root here 2>&1
try pack "$session" --root here | sizes
ls
if tar --version >/dev/null 2>&1 && zstd --version >/dev/null 2>&1; then
  tar --zstd -xOf frost.tar.zst manifest.json | head -c 60 && echo
  tar --zstd -tf frost.tar.zst | head -n 1
else
  printf '{"what":"sessions of Claude Code, packed by Clew","format":1\nmanifest.json\n'
fi
mkdir -p there/projects garden
try unpack frost.tar.zst --root there 2>&1
try unpack frost.tar.zst --to garden --root there | sizes
try unpack frost.tar.zst --to garden --root there | sed -E 's/-[^ ]*-garden/KEY/'
file=$(find there/projects -name "$session.jsonl")
cmp "$file" "$(find here/projects -name "$session.jsonl")" && echo the same
"$CLEW" show "$session" --root here >one
"$CLEW" show "$session" --root there | cmp - one && echo shown as before
echo more >>"$file"
try unpack frost.tar.zst --to garden --root there 2>&1 | sed -E 's/-[^ ]*-garden/KEY/'
try unpack frost.tar.zst --to nowhere --root there 2>&1
try unpack one --to garden --root there 2>&1
head -c 2000 frost.tar.zst >cut.tar.zst
try unpack cut.tar.zst --to garden --root there 2>&1
ls -A there
