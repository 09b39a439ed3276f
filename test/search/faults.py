#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py CLEW: what becomes of the index when programs are killed, disks are full, folders cannot be written to and
bytes change. The rule: `clew search` and `clew usage` answer as without an index, or say what is wrong; the next
`clew index` mends everything; the transcripts are never touched."""
import contextlib
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

QUERIES = ("the", "test", "error role:tool", '"the test"', "tool:Bash", "par*", "nothingatall")
CRASH_CODES = (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL)
clew = sys.argv[1]
failed = []


def check(good, what):
    if not good:
        failed.append(what)
        print(f"FAILED {what}")


def environment(cache):
    home = str(cache) + ".home"
    return {"PATH": os.environ["PATH"], "HOME": home, "XDG_CACHE_HOME": str(cache), "XDG_DATA_HOME": home + "/data",
            "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def run(cache, root, *argv, **more):
    done = subprocess.run([clew, *argv, "--root", str(root)], env=environment(cache), capture_output=True, text=True,
                          timeout=120, **more)
    check(done.returncode not in CRASH_CODES, f"{argv} crashed: {done.returncode} {done.stderr[-300:]}")
    return done


def hits(cache, root, query, *flags):
    """All hits of a query by place, and what the answer says of the index."""
    done = run(cache, root, "search", query, "--json", "--limit", "10000", "--per-session", "10000", *flags)
    if done.returncode not in (0, 1):
        return None, {"findings": [{"path": "index.db", "reason": done.stderr}]}
    answer = json.loads(done.stdout)
    return sorted((hit["file"], hit["offset"], hit["role"], hit["branch"]) for hit in answer["hits"]), answer


def said(answer):
    """What an answer says of the index."""
    return " ".join(one["reason"] for one in answer["findings"] if one["path"].endswith("index.db"))


def usage(cache, root, *flags):
    """All but what is said of the index itself."""
    done = run(cache, root, "usage", "sessions", "--json", "--timezone", "UTC", *flags)
    if done.returncode not in (0, 1):
        return done.stderr
    answer = json.loads(done.stdout)
    answer["findings"] = [one for one in answer["findings"] if not one["path"].endswith("index.db")]
    return answer


def expected(cache, root):
    return {query: hits(cache, root, query, "--no-index")[0] for query in QUERIES}


def compare(cache, root, truth, what):
    """Every answer is right, whether it came from the index or not."""
    for query in QUERIES:
        found, answer = hits(cache, root, query)
        check(found == truth[query], f"{what}: {query}: {len(found or [])} hits, not {len(truth[query])}; {said(answer)}")
    check(usage(cache, root) == usage(cache, root, "--no-index"), f"{what}: usage differs")


def expect_mended(cache, root, truth, what):
    done = run(cache, root, "index", "--json")
    check(done.returncode == 0, f"{what}: index: {done.stderr}")
    check(run(cache, root, "index", "verify").returncode == 0, f"{what}: not whole after `clew index`")
    compare(cache, root, truth, what)
    if truth["the"]:
        check(hits(cache, root, "the")[1]["index"], f"{what}: the index is not used")


def sums(root):
    return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(root.rglob("*")) if path.is_file()}


# --- the cases

def killed(scratch, root, truth, rng):
    """kill -9 while an index is built, and while it is brought up to date."""
    cache = scratch / "killed"
    started = time.monotonic()
    run(scratch / "timing", root, "index")
    whole = time.monotonic() - started
    for turn in range(16):
        if turn % 4 == 0:
            shutil.rmtree(cache, ignore_errors=True)
        child = subprocess.Popen([clew, "index", "--root", str(root)], env=environment(cache), stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        time.sleep(rng.random() * whole)
        child.kill()
        child.wait()
        done = run(cache, root, "index", "verify")
        check(done.returncode == 0 or "no index" in done.stderr, f"killed, turn {turn}: {done.stderr}")
    expect_mended(cache, root, truth, "killed")


def without_room(scratch, root, truth):
    """Files that may not grow beyond a size, as on a full disk; then a real one, where that can be made."""
    def limit(size):
        def apply():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return apply
    for size in (0, 4096, 40_000):
        cache = scratch / f"full{size}"
        done = run(cache, root, "index", "--json", preexec_fn=limit(size))
        check(done.returncode != 0 and done.stderr.strip(), f"an index in {size} bytes: {done.returncode} {done.stderr}")
        compare(cache, root, truth, f"no room beyond {size}")
        expect_mended(cache, root, truth, f"room again after {size}")
    place = scratch / "small"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place], capture_output=True).returncode != 0:
        print("a full disk was left out: it takes root to make one")
        return
    try:
        done = run(place / "cache", root, "index")
        check(done.returncode != 0, "an index on a full disk")
        compare(place / "cache", root, truth, "on a full disk")
        subprocess.run(["mount", "-o", "remount,size=100m", place], check=True)
        expect_mended(place / "cache", root, truth, "on a disk that was full")
        subprocess.run(["mount", "-o", "remount,ro", place], check=True)
        compare(place / "cache", root, truth, "on a disk that cannot be written to")
        check(hits(place / "cache", root, "the")[1]["index"], "an index that cannot be written to is not used")
        check(run(place / "cache", root, "index").returncode != 0, "an index was written to a read-only disk")
    finally:
        subprocess.run(["umount", place], check=True)


def no_folder(scratch, root, truth):
    """A cache folder that cannot be made."""
    blocked = scratch / "blocked"
    blocked.write_text("a file where a folder should be")
    done = run(blocked, root, "index")
    check(done.returncode != 0 and done.stderr.strip(), "an index below a file")
    compare(blocked, root, truth, "without a cache folder")


def stamped_version(number):
    """As stamped_version() in src/store/index_schema.cc."""
    return number * 4096 + number * 2654435761 % 4093


def versions(scratch, root, truth):
    cache = scratch / "versions"
    run(cache, root, "index")
    file = cache / "clew" / "index.db"
    for number, name in ((stamped_version(99_999), "newer"), (stamped_version(1), "older"), (4001, "older")):
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute(f"PRAGMA user_version = {number}")
        check(name in said(hits(cache, root, "the")[1]), f"{name} version: nothing was said")
        compare(cache, root, truth, f"{name} version")
        before = file.read_bytes()
        done = run(cache, root, "index")
        if name == "newer":
            check(done.returncode != 0 and "newer" in done.stderr, f"a newer index: {done.stderr}")
            check(file.read_bytes() == before, "a newer index was changed")
            run(cache, root, "index", "drop")
        expect_mended(cache, root, truth, f"{name} version")
    file.write_bytes(b"This is no database. " * 500)
    compare(cache, root, truth, "no database")
    expect_mended(cache, root, truth, "no database")


def damage(file, rng):
    """Changes a file in one of the ways of disks and people, and says how."""
    content = bytearray(file.read_bytes()) or bytearray(rng.randbytes(5000))
    at = rng.randrange(len(content))
    kind = rng.choice(("bits", "zeros", "cut", "noise", "swap"))
    if kind == "bits":
        for _ in range(1 + rng.randrange(8)):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    elif kind == "zeros":
        content[at:at + 512] = bytes(len(content[at:at + 512]))
    elif kind == "cut":
        del content[at:]
    elif kind == "noise":
        content[at:at + 100] = rng.randbytes(len(content[at:at + 100]))
    else:
        one, other = (rng.randrange(max(len(content) // 4096, 1)) * 4096 for _ in range(2))
        content[one:one + 4096], content[other:other + 4096] = content[other:other + 4096], content[one:one + 4096]
    file.write_bytes(content)
    return f"{kind} in {file.name}"


def damaged(scratch, root, truth, rng):
    """Whatever bytes change: no command fails, every answer is right, and says so when the index was found to be damaged;
    then it is built anew, by whoever finds it or by `clew index`. (src/engine/search/index_damage_test.cc does this 2,000 times.)"""
    cache = scratch / "damaged"
    run(cache, root, "index")
    folder = cache / "clew"
    whole = {file.name: file.read_bytes() for file in folder.iterdir()}
    noticed = 0
    for turn in range(40):
        for file in folder.iterdir():
            file.unlink()
        for name, content in whole.items():
            (folder / name).write_bytes(content)
        what = f"damage {turn} ({damage(folder / ('index.db-wal' if turn % 8 == 3 else 'index.db'), rng)})"
        status = run(cache, root, "index", "status", "--json")
        check(status.returncode in (0, 1), f"{what}: index status: {status.stderr}")
        verified = run(cache, root, "index", "verify").returncode == 0
        if turn % 4 == 0:
            expect_mended(cache, root, truth, what)
            noticed += not verified
            continue
        reasons = [said(hits(cache, root, query)[1]) for query in QUERIES]
        noticed += any("damaged" in one or "not a database" in one for one in reasons)
        compare(cache, root, truth, what)
        expect_mended(cache, root, truth, what)
    check(noticed >= 15, f"only {noticed} of 40 damages were noticed")


def together(scratch, root, truth):
    """Several programs at once: they write one after the other, and all answer."""
    cache = scratch / "together"
    writers = [subprocess.Popen([clew, "index", "--json", "--root", str(root)], env=environment(cache), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for query in QUERIES:
        found, answer = hits(cache, root, query)
        good = found == truth[query] if answer["fresh"] else set(found) <= set(truth[query]) and answer["behind"] > 0
        check(good, f"while it is built: {query}: {len(found)} hits, not {len(truth[query])}")
    ends = [(writer.communicate(timeout=120)[1], writer.returncode) for writer in writers]
    check(all(code == 0 for _, code in ends), f"writers: {ends}")
    expect_mended(cache, root, truth, "together")


def many_writers(scratch, root, rng):
    """25 times `clew index` at once, on a fresh tree and on one that changes: none fails, and the index is whole."""
    copy = scratch / "copy"
    shutil.copytree(root, copy)
    transcripts = [path for path in sorted(copy.glob("projects/*/*.jsonl")) if path.read_bytes().endswith(b"\n")]
    for turn in range(8):
        cache = scratch / f"many{turn // 4}"
        for transcript in rng.sample(transcripts, 3):
            with transcript.open("a") as out:
                out.write(json.dumps({"type": "user", "uuid": f"{rng.getrandbits(128):032x}", "parentUuid": None, "sessionId": "s",
                                      "timestamp": "2025-01-01T00:00:00.000Z",
                                      "message": {"role": "user", "content": f"turn{turn}"}}) + "\n")
        writers = [subprocess.Popen([clew, "index", "--root", str(copy)], env=environment(cache), stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True) for _ in range(25)]
        ends = [(writer.communicate(timeout=120)[1].strip(), writer.returncode) for writer in writers]
        wrong = [end for end in ends if end[1] != 0]
        check(not wrong, f"turn {turn}: {len(wrong)} of 25 failed: {wrong[:2]}")
        check(run(cache, copy, "index", "verify").returncode == 0, f"turn {turn}: not whole")
        check(len(hits(cache, copy, f"turn{turn}")[0]) == 3, f"turn {turn}: what was appended is not found")


def main():
    seed = int(os.environ.get("SEED", "4"))
    rng = random.Random(seed)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        root = scratch / "demo"
        subprocess.run([clew, "demo", str(root)], env=environment(scratch / "making"), check=True, stdout=subprocess.DEVNULL)
        before = sums(root)
        truth = expected(scratch / "none", root)
        check(sum(map(len, truth.values())) > 100, "there is something to find")
        killed(scratch, root, truth, rng)
        without_room(scratch, root, truth)
        no_folder(scratch, root, truth)
        versions(scratch, root, truth)
        damaged(scratch, root, truth, rng)
        together(scratch, root, truth)
        many_writers(scratch, root, rng)
        check(sums(root) == before, "the transcripts were touched")
    print(f"{len(failed)} failed" if failed else "all as it should be")
    return bool(failed)


sys.exit(main())
