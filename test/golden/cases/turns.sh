"$CLEW" demo "$PWD/demo" >/dev/null
"$CLEW" turns b4256ee4 --root "$PWD/demo" --parts --width 100
"$CLEW" turns b4256ee4 --root "$PWD/demo" --json | tr "," "\n" | grep -c '"durationMs"'
