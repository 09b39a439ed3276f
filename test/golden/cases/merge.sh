# Two copies of a session that were continued apart become one, with two branches.
try() {
  "$CLEW" "$@" --root here --width 1000
  echo "exit $?"
}
id() { sed -E 's/[0-9a-f]{8}-[0-9a-f-]{27}/ID/g'; }
session=11111111-1111-4111-8111-111111111111
line() { # uuid parent second text
  parent=null
  [ -z "$2" ] || parent="\"$2\""
  printf '{"parentUuid":%s,"type":"user","uuid":"%s","sessionId":"%s","timestamp":"2026-01-05T12:00:%sZ","cwd":"/work","message":{"role":"user","content":"%s"}}\n' \
    "$parent" "$1" "$session" "$3" "$4"
}
mkdir -p here/projects/-work laptop
copy=here/projects/-work/$session.jsonl
{ line u1 "" 01 one; line a1 u1 02 two; } >$copy
cp $copy laptop/$session.jsonl
try merge $session laptop/$session.jsonl 2>&1
line u2 a1 03 "three, at home" >>$copy
line u3 a1 04 "three, on the way" >>laptop/$session.jsonl
try merge $session laptop/$session.jsonl 2>&1 | id
new=$(ls here/projects/-work | grep -v $session)
"$CLEW" branches here/projects/-work/"$new" --root here | id
"$CLEW" show here/projects/-work/"$new" --leaf u2 --root here | id
try merge $session laptop/$session.jsonl -o out.txt 2>&1
try merge $session laptop/$session.jsonl -o 22222222-2222-4222-8222-222222222222.jsonl
try merge $session laptop/$session.jsonl -o 22222222-2222-4222-8222-222222222222.jsonl 2>&1
ls -A here/projects/-work | wc -l | tr -d ' '
