# Counts bytes that a terminal would obey, in text and in JSON: C0 and DEL, C1, direction marks.
export LC_ALL=C
count() { grep -o "$(printf "$1")" out | wc -l; }
check() {
  "$@" >out 2>&1
  shift
  printf '%s %s %s %s %s\n' "$(tr -d '\012\040-\176\200-\377' <out | wc -c)" "$(count '\302[\200-\237]')" \
    "$(count '\342\200[\216\217\252-\256]')" "$(count '\342\201[\246-\251]')" "$(count '\330\234')"
}
for json in "" --json; do
  for command in show "show --meta" "show --view context" "show --last 2" context branches tree check stats; do
    echo "$command $json: $(check "$CLEW" $command "$DATA/sessions/hostile.jsonl" $json)"
  done
done
echo "error: $(check "$CLEW" raw "$DATA/sessions/hostile.jsonl" zzzz)"
"$CLEW" show "$DATA/sessions/hostile.jsonl" --json | grep -c evil
