# Forks inside forks, and an edited first prompt.
line() {
  parent=null
  [ "$2" = - ] || parent="\"$2\""
  printf '{"type":"user","uuid":"%s","parentUuid":%s,"timestamp":"2026-01-05T08:00:%02dZ","message":{"content":"%s"}}\n' \
    "$1" "$parent" "$3" "$4"
}
{
  line one - 1 'the first prompt'
  line two one 2 'goes on'
  line three two 3 'further'
  line four two 4 'or elsewhere'
  line five four 5 'and on'
  line six four 6 'or not'
  line seven two 7 'a third way'
  line eight - 8 'the first prompt, edited'
  line nine eight 9 'and what follows'
} >forks.jsonl
"$CLEW" tree forks.jsonl
"$CLEW" tree forks.jsonl --leaf five
"$CLEW" branches forks.jsonl
"$CLEW" tree forks.jsonl --json --previews | sed 's/\([[,]\){"/\1\n{"/g'
