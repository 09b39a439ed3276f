# Lists of nothing say why.
"$CLEW" demo "$PWD/demo" >/dev/null
"$CLEW" list nosuch --root "$PWD/demo"
"$CLEW" list --all --since 2099-01-01 --root "$PWD/demo"
