# A newcomer reads where was looked.
unset CLAUDE_CONFIG_DIR
"$CLEW" list; echo "exit $?"
"$CLEW" list --json; echo "exit $?"
mkdir "$HOME/.claude"
"$CLEW" list; echo "exit $?"
"$CLEW" list --root "$TMPDIR/nowhere"; echo "exit $?"
