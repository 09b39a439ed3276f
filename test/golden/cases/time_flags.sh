# Half an hour before February in Greenwich, half an hour into it in Berlin: every command that takes
# --since and --until goes by the days of --timezone, else by those of the machine.
id=11111111-0000-4000-8000-000000000001
mkdir -p root/projects/-work
cat >root/projects/-work/$id.jsonl <<END
{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"$id","cwd":"/work","timestamp":"2026-01-31T23:30:00Z","message":{"role":"user","content":"a lantern"}}
{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"$id","cwd":"/work","timestamp":"2026-01-31T23:30:00Z","requestId":"r1","message":{"id":"m1","role":"assistant","model":"claude-opus-4-5","content":[{"type":"text","text":"lit"}],"usage":{"input_tokens":1,"output_tokens":1}}}
END
echo '{"display":"a lantern","pastedContents":{},"timestamp":1769902200000,"project":"/work","sessionId":"'$id'"}' >root/history.jsonl
finds() { "$CLEW" "$@" --json --root root >out 2>&1; echo $?; }  # 0: found, 1: nothing
all() {
  for command in "list --all" prompts "search lantern" usage; do
    echo "$1 $command: until January $(finds $command $2 --until 2026-01-31), since February $(finds $command $2 --since 2026-02)"
  done
}
all UTC "--timezone UTC"
all Berlin "--timezone +01:00"
export TZ=CET-1
all '$TZ'
echo "in a query: $(finds search lantern since:2026-02-01) $(finds search lantern until:2026-01-31) $(finds search lantern until:2026-01-31 --timezone UTC)"
"$CLEW" list --all --root root --timezone Mars
"$CLEW" prompts --root root --until soon
