# Which sessions have hits: the same with and without an index, and never the file of a subagent in a session's place.
"$CLEW" demo "$PWD/demo" >/dev/null
export CLAUDE_CONFIG_DIR=$PWD/demo
"$CLEW" search plate -c
"$CLEW" search sprinkler -l
"$CLEW" index >/dev/null
"$CLEW" search plate -c
"$CLEW" search sprinkler -l
