# The old form: two files, each names the other. The newer form: command and answer stand in the mark.
mkdir old
printf '%s\n' '{"type":"user","uuid":"00000001-0000-4000-8000-000000000001","parentUuid":null,"version":"1.0.24","timestamp":"2026-01-05T08:00:00.000Z","message":{"role":"user","content":"count the pears"}}' \
  '{"type":"assistant","uuid":"00000002-0000-4000-8000-000000000002","parentUuid":"00000001-0000-4000-8000-000000000001","version":"1.0.24","timestamp":"2026-01-05T08:00:01.000Z","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"Nine."}]}}' \
  >old/11111111-0000-4000-8000-000000000001.jsonl
printf '%s\n' '{"type":"summary","summary":"Nine pears were counted.","leafUuid":"00000002-0000-4000-8000-000000000002","isCompactSummary":true}' \
  '{"type":"user","uuid":"00000003-0000-4000-8000-000000000003","parentUuid":null,"version":"1.0.24","timestamp":"2026-01-05T09:00:00.000Z","message":{"role":"user","content":"and the plums?"}}' \
  >old/22222222-0000-4000-8000-000000000002.jsonl
for file in old/*; do
  "$CLEW" show "$file"
  "$CLEW" info "$file" | grep contin
  "$CLEW" info "$file" --json | grep -o '"continue[^]}]*'
done
"$CLEW" show "$DATA/sessions/bakery.jsonl" | grep -A 4 compacted
"$CLEW" show "$DATA/sessions/bakery.jsonl" --json | grep -o '"compaction":{[^}]*}'
