# A file that crashed, was cut and edited by hand: what can be read is there.
"$CLEW" show "$DATA/sessions/broken.jsonl"
