# Prices of one's own go before those built in; what has none is never guessed.
root="--root $DATA/usage"
printf 'model\tinput\toutput\tcache_read\nglm-*\t0.6\t2.2\t0.11\n' >prices.tsv
"$CLEW" usage models $root --prices prices.tsv --project bakery
printf 'model\tinput\toutput\nglm-4.6\tcheap\t2.2\n' >prices.tsv
"$CLEW" usage models $root --prices prices.tsv
"$CLEW" usage models $root --prices missing.tsv
