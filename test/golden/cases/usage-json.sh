root="--root $DATA/usage"
"$CLEW" usage monthly $root --json | sed 's/\([[,]\){"/\1\n{"/g'
"$CLEW" usage sessions $root --json --session 33333333 | sed 's/\([[,]\){"/\1\n{"/g'
"$CLEW" usage explain msg_plan $root --json | sed 's/\([[,]\){"/\1\n{"/g'
