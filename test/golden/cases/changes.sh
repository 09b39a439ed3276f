"$CLEW" demo "$PWD/demo" >/dev/null
"$CLEW" changes b4256ee4 --root "$PWD/demo"
"$CLEW" changes b4256ee4 --root "$PWD/demo" --turn 3 --json --steps | tr "," "\n" | grep -E '"(path|tool|turn)"'
