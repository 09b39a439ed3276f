"$CLEW" demo "$PWD/demo" >/dev/null
"$CLEW" changes b4256ee4 --root "$PWD/demo"
# A turn has the number that clew turns prints.
"$CLEW" turns b4256ee4 --root "$PWD/demo" | grep 'wet bulb'
"$CLEW" changes b4256ee4 --root "$PWD/demo" --turn 1
"$CLEW" changes b4256ee4 --root "$PWD/demo" --turn 4 | grep '^+++'
