# A session in every form that others read, its secrets hidden.
p=$HOME/.claude/projects/-work-bakery
mkdir -p "$p"
id=8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d
f=$p/$id.jsonl
secret=Frost.bell$((4700 + 11))
common='"sessionId":"'$id'","cwd":"/work/bakery","version":"2.1.300","gitBranch":"main"'
cat >"$f" <<END
{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","parentUuid":null,$common,"timestamp":"2026-01-05T12:00:00.000Z","message":{"role":"user","content":"Heat the oven: OVEN_PASSWORD=$secret <b>now</b>"}}
{"type":"assistant","uuid":"22222222-2222-4222-8222-222222222222","parentUuid":"11111111-1111-4111-8111-111111111111",$common,"timestamp":"2026-01-05T12:00:05.000Z","requestId":"req_1","message":{"role":"assistant","id":"msg_1","model":"claude-opus-4-5-20251101","stop_reason":"tool_use","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"oven --status"}}],"usage":{"input_tokens":3,"output_tokens":50,"cache_read_input_tokens":1000,"cache_creation_input_tokens":20}}}
{"type":"user","uuid":"33333333-3333-4333-8333-333333333333","parentUuid":"22222222-2222-4222-8222-222222222222",$common,"timestamp":"2026-01-05T12:00:07.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"220 degrees, $secret accepted"}]}}
{"type":"assistant","uuid":"44444444-4444-4444-8444-444444444444","parentUuid":"33333333-3333-4333-8333-333333333333",$common,"timestamp":"2026-01-05T12:00:09.000Z","requestId":"req_2","message":{"role":"assistant","id":"msg_2","model":"claude-opus-4-5-20251101","stop_reason":"end_turn","content":[{"type":"text","text":"It is **hot**."}],"usage":{"input_tokens":3,"output_tokens":5,"cache_read_input_tokens":1000,"cache_creation_input_tokens":0}}}
END
touch -d '2026-01-05T12:00:00Z' "$f"
for format in markdown text csv atif otlp jsonl; do
  echo "--- $format"
  "$CLEW" export 8d3c --format $format 2>/dev/null | tr -d '\r' | sed -e 's/clew [0-9.]*"/clew VERSION"/' -e 's/"name":"clew","version":"[0-9.]*"/"name":"clew","version":"VERSION"/'
done
echo "--- what is said"
"$CLEW" export 8d3c --detail talk 2>&1 >/dev/null
echo "--- a file"
"$CLEW" export 8d3c --format csv -o out.csv
"$CLEW" export 8d3c --format csv -o out.csv; echo "exit $?"
"$CLEW" export 8d3c --format csv -o out.csv --force --no-redact
echo "--- html"
"$CLEW" export 8d3c --format html -o out.html >/dev/null
sed -n -e 's/sha256-[^'"'"']*/sha256-HASH/g' -e '/^<meta http-equiv/p' -e 's/\(<title>[^<]*<.title>\).*/\1/p' -e '/^<script type=.* id="clew-messages/p' out.html
echo "--- what does not go together"
"$CLEW" export 8d3c --format patch --detail talk; echo "exit $?"
"$CLEW" export 8d3c --endpoint http://localhost:4318; echo "exit $?"
"$CLEW" export 8d3c --from 44444444 --to 11111111; echo "exit $?"
echo "--- and back"
mkdir "$HOME/there"
"$CLEW" export 8d3c --format atif -o t.json
"$CLEW" import t.json --to "$HOME/there" | sed -e 's/^[0-9a-f]\{8\} /ID /'
