#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""truth.py CLEW ROOT [COUNT]: asks for COUNT (200) random words and phrases of a tree, with an index
and without, and compares every hit with a slow, plain reading of the files: no hit may be missing, and
none too many. Without ROOT it makes the tree of `clew demo`; with "generated" for ROOT a small tree of
../shared/bench/gen.py. Exit 77: there is no generator."""
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

ALONE = [(0x2E80, 0x2FD5), (0x3005, 0x3007), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x30FC, 0x30FF),
         (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0x2600, 0x27BF),
         (0x1F000, 0x1FAFF), (0x20000, 0x323AF)]
LEFT_OUT = ("signature", "base64", "data")


# --- words, the plain way ---

def is_alone(c):
    return any(a <= ord(c) <= b for a, b in ALONE)


def is_word(c):
    return unicodedata.category(c)[0] in "LNM" and not is_alone(c)


def fold(c):
    for folded in ([c.lower()] if ord(c) < 0x80 else [c.casefold(), c.lower()]):
        if len(folded) == 1 and (ord(c) < 0x80 or ord(folded) >= 0x80):
            return folded
    return c


def runs(text):
    """Words as they are written."""
    run = ""
    for c in text:
        if is_word(c):
            run += c
            continue
        if run:
            yield run
        run = ""
        if is_alone(c):
            yield c
    if run:
        yield run


def cut(word):
    """Cut to 64 bytes, at a character."""
    while len(word.encode("utf-8", "replace")) > 64:
        word = word[:-1]
    return word


def tokens(text):
    """(word, position) of a text: names whole and by part."""
    position = 0
    for run in runs(unicodedata.normalize("NFC", text)):
        folded = cut("".join(map(fold, run)))
        parts = [run]
        if run.isascii():
            parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "\0", run).split("\0")
        if len(parts) == 1 or len(parts) > 8:
            yield folded, position
            position += 1
            continue
        yield folded, position
        for part in parts:
            yield cut(part.lower()), position
            letters = re.match(r"([a-z]+)[0-9]", cut(part.lower()))
            if letters:
                yield letters[1], position
            position += 1


# --- what can be searched, the plain way ---

def texts_in(value):
    if isinstance(value, str):
        if not (len(value) >= 4096 and re.fullmatch(r"[A-Za-z0-9+/=_-]{4096}", value[:4096])):
            yield value
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in LEFT_OUT:
                yield from texts_in(one)


def as_blocks(content):
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [b for b in content if isinstance(b, dict)] if isinstance(content, list) else []


def result_text(block, line):
    content = block.get("content")
    shown = content if isinstance(content, str) else "\n".join(
        p[k] for p in (content or []) for k in ("text", "tool_name") if p.get(k))
    more = line.get("toolUseResult")
    for key in ("stdout", "result"):
        whole = more.get(key) if isinstance(more, dict) else None
        if isinstance(whole, str) and len(whole.encode()) > len(shown.encode()):
            shown = whole
    return more if not shown and isinstance(more, str) else shown


def passages(line, titles):
    """(role, text) pairs; the role of texts in user lines is not told apart here: None."""
    kind = line.get("type")
    for name in ("summary", "customTitle", "aiTitle", "agentName", "tag"):
        wanted = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle",
                  "agent-name": "agentName", "tag": "tag"}.get(kind)
        if wanted == name and line.get(name):
            key = ("title" if name in ("customTitle", "aiTitle", "agentName") else name, line[name])
            if key not in titles:
                titles.add(key)
                yield "title", line[name]
    if kind in ("user", "assistant"):
        content = (line.get("message") or {}).get("content")
        joined = {}
        for block in as_blocks(content):
            what = block.get("type")
            if what == "text":
                joined.setdefault("text", []).append(block.get("text", ""))
            elif what == "thinking":
                joined.setdefault("thinking", []).append(block.get("thinking", ""))
            elif what == "tool_use":
                yield "tool", "\n".join([block.get("name", ""), *texts_in(block.get("input"))])
            elif what == "tool_result":
                yield "tool", result_text(block, line)
        for role, texts in joined.items():
            yield (role if role == "thinking" else None), "\n".join(texts)
    elif kind == "system" and not line.get("subtype", "").endswith("compact_boundary"):
        error = line.get("error") if line.get("subtype") == "api_error" else None
        error = error if isinstance(error, dict) else {}
        parts = [line.get("content"), error.get("formatted"), error.get("message")]
        yield None, "\n".join(p for p in parts if isinstance(p, str) and p)
    elif kind == "attachment":
        attachment = line.get("attachment") or {}
        if attachment.get("type") == "queued_command":
            texts = [b.get("text", "") for b in as_blocks(attachment.get("prompt"))]
            yield None, "\n".join(texts)
        else:
            for key in ("filename", "path", "planFilePath"):
                if attachment.get(key):
                    yield "tool", attachment[key]
                    break


def read_tree(root):
    """[(file, offset, {word: positions})], one for each passage."""
    found = []
    for path in sorted(glob.glob(os.path.join(root, "projects", "**", "*.jsonl"), recursive=True)):
        if os.path.basename(path) == "journal.jsonl":
            continue
        titles, offset = set(), 0
        with open(path, "rb") as file:
            for raw in file:
                try:
                    line = json.loads(raw)
                except ValueError:
                    line = None
                for _, text in passages(line, titles) if isinstance(line, dict) else ():
                    words = {}
                    for word, position in tokens(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")):
                        words.setdefault(word, set()).add(position)
                    if words:
                        found.append((path, offset, words))
                offset += len(raw)
    return found


def holds(words, phrase):
    return any(all(p + i in words.get(w, ()) for i, w in enumerate(phrase)) for p in words.get(phrase[0], ()))


def ask(clew, root, query, *flags):
    answer = subprocess.run([clew, "search", "--root", root, "--json", "--limit", "10000", "--per-session", "10000",
                             *flags, query], capture_output=True, text=True)
    if answer.returncode not in (0, 1):
        sys.exit(f"{query}: {answer.stderr}")
    answer = json.loads(answer.stdout)
    return answer, sorted((h["file"], h["offset"]) for h in answer["hits"])


def generate(root):
    source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    shared = os.environ.get("CLEW_SHARED", os.path.join(os.path.dirname(source), "shared"))
    generator = os.path.join(shared, "bench", "gen.py")
    if not os.path.isfile(generator):
        print(f"{generator} is not there: nothing to search")
        sys.exit(77)
    subprocess.run([sys.executable, generator, "--out", root, "--sessions", "30", "--bytes", "5000000", "--projects", "5", "--big",
                    "1000000"], check=True, stdout=subprocess.DEVNULL)


def main():
    clew = os.path.abspath(sys.argv[1])
    scratch = tempfile.TemporaryDirectory()
    os.environ["XDG_CACHE_HOME"] = scratch.name
    root = sys.argv[2] if len(sys.argv) > 2 else os.path.join(scratch.name, "demo")
    if len(sys.argv) < 3:
        subprocess.run([clew, "demo", root], check=True, stdout=subprocess.DEVNULL)
    elif root == "generated":
        root = os.path.join(scratch.name, "tree")
        generate(root)
    root = os.path.realpath(root)
    tree = read_tree(root)
    subprocess.run([clew, "index", "--root", root], check=True, capture_output=True)
    dice = random.Random(1)
    everything = sorted({word for _, _, words in tree for word in words})
    queries = []
    while len(queries) < int(sys.argv[3] if len(sys.argv) > 3 else 200):
        if len(queries) % 2 == 0:
            queries.append([dice.choice(everything)])
            continue
        words = dice.choice(tree)[2]
        at = {p: w for w, positions in words.items() for p in positions}
        start, length = dice.choice(sorted(at)), dice.randint(2, 4)
        queries.append([at[p] for p in range(start, start + length) if p in at])
    bad = 0
    for phrase in queries:
        query = '"' + " ".join(phrase) + '"'
        want = sorted((path, offset) for path, offset, words in tree if holds(words, phrase))
        if len(want) > 10000:
            continue
        for flags in ((), ("--no-index",)):
            answer, got = ask(clew, root, query, *flags)
            if answer["index"] == bool(flags) or got != want:
                bad += 1
                print(f"{query} {flags}: index {answer['index']}, wanted {len(want)}, got {len(got)}; missing "
                      f"{sorted(set(want) - set(got))[:3]}, too many {sorted(set(got) - set(want))[:3]}")
    print(f"{len(queries)} queries, {len(tree)} passages, {len(everything)} words, {bad} wrong")
    return bad != 0


sys.exit(main())
