# Errors point at the column; nothing found is 1.
mkdir -p "$CLAUDE_CONFIG_DIR/projects"
for query in 'pool "race' 'pool OR' 'x role:boss' 'x since:soon' '/a(b/' '-- ' '"->"'; do
  "$CLEW" search " $query" >answer
  echo "code $?"
  sed 's/, [0-9]* ms/, N ms/' answer
done
"$CLEW" search nothing | sed 's/, [0-9]* ms/, N ms/'
"$CLEW" search nothing >/dev/null
