# What is wrong with a session, the copy that works, and all sessions at once.
p=$HOME/.claude/projects/-work-bakery
mkdir -p "$p"
f=$p/8d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d.jsonl
cp "$DATA/doctor/nul_in_text.jsonl" "$f"
touch -d '2026-01-05T12:00:00Z' "$f"
before=$(cksum <"$f")
"$CLEW" doctor 8d3c
"$CLEW" context 8d3c --check
echo "--- dry run"
"$CLEW" doctor 8d3c --repair --dry-run
ls "$p" | wc -l
echo "--- repair"
"$CLEW" doctor 8d3c --repair | sed -e 's/[0-9a-f]\{8\}-[0-9a-f]\{4\}-4[0-9a-f]\{3\}-[0-9a-f]\{4\}-[0-9a-f]\{12\}/NEW-ID/g'
ls "$p" | wc -l
[ "$before" = "$(cksum <"$f")" ] && echo "the original is as it was"
copy=$(ls "$p" | grep -v 8d3c1f52)
"$CLEW" doctor "$p/$copy"
"$CLEW" doctor "$p/$copy" --repair
echo "--- no such class"
"$CLEW" doctor 8d3c --repair --only Z9
echo "--- a second repair"
"$CLEW" doctor 8d3c --repair 2>&1 >/dev/null | sed -e 's/[0-9a-f]\{8\}-[0-9a-f]\{4\}-4[0-9a-f]\{3\}-[0-9a-f]\{4\}-[0-9a-f]\{12\}/OLD-ID/g'
echo "--- errors that nothing in the file explains"
f=$p/9d3c1f52-5a5e-4c0f-9d57-1d3f6a1b2c3d.jsonl
for error in "API Error: 400 messages.1.content.0: the oven is cold" "Prompt is too long" "API Error: 529 Overloaded"; do
  sed -e "s/ERROR/$error/" "$DATA/doctor/ends_with_error.jsonl" >"$f"
  touch -d '2026-01-05T12:00:00Z' "$f"
  "$CLEW" doctor 9d3c
  "$CLEW" doctor 9d3c --repair
done
"$CLEW" doctor 9d3c --repair --leaf 00000000-0000-4000-8000-000000000002 | grep -v ^written | sed -e 's/[0-9a-f]\{8\}-[0-9a-f]\{4\}-4[0-9a-f]\{3\}-[0-9a-f]\{4\}-[0-9a-f]\{12\}/NEW-ID/g'
