# A session of which only the prompts are left: every command says so when it is named.
mkdir -p "$HOME/.claude/projects/-work-orchard"
cat >"$HOME/.claude/history.jsonl" <<'IN'
{"display":"prune the pears","pastedContents":{},"timestamp":1767614400000,"project":"/work/orchard","sessionId":"abcdef01-0000-4000-8000-000000000001"}
{"display":"and the plums","pastedContents":{},"timestamp":1767618000000,"project":"/work/orchard","sessionId":"abcdef01-0000-4000-8000-000000000001"}
{"display":"alone","pastedContents":{},"timestamp":1767621600000,"project":"/work/orchard","sessionId":"bbbbbb01-0000-4000-8000-000000000001"}
IN
for command in show info todos 'show --json'; do
  "$CLEW" $command abcdef01
  echo "exit $?"
done
"$CLEW" show claude:BBBBBB01-0000-4000-8000-000000000001
"$CLEW" prompts --session abcdef01
"$CLEW" show cccccc01
# A list has as many as asked for, of the days asked for.
"$CLEW" list --ghosts --limit 1
"$CLEW" list --ghosts --until 2026-01-05T13:30:00Z
