# What is said when claude, a session or its folder is not there. No claude is ever started.
export CLEW_CLAUDE=/nonexistent/claude
$CLEW demo demo >/dev/null
$CLEW run hello
$CLEW run hello --claude ./claude
env -u CLEW_CLAUDE PATH=/nonexistent $CLEW run hello
$CLEW fork no-such-session --root demo
$CLEW resume @1 hello --root demo --dry-run
$CLEW resume @1 hello --root demo --folder . --dry-run --model '--help'
$CLEW workspaces
$CLEW workspaces clean nothing
$CLEW interrupt c1
