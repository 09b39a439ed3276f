root="--root $DATA/usage"
"$CLEW" usage yearly $root
"$CLEW" usage daily 11111111 $root
"$CLEW" usage explain $root
"$CLEW" usage explain nothing-like-it $root
"$CLEW" usage $root --timezone Mars/Olympus
"$CLEW" usage $root --timezone ../../etc/passwd
"$CLEW" usage $root --since soon
"$CLEW" usage $root --project nowhere
"$CLEW" usage $root --session 99999999
