"$CLEW" demo "$PWD/demo" >/dev/null
"$CLEW" changes b4256ee4 --root "$PWD/demo"
