# Orders to a terminal in prompts, names, titles, uuids and models: none comes through.
for command in show "show --meta" "show --view context" context branches tree check stats; do
  echo "== $command"
  set -- $command
  name=$1
  shift
  "$CLEW" "$name" "$DATA/sessions/hostile.jsonl" "$@"
done
"$CLEW" raw "$DATA/sessions/hostile.jsonl" zzzz
