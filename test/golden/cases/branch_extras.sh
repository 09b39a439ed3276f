# The summary of the branch and what its messages changed in the tracked files, wherever a branch is named.
id=abcdef01-0000-4000-8000-000000000001
folder="$HOME/.claude/projects/-work-orchard"
mkdir -p "$folder"
cat >"$folder/$id.jsonl" <<IN
{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"$id","timestamp":"2026-01-05T08:00:00.000Z","message":{"role":"user","content":"plant"}}
{"type":"file-history-snapshot","messageId":"u1","isSnapshotUpdate":false,"snapshot":{"messageId":"u1","timestamp":"2026-01-05T08:00:00.000Z","trackedFileBackups":{"pears.txt":{"backupFileName":"0123456789abcdef@v1","version":1,"backupTime":"2026-01-05T08:00:00.000Z"}}}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"$id","timestamp":"2026-01-05T08:00:01.000Z","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"done"}]}}
{"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"$id","timestamp":"2026-01-05T08:01:00.000Z","message":{"role":"user","content":"water"}}
{"type":"file-history-snapshot","messageId":"u2","isSnapshotUpdate":false,"snapshot":{"messageId":"u2","timestamp":"2026-01-05T08:01:00.000Z","trackedFileBackups":{"pears.txt":{"backupFileName":"0123456789abcdef@v2","version":2,"backupTime":"2026-01-05T08:01:00.000Z"},"new.txt":{"backupFileName":null,"version":1,"backupTime":"2026-01-05T08:01:00.000Z"}}}}
{"type":"assistant","uuid":"a2","parentUuid":"u2","sessionId":"$id","timestamp":"2026-01-05T08:01:01.000Z","message":{"id":"m2","role":"assistant","content":[{"type":"text","text":"wet"}]}}
{"type":"summary","summary":"Planting pears","leafUuid":"a2"}
IN
"$CLEW" context "$id"
"$CLEW" context "$id" --json | grep -o '"summary".*'
"$CLEW" show "$id" --json | grep -o '"branch".*,"messages":'
"$CLEW" show "$id" --json --last 2 | grep -o '"branch".*,"messages":'
printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"history/load","params":{"sessionId":"'$id'"}}' | "$CLEW" rpc | grep -o '"branch".*'
# Of two branches that are compared, each says its own.
cat >>"$folder/$id.jsonl" <<IN
{"type":"user","uuid":"u3","parentUuid":"a1","sessionId":"$id","timestamp":"2026-01-05T08:02:00.000Z","message":{"role":"user","content":"prune"}}
{"type":"file-history-snapshot","messageId":"u3","isSnapshotUpdate":false,"snapshot":{"messageId":"u3","timestamp":"2026-01-05T08:02:00.000Z","trackedFileBackups":{"saw.txt":{"backupFileName":null,"version":1,"backupTime":"2026-01-05T08:02:00.000Z"}}}}
{"type":"assistant","uuid":"a3","parentUuid":"u3","sessionId":"$id","timestamp":"2026-01-05T08:02:01.000Z","message":{"id":"m3","role":"assistant","content":[{"type":"text","text":"cut"}]}}
IN
"$CLEW" diff "$id" a2 a3 --json | grep -o '"[ab]":{[^{]*"fileSnapshots".*"only[AB]"'
