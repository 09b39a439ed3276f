# Byte for byte, by a start of the uuid; a lone surrogate and broken UTF-8 stay what they are.
"$CLEW" raw "$DATA/sessions/bakery.jsonl" 00000002-0000
"$CLEW" raw "$DATA/sessions/bakery.jsonl" 00000002-0000 --json
"$CLEW" raw "$DATA/sessions/broken.jsonl" 00000002 | grep -o 'A lone surrogate[^"]*'
"$CLEW" raw "$DATA/sessions/broken.jsonl" 00000321 | LC_ALL=C sed 's/\xff/<FF>/; s/\xfe/<FE>/'
