# Keys for shells, and that shells understand them.
"$CLEW" shell-init bash
"$CLEW" shell-init bash | bash -n && echo "bash reads it"
"$CLEW" shell-init zsh
"$CLEW" shell-init fish --key R
"$CLEW" shell-init tcsh
echo "exit $?"
"$CLEW" shell-init bash --key 77
echo "exit $?"
