# A sum that lacks something says so: a transcript that cannot be read, a root that is not there.
mkdir -p "$CLAUDE_CONFIG_DIR/projects/-w"
ln -s nowhere "$CLAUDE_CONFIG_DIR/projects/-w/22222222-2222-4222-8222-222222222222.jsonl"
"$CLEW" usage --timezone UTC 2>&1
"$CLEW" usage sessions --timezone UTC --root "$CLAUDE_CONFIG_DIR/none" 2>&1
