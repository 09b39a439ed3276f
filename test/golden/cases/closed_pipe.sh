# A reader that goes away early is nobody's mistake.
awk 'BEGIN {
  for (i = 1; i <= 3000; ++i)
    printf "{\"type\":\"user\",\"uuid\":\"%08d\",\"parentUuid\":%s,\"timestamp\":\"2026-01-05T08:00:00Z\"," \
      "\"message\":{\"content\":\"prompt number %d, long enough to fill the pipe\"}}\n",
      i, (i == 1 ? "null" : sprintf("\"%08d\"", i - 1)), i
}' >long.jsonl
for command in show context "show --json" "context --json" "tree --json"; do
  { "$CLEW" $command long.jsonl; echo "$command: exit $?" >&2; } | head -c 20 >/dev/null
done
{ "$CLEW" --generate man; echo "man: exit $?" >&2; } | true
