# The secrets of a session, never whole; decisions about them; copies; all sessions at once.
p=$HOME/.claude/projects/-work-bakery
mkdir -p "$p"
f=$p/8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d.jsonl
secret=Frost.bell$((4700 + 11))
cat >"$f" <<END
{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","parentUuid":null,"sessionId":"8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d","timestamp":"2026-01-05T12:00:00.000Z","cwd":"/work/bakery","message":{"role":"user","content":"is $secret still valid?"}}
{"type":"user","uuid":"22222222-2222-4222-8222-222222222222","parentUuid":"11111111-1111-4111-8111-111111111111","sessionId":"8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d","timestamp":"2026-01-05T12:01:00.000Z","cwd":"/work/bakery","message":{"role":"user","content":"oven.env has\nOVEN_PASSWORD=$secret\nPORT=8080"}}
END
touch -d '2026-01-05T12:00:00Z' "$f"
"$CLEW" redact 8d3c
echo "--- a copy"
"$CLEW" redact 8d3c --output "$HOME/out" | sed -e "s|$HOME|HOME|"
grep -o '"content":"[^"]*"' "$HOME/out/projects/-work-bakery/8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d.jsonl"
echo "--- scan"
COLUMNS=300 "$CLEW" scan --all | sed -e "s|$HOME|HOME|"
"$CLEW" scan --all >/dev/null; echo "exit $?"
echo "--- keep"
"$CLEW" redact 8d3c --keep 'password 1' | tail -2
"$CLEW" scan --all; echo "exit $?"
ls -l "$XDG_DATA_HOME/clew/redact.json" 2>/dev/null | cut -c1-10 || ls -l "$HOME/.local/share/clew/redact.json" | cut -c1-10
grep -c "$secret" "$XDG_DATA_HOME/clew/redact.json" "$HOME/.local/share/clew/redact.json" 2>/dev/null | sed -e 's/.*://' | head -1
echo "--- no such finding"
"$CLEW" redact 8d3c --keep nothing; echo "exit $?"
