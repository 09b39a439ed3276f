# Where there is no terminal, the screen says so.
for command in ui pick; do
  setsid env TERM=xterm "$CLEW" $command --root "$DATA" </dev/null 2>&1
  echo "exit $?"
done
