"$CLEW" --version | sed 's/[0-9][0-9.]*/VERSION/'
"$CLEW" show -V | sed 's/[0-9][0-9.]*/VERSION/'
