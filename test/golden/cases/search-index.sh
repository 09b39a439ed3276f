# The index: made, status, verified, damaged, dropped.
mkdir -p "$CLAUDE_CONFIG_DIR/projects/-w"
session=$CLAUDE_CONFIG_DIR/projects/-w/22222222-2222-4222-8222-222222222222.jsonl
echo '{"type":"user","uuid":"a1","message":{"role":"user","content":"one"}}' > "$session"
run() { echo "== $*"; "$CLEW" "$@" 2>&1 | sed 's/in [0-9.]*m*s$/in N/; s/, [0-9.]* [kM]B/, N kB/; s/, [0-9]* ms/, N ms/'; }
run index status
run index
run index status
run index verify
echo '{"type":"user","uuid":"a2","message":{"role":"user","content":"two"}}' >> "$session"
run index status
run search two
run index status
damage() {
  echo garbage > "$XDG_CACHE_HOME/clew/index.db"
  rm -f "$XDG_CACHE_HOME/clew/index.db-wal"
}
damage
run index verify
run index status
run search two
run index verify
damage
run index
run search two
run index drop
run search two
