# The completion of bash, asked as bash would ask it.
"$CLEW" --generate complete-bash >complete
cat >ask <<'END'
. ./complete
ask() {
  COMP_WORDS=(clew "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _clew
  echo "clew $*:" "${COMPREPLY[@]}"
}
touch session.jsonl
ask bran
ask show --ru
ask show --rules 2
ask context session.jsonl --rules ne
ask show ses
ask --json chec
ask show x --color a
# Ids are those of the folder that the command will read, wherever it stands.
ask show --root demo $one
ask --root demo show $one
ask --width 40 show --root = demo $one
ask show $one
END
"$CLEW" demo demo >/dev/null
one=$("$CLEW" list --all --root demo --format '{id}' | head -n 1 | cut -c1-6)
export one
mkdir bin
ln -s "$CLEW" bin/clew
PATH=$PWD/bin:$PATH bash ask
