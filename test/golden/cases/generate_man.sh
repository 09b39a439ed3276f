"$CLEW" --generate man | sed '1s/clew [0-9.]*/clew VERSION/'
