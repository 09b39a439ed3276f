#!/usr/bin/env python3
"""`clew keep` killed at any moment, while files grow, are cut and deleted: afterwards the keep is whole and holds all
that a finished run had kept.

    keep_kill.py CLEW"""
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROUNDS = 60
SESSION = "11111111-1111-4111-8111-%012d"


def change(projects, chance):
    """What people and Claude Code do to transcripts between two runs."""
    path = f"{projects}/{SESSION % chance.randrange(6)}.jsonl"
    size = os.path.getsize(path) if os.path.exists(path) else 0
    step = chance.randrange(10)
    if step == 0 and size:
        os.remove(path)
    elif step == 1 and size:
        os.truncate(path, chance.randrange(size))
    else:
        with open(path, "ab") as out:
            for _ in range(chance.randrange(1, 400)):
                out.write(json.dumps({"type": "user", "uuid": str(chance.random()), "text": "x" * chance.randrange(2000)}).encode() + b"\n")


def contents(folder):
    return {name: open(f"{folder}/{name}", "rb").read() for name in sorted(os.listdir(folder))}


def main():
    clew, chance = sys.argv[1], random.Random(7)
    with tempfile.TemporaryDirectory() as place:
        root = f"{place}/root"
        projects = f"{root}/projects/-work-app"
        os.makedirs(projects)
        env = {"PATH": os.environ["PATH"], "HOME": place, "XDG_DATA_HOME": f"{place}/data", "XDG_CACHE_HOME": f"{place}/cache"}

        def keep(*more):
            return [clew, "keep", *more, "--root", root]

        killed = 0
        for _ in range(ROUNDS):
            for _ in range(3):
                change(projects, chance)
            process = subprocess.Popen(keep(), env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * 0.08)
            process.send_signal(signal.SIGKILL)
            killed += process.wait() == -signal.SIGKILL
        assert killed > ROUNDS // 4, f"only {killed} of {ROUNDS} were killed"
        subprocess.run(keep(), env=env, check=True, stdout=subprocess.DEVNULL)
        checked = subprocess.run(keep("check", "--json"), env=env, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        before = contents(projects)
        shutil.rmtree(projects)
        for name in before:
            subprocess.run([clew, "restore", name.removesuffix(".jsonl"), "--root", root], env=env, check=True, stdout=subprocess.DEVNULL)
        assert contents(projects) == before, "what came back is not what was there"
        versions = json.loads(checked.stdout)["check"]["versions"]
        print(f"{killed} of {ROUNDS} runs killed; {len(before)} files came back, {versions} versions whole")


main()
