"$CLEW" --generate complete-zsh
