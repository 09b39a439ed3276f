# 1.0: a subagent inside the file of its session is listed, joined with its call and read like any other.
old="$DATA/sessions/old.jsonl"
"$CLEW" agents "$old"
"$CLEW" agents "$old" --json
agent=$("$CLEW" agents "$old" --json | sed 's/.*"agents":\[{"id":"\([^"]*\)".*/\1/')
"$CLEW" show "$old" --agent "$agent"
"$CLEW" show "$old" --agent "agent-$(printf %.12s "$agent")" --json --last 1 | sed 's/.*"messages"/"messages"/'
"$CLEW" outline "$old" --agent "$agent" --json | sed 's/.*"messages"/"messages"/'
"$CLEW" show "$old" --json | grep -o '"name":"Task"\|"agent":"[^"]*"'
"$CLEW" info "$old" | grep subagents
"$CLEW" show "$old" --agent "$agent" --view context
"$CLEW" show "$old" --agent nobody
