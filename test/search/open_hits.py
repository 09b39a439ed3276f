#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""open_hits.py CLEW [CORPUS [STEP]]: runs the `open` command of every hit of many searches, as a person would who copies it
from the screen. Each must succeed and show the words that were found. Over the demo and the session of every kind of
line written here; with CORPUS over the transcripts below that folder too."""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

WORDS = ["the", "a", "error", "file", "test", "to", "is", "in", "id", "not", "json", "name", "user", "claude", "function", "src"]
CLEW = os.path.abspath(sys.argv[1])
STEP = int(sys.argv[3]) if len(sys.argv) > 3 else 1  # of so many hits one


def environment(folder):
    env = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC", "HOME": folder, "CLAUDE_CONFIG_DIR": os.path.join(folder, "root")}
    for name in ("CACHE", "DATA", "CONFIG", "STATE"):
        env[f"XDG_{name}_HOME"] = os.path.join(folder, name.lower())
    os.makedirs(os.path.join(folder, "root", "projects"), exist_ok=True)
    return env


def run(env, *arguments):
    return subprocess.run([CLEW, *arguments], env=env, cwd="/", capture_output=True, text=True, errors="replace")


def squeezed(text):
    """Without what wrapping and indenting add."""
    return re.sub(r"[\s┊]+", "", text).lower()


def marked_words(hit):
    units = hit["snippet"]["text"].encode("utf-16-le")
    return [units[2 * start:2 * end].decode("utf-16-le", "replace") for start, end in hit["snippet"]["marks"]]


def problem_of(env, hit):
    command = shlex.split(hit["open"])
    assert command[0] == "clew", hit["open"]
    shown = run(env, *command[1:])
    if shown.returncode != 0:
        return f"exit code {shown.returncode}: {shown.stderr.strip()}"
    text = squeezed(shown.stdout)
    # Titles that were replaced are of no message.
    missing = [] if hit["uuid"] is None else [word for word in marked_words(hit) if squeezed(word) not in text]
    return f"does not show {missing[0]!r}" if missing else None


def check_hits(env, words):
    hits = {}
    for word in words:
        for extra in ([], ["--no-index"]):
            found = run(env, "search", word, "--limit", "10000", "--per-session", "30", "--json", *extra)
            assert found.returncode in (0, 1), found.stderr
            for hit in json.loads(found.stdout)["hits"]:
                hits.setdefault((hit["open"], str(marked_words(hit)[:1])), hit)
    chosen = list(hits.values())[::STEP]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = list(pool.map(lambda hit: problem_of(env, hit), chosen))
    return len(chosen), [(hit, problem) for hit, problem in zip(chosen, problems) if problem]


def line(uuid, parent, kind, text, session, **more):
    content = text if kind == "user" else [{"type": "text", "text": text}]
    message = {"role": kind, "content": content}
    if kind == "assistant":
        message |= {"id": "m" + uuid, "model": "claude"}
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": session, "timestamp": "2026-01-05T10:00:00.000Z",
            "cwd": "/work", "message": message, **more}


def write_odd_sessions(root):
    """An edited prompt, lines that are not meant to be read, a subagent in the same file, and one id in two projects."""
    session = "22222222-2222-4222-8222-222222222222"
    lines = [
        line("u1", None, "user", "the first prompt", session),
        line("a1", "u1", "assistant", "the first answer", session),
        line("u2", "a1", "user", "the abandoned prompt", session),
        line("a2", "u2", "assistant", "the abandoned answer", session),
        line("u3", "a1", "user", "the other prompt", session),
        line("n1", "u3", "user", "the caveat nobody reads", session, isMeta=True),
        line("a3", "n1", "assistant", "the other answer", session),
        line("s1", None, "user", "the task of an inline subagent", session, isSidechain=True),
        line("s2", "s1", "assistant", "the inline subagent says", session, isSidechain=True),
    ]
    for project in ("-work-one", "-work-two"):
        folder = os.path.join(root, "projects", project)
        os.makedirs(folder)
        with open(os.path.join(folder, session + ".jsonl"), "w", encoding="utf-8") as out:
            out.writelines(json.dumps(one) + "\n" for one in lines)


def copy_corpus(corpus, root):
    for at, (folder, _, names) in enumerate(sorted(os.walk(corpus))):
        transcripts = [name for name in names if name.endswith(".jsonl")]
        if not transcripts:
            continue
        project = os.path.join(root, "projects", f"-corpus-{at}")
        os.makedirs(project)
        for name in transcripts:
            shutil.copy(os.path.join(folder, name), project)


def main():
    failed = False
    sets = {"demo": None, "odd": write_odd_sessions}
    if len(sys.argv) > 2:
        if not os.path.isdir(sys.argv[2]):
            sys.exit(77)
        sets = {"corpus": lambda root: copy_corpus(sys.argv[2], root)}
    for name, fill in sets.items():
        with tempfile.TemporaryDirectory() as folder:
            env = environment(folder)
            if fill:
                fill(env["CLAUDE_CONFIG_DIR"])
            else:
                shutil.rmtree(env["CLAUDE_CONFIG_DIR"])
                made = run(env, "demo", env["CLAUDE_CONFIG_DIR"])
                assert made.returncode == 0, made.stderr
            run(env, "index")
            count, problems = check_hits(env, WORDS[:6] if name == "corpus" else WORDS)
        assert count > 5, f"{name}: only {count} hits"
        print(f"{name}: {count} hits, {len(problems)} cannot be opened")
        kinds = collections.Counter((hit["branch"], hit["role"], re.sub(r"[0-9a-f-]{8,}", "ID", problem)[:90]) for hit, problem in problems)
        for kind, times in kinds.most_common(30):
            print("   ", times, *kind)
        for hit, problem in problems[:10]:
            print("   ", hit["open"], problem)
        failed = failed or bool(problems)
    sys.exit(1 if failed else 0)


main()
