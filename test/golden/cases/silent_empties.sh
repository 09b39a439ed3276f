# An answer that holds nothing says why, on standard error.
mkdir -p root/projects/-work
cp "$DATA/sessions/stream.jsonl" root/projects/-work/
for command in "list" "projects" "prompts" "prompts bread" "recall bread" "workspaces"; do
  echo "== $command"
  mkdir -p empty
  "$CLEW" $command --root empty 2>&1 | sed "s,$PWD,PWD,g"
done
for command in todos agents files; do
  echo "== $command"
  "$CLEW" $command root/projects/-work/stream.jsonl 2>&1
  echo "exit $?"
done
echo "== info of a file that is no transcript"
echo "eggs, milk" > shopping.jsonl
"$CLEW" info shopping.jsonl 2>&1
echo "exit $?"
echo "== tail"
timeout 2 "$CLEW" tail --root empty 2>&1 | sed "s,$PWD,PWD,g"
echo "== a root that is not there"
"$CLEW" projects --root missing 2>&1 | sed "s,$PWD,PWD,g"
