# What CLIs before 1.0.20 wrote beside each answer (costUSD, durationMs) is shown with it, and summed up in info.
mkdir -p root/projects/-work
old=root/projects/-work/22222222-2222-4222-8222-222222222222.jsonl
cat >"$old" <<'EOF'
{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/work","sessionId":"22222222-2222-4222-8222-222222222222","version":"0.2.104","type":"user","message":{"role":"user","content":"How many apples?"},"uuid":"00000000-0000-4000-8000-000000000001","timestamp":"2025-04-01T10:00:00.000Z"}
{"parentUuid":"00000000-0000-4000-8000-000000000001","isSidechain":false,"userType":"external","cwd":"/work","sessionId":"22222222-2222-4222-8222-222222222222","version":"0.2.104","type":"assistant","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-3-7-sonnet-20250219","content":[{"type":"text","text":"Three."}],"usage":{"input_tokens":10,"output_tokens":5}},"costUSD":0.0125,"durationMs":2400,"uuid":"00000000-0000-4000-8000-000000000002","timestamp":"2025-04-01T10:00:03.000Z"}
EOF
"$CLEW" show "$old" --root root
"$CLEW" show "$old" --root root --json | tr ',' '\n' | grep -E 'costUsd|durationMs'
"$CLEW" info "$old" --root root | grep -E 'cost|took'
"$CLEW" info "$old" --root root --json | tr ',' '\n' | grep -E 'reportedUsd|answersMs'
