# The proof: which figure of which line counts, by which price, and what other rules would give.
root="--root $DATA/usage"
"$CLEW" usage explain msg_plan $root
"$CLEW" usage explain 22222222 $root
"$CLEW" usage explain 33333333 $root
"$CLEW" usage explain 11110008 $root
"$CLEW" usage explain 11110008-0000-4000-8000-000000000000 $root | head -8
