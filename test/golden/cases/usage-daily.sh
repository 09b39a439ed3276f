# Every response once: the fork, the question beside the thread and the repeated lines cost nothing.
root="--root $DATA/usage"
"$CLEW" usage $root
"$CLEW" usage daily $root --timezone Europe/Berlin --since 2026-03-01
"$CLEW" usage daily $root --timezone CET-1CEST,M3.5.0,M10.5.0/3 --since 2026-03-01 --csv
"$CLEW" usage weekly $root --breakdown --until 2026-01-31
"$CLEW" usage monthly $root --csv --breakdown
"$CLEW" usage $root --since 2027-01-01
