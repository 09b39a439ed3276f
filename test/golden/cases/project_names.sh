# Projects by a part of their name and from the folders below them; titles in any case; the same names for a session everywhere.
root=$PWD/root
mkdir -p "$PWD/orchard/src/deep" "$PWD/other"
project=$(printf %s "$PWD/orchard" | sed 's/[^A-Za-z0-9]/-/g')
other=$(printf %s "$PWD/other" | sed 's/[^A-Za-z0-9]/-/g')
mkdir -p "$root/projects/$project" "$root/projects/$other"
session() {  # session ID FOLDER WORDS TITLE DAY
  printf '{"type":"user","uuid":"u-%s","parentUuid":null,"sessionId":"%s","cwd":"%s","timestamp":"2026-01-%sT10:00:00.000Z","message":{"role":"user","content":"%s"}}\n' "$1" "$1" "$2" "$5" "$3"
  printf '{"type":"custom-title","customTitle":"%s","sessionId":"%s"}\n' "$4" "$1"
}
a=aaaaaaaa-0000-4000-8000-000000000001
b=bbbbbbbb-0000-4000-8000-000000000002
session $a "$PWD/orchard" "apples ripen" "Ripe Äpfel" 06 > "$root/projects/$project/$a.jsonl"
session $b "$PWD/other" "apples rot" "Rot" 07 > "$root/projects/$other/$b.jsonl"
printf '{"display":"apples?","timestamp":1767600000000,"project":"%s","sessionId":"%s"}\n' "$PWD/orchard" $a > "$root/history.jsonl"
printf '{"display":"pears?","timestamp":1767600000001,"project":"%s","sessionId":"%s"}\n' "$PWD/other" $b >> "$root/history.jsonl"
export CLAUDE_CONFIG_DIR=$root
ids() { grep -o '[ab]\{8\}' | sort -u | tr '\n' ' '; echo; }
echo "== a folder below the project"
(cd orchard/src/deep && "$CLEW" list | ids && "$CLEW" info @1 --json | grep -o '"id":"[^"]*' | ids)
echo "== a part of the name, a key"
"$CLEW" list orch | ids
"$CLEW" list ORCHARD | ids
"$CLEW" list "$other" | ids
"$CLEW" list r 2>&1 | head -1
echo "== titles in any case"
"$CLEW" info "ripe äpfel" --json | grep -o '"id":"[^"]*' | ids
echo "== sessions in filters"
"$CLEW" search apples session:@1 -l | ids
"$CLEW" search apples --session "ripe äpfel" -l | ids
"$CLEW" search apples session:nobody 2>&1 | head -1 | cut -c1-40
"$CLEW" prompts --session @1
"$CLEW" prompts apples OR pears --project orch
"$CLEW" prompts role:user 2>&1
echo "== several are hidden at once"
"$CLEW" hide @1 "ripe äpfel"
"$CLEW" list 2>&1 | sed "s,$PWD,PWD,"
"$CLEW" unhide $a nobody 2>&1 | head -1 | cut -c1-40
"$CLEW" unhide $a $b
"$CLEW" hide --project orchard --project other | sed "s,$PWD,PWD,"
"$CLEW" unhide --project orchard --project other
"$CLEW" list | ids
