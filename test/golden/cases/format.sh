# --format: rows in a form of one's own.
"$CLEW" demo demo >/dev/null
try() {
  "$CLEW" "$@" --root demo
  echo "exit $?"
}
try projects --format '{sessions}\t{path}'
try list orchard --format '<{name}> {project.path} {{{messages}}} {running.pid}' --limit 3
try search frost bell --format '{session} {role}' --limit 2 --no-index
try usage models --format '{models}: {responses}'
try branches @1 --format '{active} {messages}'
try list --format '{titel}'
try list --format '{id'
try list --format '\q'
try list --json --format '{id}'
try stats @1 --format '{messages}'
try usage explain @1 --format '{period}'
"$CLEW" list --root nowhere --format '{id}'
echo "exit $?"
