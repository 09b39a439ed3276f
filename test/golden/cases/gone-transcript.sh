# A session of which only subagents are left is named with them; an unknown project is said.
"$CLEW" demo demo >/dev/null
agents=$(dirname "$(find demo/projects -path '*/subagents/*' -name 'agent-*.jsonl' | sort | head -1)")
session=$(echo "$agents" | sed 's|/subagents.*||; s|.*/||')
rm demo/projects/*/"$session".jsonl
"$CLEW" show "$session" --root demo 2>&1 | sed "s/$session/SESSION/; s/agent-[0-9a-z]*/AGENT/"
"$CLEW" show "$(echo "$session" | cut -c1-8)" --root demo 2>&1 | sed "s/$session/SESSION/; s/agent-[0-9a-z]*/AGENT/"
"$CLEW" recall frost --project nosuchproject --root demo
echo "exit $?"
# Names of files stay on one line.
cp "$(find demo/projects -maxdepth 2 -name 'b4256ee4*.jsonl')" "demo/projects/-home-ada-orchard/two
lines.jsonl"
"$CLEW" rename "two
lines" "A name" --root demo
"$CLEW" tag "two
lines" x --root demo
