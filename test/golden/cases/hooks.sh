# The settings that are printed, written and taken out again; what the hook answers, and to what it answers nothing.
"$CLEW" hooks
"$CLEW" hooks --keep | sed -n '/Stop/,/]/p'
CLEW_KEEP=/synced/keep "$CLEW" hooks --keep --root /work/claude | grep -c "turn-end --root /work/claude --keep-dir /synced/keep"
printf '{\n  "model": "opus",\n  "hooks": {"Stop": []}\n}\n' >mine.json
chmod 600 mine.json
cp mine.json before.json
"$CLEW" hooks --install --settings mine.json
cat mine.json
"$CLEW" hooks --install --settings mine.json
cmp mine.json.before-clew before.json && stat -c %a mine.json
"$CLEW" hooks --uninstall --settings mine.json
cmp mine.json before.json && cmp mine.json.before-clew before.json && echo as before
"$CLEW" hooks --uninstall --settings mine.json
"$CLEW" hooks --install --settings new/folder/settings.json && ls -A new/folder
sed -i 's/ statusline/ statusline --timezone UTC/' new/folder/settings.json
"$CLEW" hooks --uninstall --settings new/folder/settings.json && cat new/folder/settings.json
mkdir "$HOME/.claude"
"$CLEW" hooks --install && "$CLEW" hooks --uninstall && cat "$HOME/.claude/settings.json"
echo '{"hooks":{"SessionStart":[]},"hooks":{}}' >twice.json
"$CLEW" hooks --uninstall --settings twice.json
echo mine >other.json.before-clew; echo '{}' >other.json
"$CLEW" hooks --install --settings other.json && cat other.json.before-clew && stat -c %a other.json.before-clew-2
echo '{"broken": ' >broken.json
"$CLEW" hooks --install --settings broken.json
cat broken.json
ln -s mine.json link.json
"$CLEW" hooks --install --settings link.json && test -L link.json && grep -c session-start mine.json

"$CLEW" demo "$PWD/demo" >/dev/null
start() { "$CLEW" hooks session-start --root "$PWD/demo"; echo "[$?]"; }
echo '{"hook_event_name":"SessionStart","source":"startup","cwd":"/home/ada/orchard/src","session_id":"0bff7470-02c7-46a5-9332-65662c727261"}' |
  start | sed 's/\\n/\n/g' | sed 's/^\(- [^,]*\), [^:]*:/\1, then:/'
echo '{"source":"resume","cwd":"/home/ada/orchard"}' | start
echo '{"cwd":"/nowhere"}' | start
echo '{"hook_event_name":"Stop","cwd":"/home/ada/orchard"}' | start
echo '{"cwd":7}' | start
echo 'nonsense' | start
start </dev/null
"$CLEW" hide 73d5b038 --root "$PWD/demo" >/dev/null
echo '{"cwd":"/home/ada/orchard"}' | start | grep -c 'Rain on dry days'
# A link that leads nowhere is not replaced.
ln -s nowhere/settings.json dangling.json
"$CLEW" hooks --install --settings "$PWD/dangling.json" 2>&1 | sed "s|$PWD|HERE|"
readlink dangling.json
