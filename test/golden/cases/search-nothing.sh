# A search without hits says why.
"$CLEW" demo demo >/dev/null
try() {
  echo "\$ clew search $*"
  "$CLEW" search "$@" --root "${root:-demo}" >answer
  echo "exit $?"
  sed 's/, [0-9]* ms/, N ms/' answer
}
try nowheretobefound
try 'colour:red'
try 'frost projet:orchard'
try 'frost is:error' --role title
try --project nosuchproject
"$CLEW" index --root demo >/dev/null 2>&1
try frost sundial
try frost nowheretobefound
"$CLEW" hide --project orchard --root demo >/dev/null
try '"frost bell"'
mkdir -p empty/projects
root=empty try frost
# What a script reads stays empty.
try nowheretobefound --list
