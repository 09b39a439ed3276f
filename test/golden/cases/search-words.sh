# Words, phrases, filters, marks and branches; with an index the same as without.
mkdir -p "$CLAUDE_CONFIG_DIR/projects/-w-app"
cat > "$CLAUDE_CONFIG_DIR/projects/-w-app/11111111-1111-4111-8111-111111111111.jsonl" <<'LINES'
{"parentUuid":null,"type":"user","uuid":"a1","sessionId":"11111111-1111-4111-8111-111111111111","cwd":"/w/app","timestamp":"2025-01-02T10:00:00.000Z","message":{"role":"user","content":"There is a race condition in the pool"}}
{"parentUuid":"a1","type":"assistant","uuid":"a2","sessionId":"11111111-1111-4111-8111-111111111111","cwd":"/w/app","timestamp":"2025-01-02T10:00:05.000Z","message":{"id":"m1","role":"assistant","model":"claude-opus-4","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"grep -rn parseMessageTree src"}}]}}
{"parentUuid":"a2","type":"user","uuid":"a3","sessionId":"11111111-1111-4111-8111-111111111111","cwd":"/w/app","timestamp":"2025-01-02T10:00:06.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"src: no such folder"}]}}
{"parentUuid":"a1","type":"assistant","uuid":"b2","sessionId":"11111111-1111-4111-8111-111111111111","cwd":"/w/app","timestamp":"2025-01-02T10:01:00.000Z","message":{"id":"m2","role":"assistant","model":"claude-opus-4","content":[{"type":"text","text":"The pool hands out a worker twice; 竞态条件."}]}}
{"type":"ai-title","aiTitle":"Race in the worker pool","sessionId":"11111111-1111-4111-8111-111111111111"}
LINES
ask() { echo "== $*"; "$CLEW" search "$@" | sed 's/, [0-9]* ms/, N ms/'; }
for round in scan index; do
  echo "--- $round"
  ask pool
  ask '"race condition" pool'
  ask 竞态
  ask parse_message_tree
  ask is:error
  ask --role title race
  "$CLEW" index >/dev/null
done
