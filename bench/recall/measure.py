#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""measure.py CLEW [--corpus DIR] [--least SHARE] [--verbose]: recall at 5.

For each question of questions.tsv, whose answer is a known message: is the turn of that message (a
prompt and all up to the next one) among what the first five results show? Asked of `clew recall`
without and with an index, of `clew search` with the question as it is and with its words joined by
OR, and of grep for any of the words, with the files (and for turns, the lines) that hold most of
them first. Without --corpus only the questions about the demo are asked. With --least it fails when
recall finds less than that share.
"""
import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = 5
STOP = set("""a about after all an and any are as at be but by can could did do does for from get got had has have how i if in
instead into is it its me my no not of on one or other our out same should so somebody than that the their them then there they
this to too up was we well were what when which while who why with would you your""".split())


def lines_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                yield json.loads(line)
            except ValueError:
                continue


def is_prompt(line):
    if line.get("type") != "user" or line.get("isMeta") or line.get("isCompactSummary"):
        return False
    content = line.get("message", {}).get("content")
    if isinstance(content, list):
        return not any(isinstance(b, dict) and b.get("type") == "tool_result" for b in content)
    return isinstance(content, str) and not content.startswith(("<local-command", "<task-notification", "[Request interrupted"))


class Root:
    """A folder as Claude Code has it, made of the demo or of single transcripts."""

    def __init__(self, clew, folder, corpus):
        self.clew, self.folder = clew, folder
        self.root = os.path.join(folder, "root")
        self.env = dict(os.environ, HOME=folder, XDG_CACHE_HOME=folder + "/cache", XDG_DATA_HOME=folder + "/data",
                        XDG_CONFIG_HOME=folder + "/config", CLAUDE_CONFIG_DIR=self.root, TZ="UTC")
        if corpus:
            self.copy(corpus)
        else:
            subprocess.run([clew, "demo", self.root], env=self.env, check=True, stdout=subprocess.DEVNULL)
        self.turns = {}  # uuid: its turn
        self.files = []
        for folder, _, names in os.walk(os.path.join(self.root, "projects")):
            for name in names:
                if name.endswith(".jsonl"):
                    self.add(os.path.join(folder, name))

    def copy(self, corpus):
        """Sessions by the id in their lines; agents beside them, as older versions wrote them."""
        for folder, _, names in sorted(os.walk(corpus)):
            key = re.sub("[^A-Za-z0-9]", "-", os.path.relpath(folder, corpus).split("/agents")[0])
            for name in sorted(names):
                if not name.endswith(".jsonl"):
                    continue
                source = os.path.join(folder, name)
                ids = collections.Counter(line.get("sessionId") for line in lines_of(source) if line.get("sessionId"))
                if not ids:
                    continue
                target = name if name.startswith("agent-") else ids.most_common(1)[0][0] + ".jsonl"
                os.makedirs(os.path.join(self.root, "projects", key), exist_ok=True)
                shutil.copy(source, os.path.join(self.root, "projects", key, target))

    def add(self, path):
        self.files.append(path)
        parents = {line["uuid"]: (line.get("parentUuid"), is_prompt(line)) for line in lines_of(path) if line.get("uuid")}
        for uuid in parents:
            at, seen = uuid, set()
            while not parents[at][1] and parents[at][0] in parents and at not in seen:
                seen.add(at)
                at = parents[at][0]
            self.turns[uuid] = (path, at)

    def find(self, start):
        found = {uuid for uuid in self.turns if uuid.startswith(start)}
        if len(found) != 1:
            sys.exit(f"{start}: {len(found)} messages")
        return self.turns[found.pop()]

    def run(self, *args):
        done = subprocess.run([self.clew, args[0], "--json", *args[1:]], env=self.env, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode > 1:
            sys.exit(f"{args}: exit code {done.returncode}")
        return json.loads(done.stdout)

    def recall(self, question, *more):
        sessions = self.run("recall", *more, "--limit", str(FIRST), question).get("sessions", [])
        return [[t[k] for t in s["turns"] for k in ("uuid", "conclusionUuid", "foundUuid")] for s in sessions]

    def search(self, question):
        result = self.run("search", "--limit", str(3 * FIRST), question)
        by_session = {}
        for hit in result.get("hits", []):
            by_session.setdefault(hit["session"], []).append(hit["uuid"])
        return list(by_session.values())[:FIRST]

    def grep(self, words):
        """Of the five files with the most matching lines, the three lines with the most words."""
        pattern = "|".join(re.escape(w) for w in words)
        found = []
        for path in self.files:
            done = subprocess.run(["grep", "-iE", pattern, path], stdout=subprocess.PIPE, check=False)
            lines = done.stdout.decode("utf-8", "replace").splitlines()
            if lines:
                found.append((len(lines), path, lines))
        found.sort(key=lambda one: -one[0])
        results = []
        for _, _, lines in found[:FIRST]:
            lines.sort(key=lambda line: -sum(w in line.lower() for w in words))
            results.append([uuid for line in lines[:3] for uuid in re.findall(r'"uuid":"([^"]+)"', line)[:1]])
        return results


def words_of(question):
    words = re.findall(r"\w+", question.lower())
    return [w for w in words if w not in STOP] or words


def ways(root):
    plain = lambda q: re.sub(r"[^\w.]+", " ", q)
    return {
        "recall, scan": lambda q: root.recall(q, "--no-index"),
        "recall, index": lambda q: root.recall(q),
        "search, as asked": lambda q: root.search(plain(q)),
        "search, OR": lambda q: root.search(" OR ".join(words_of(q))),
        "grep": lambda q: root.grep(words_of(q)),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clew", type=os.path.abspath)
    parser.add_argument("--corpus")
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    questions = [line.rstrip("\n").split("\t") for line in open(os.path.join(HERE, "questions.tsv"), encoding="utf-8")]
    found, files, asked = collections.Counter(), collections.Counter(), 0
    for name, corpus in (("public", options.corpus), ("demo", None)):
        if name == "public" and not corpus:
            continue
        with tempfile.TemporaryDirectory() as folder:
            root = Root(options.clew, folder, corpus)
            subprocess.run([options.clew, "index"], env=root.env, check=True, stdout=subprocess.DEVNULL)
            for _, start, question in (one for one in questions if one[0] == name):
                asked += 1
                wanted = root.find(start)
                for way, ask in ways(root).items():
                    turns = [[root.turns.get(uuid) for uuid in result] for result in ask(question)]
                    hit = any(wanted in result for result in turns)
                    found[way] += hit
                    files[way] += any(turn and turn[0] == wanted[0] for result in turns for turn in result)
                    if options.verbose and way == "recall, index" and not hit:
                        print(f"missed {start}: {question}", file=sys.stderr)
    for way in ways(None):
        print(f"{way:18} turn {found[way]:3}/{asked} {found[way] / asked:5.0%}   transcript {files[way]:3}/{asked} {files[way] / asked:5.0%}")
    for way in ("recall, scan", "recall, index"):
        if found[way] < options.least * asked:
            sys.exit(f"{way}: less than {options.least:.0%}")


main()
