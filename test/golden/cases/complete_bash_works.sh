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
END
bash ask
