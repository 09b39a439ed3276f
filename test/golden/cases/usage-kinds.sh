root="--root $DATA/usage"
for kind in sessions projects models tools branches blocks; do
  echo "- $kind"
  "$CLEW" usage $kind $root
done
echo "- one session"
"$CLEW" usage models $root --session 11111111 --breakdown
"$CLEW" usage branches $root --session 11111111
echo "- one project, one model, a short list, a narrow screen"
"$CLEW" usage daily $root --project bakery
"$CLEW" usage daily $root --project /home/dev/orchard --model haiku
"$CLEW" usage sessions $root --limit 1 --width 50
