#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""own_files.py CLEW: everything that Clew makes is for its user alone, whatever the umask: files 0600, folders 0700. Runs many
commands that write, with a umask that forbids nothing, and looks at all that is there afterwards."""
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

clew = sys.argv[1]
failed = []


def check(good, what):
    if not good:
        failed.append(what)
        print(f"FAILED {what}")


def mode(path):
    return stat.S_IMODE(path.lstat().st_mode)


def main():
    os.umask(0)
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        root = place / "root"
        own = {variable: place / variable.lower() / "deep" for variable in
               ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")}
        (place / "xdg_runtime_dir").mkdir(mode=0o700)
        own["XDG_RUNTIME_DIR"].mkdir(mode=0o700)
        env = {"PATH": os.environ["PATH"], "HOME": str(place / "home"), "LC_ALL": "C.UTF-8", "TZ": "UTC",
               **{variable: str(path) for variable, path in own.items()}}

        def run(*argv, good=(0, 1), text=""):
            done = subprocess.run([clew, *argv, "--root", str(root)], env=env, capture_output=True, text=True, timeout=60, input=text)
            check(done.returncode in good, f"{argv}: {done.returncode} {done.stderr}")
            return done.stdout

        subprocess.run([clew, "demo", str(root)], env=env, check=True, stdout=subprocess.DEVNULL)
        sessions = [path.stem for path in sorted((root / "projects").glob("*/*.jsonl")) if len(path.stem) == 36]
        run("index")
        run("list")
        run("search", "the")
        run("usage", "daily")
        transcript = next((root / "projects").glob(f"*/{sessions[1]}.jsonl"))
        run("statusline", text=json.dumps({"session_id": sessions[1], "transcript_path": str(transcript), "cwd": "/"}))
        run("hide", sessions[0])
        run("rename", sessions[1], "another title")
        run("tag", sessions[1], "a-tag")
        run("delete", sessions[2])
        run("undelete", sessions[2])
        run("delete", sessions[3])
        run("keep")
        run("keep", "check")
        for path in (root / "projects").glob(f"*/{sessions[4]}.jsonl"):
            path.unlink()
        check("is restored" in run("restore", sessions[4]), "restore")
        run("keep", "forget", sessions[5], "--yes")
        run("index")  # which forgetting has removed
        run("fork", sessions[1], "--dry-run", good=range(256))
        server = subprocess.Popen([clew, "serve", "--port", "0", "--root", str(root)], env=env, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        time.sleep(1)
        run("list")
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)

        index = own["XDG_CACHE_HOME"] / "clew" / "index.db"
        found = 0
        for path in sorted(place.rglob("*")):
            if path == own["XDG_RUNTIME_DIR"] or path.is_symlink():
                continue
            found += 1
            check(mode(path) & 0o077 == 0, f"{path.relative_to(place)} has mode {mode(path):o}")
        check(found > 20, f"only {found} files were made")
        check(mode(index) == 0o600, f"index.db has mode {mode(index):o}")

        # One that an older Clew made is made private when it is next used.
        for command in (("search", "the"), ("index",), ("usage", "daily")):
            for path in index.parent.glob("index.db*"):
                path.chmod(0o644)
            run(*command)
            for path in (index, Path(str(index) + "-wal"), Path(str(index) + "-shm")):
                check(not path.exists() or mode(path) == 0o600, f"after {command}: {path.name} has mode {mode(path):o}")
    print(f"{len(failed)} failed" if failed else "all as it should be")
    return bool(failed)


sys.exit(main())
