# A conversation that grows while somebody watches. What is written next waits until what was written before is shown.
mkdir -p root/projects/-work
session=11111111-1111-4111-8111-111111111111
file=root/projects/-work/$session.jsonl
line() { # uuid parent seconds type message
  printf '{"uuid":"%s","parentUuid":%s,"sessionId":"%s","cwd":"/work","version":"2.1.325","isSidechain":false,' "$1" "$2" $session
  printf '"timestamp":"2026-01-05T08:00:%02dZ","type":"%s","message":%s}\n' "$3" "$4" "$5"
}
answer() { printf '{"id":"%s","role":"assistant","model":"claude-sonnet-4-5","stop_reason":%s,"content":[%s],"usage":{"input_tokens":1000,"output_tokens":100}}' "$1" "$2" "$3"; }
wait_for() { for _ in $(seq 600); do grep -q "$1" "$2" 2>/dev/null && return; sleep 0.05; done; echo "never: $1"; }

line u1 null 1 user '{"role":"user","content":"Is the bell fixed?"}' >$file
"$CLEW" tail $session --root root >text.out 2>&1 &
text=$!
"$CLEW" tail --all --json --root root >json.out 2>&1 &
json=$!
wait_for "bell fixed" text.out
wait_for "bell fixed" json.out
line a1 '"u1"' 2 assistant "$(answer m1 null '{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ring"}}')" >>$file
wait_for "… Bash" text.out
line r1 '"a1"' 4 user '{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"ding"}]}' >>$file
wait_for "✓ Bash" text.out
line a2 '"r1"' 5 assistant "$(answer m2 '"end_turn"' '{"type":"text","text":"It rings."}')" | head -c 90 >>$file
line a2 '"r1"' 5 assistant "$(answer m2 '"end_turn"' '{"type":"text","text":"It rings."}')" | tail -c +91 >>$file
wait_for "tokens in" text.out
wait_for '"costUsd"' json.out
rm $file
wait_for "removed" text.out
wait_for "session.removed" json.out
kill $text $json
wait
cat text.out
grep -o '^{"type":"[a-z.]*"\|"state":"[a-z]*"\|"costUsd":[0-9.]*' json.out | grep -v changed

echo == what cannot be
"$CLEW" tail $session --all --root root
"$CLEW" tail nothing --root root
echo == a reader that goes away
for json in "" --json; do
  { "$CLEW" tail --all $json --root root; echo "exit $?" >&2; } | true
done
