#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""regex_truth.py REGEX_HITS [FOLDER]: asks for some 200 regular expressions and compares what Clew finds
with what Python's re finds in the same passages, line by line. Without FOLDER the texts are invented, the
same ones every time. Exit 77: there is no such folder.

Where the two mean different things by the same sign the expression is written for Python anew: \\w, \\d,
\\b are of ASCII in both, \\s has no vertical tab in RE2, and [[:alpha:]], \\x{..}, \\z are not known to Python."""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

WRITTEN = r"""
error|Error: \d+|error:? |warn(ing)?s?|fail(ed|ure|s)?\b|\berr\b|^Error|^\s*at |Traceback
[\w.-]+@|[\w.+-]+@[\w-]+\.\w{2,}|https?://[^\s"]+|https?://\S+|file://|\w+://\w+|www\.
[–—]|✅?done|✅|[✅❌✓✗]|→|[→←↑↓]+|…$|“[^”]+”|[“”‘’]|é|[à-ÿ]|[^\x00-\x7F]|[^ -~]|[一-龥]+|[ぁ-ん]|[а-яё]+|\x{2014}|\x{1F600}|🎉|🎉+|[🎉🚀]
^$|^.$|^..$|^.{1,20}$|^.{200,}$|^\S+$|^\s|\s$|\s{2,}|\t|^\t|  +$|\r|\r$|^#|^#+ |^- |^\d+\.|^[*-] |^```|```\w+|`[^`]+`
\d+|\d{4}-\d{2}-\d{2}|\d\d:\d\d|\b\d+\.\d+\.\d+\b|\d+%|0x[0-9a-f]+|[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{40}|\$\d|#\d+|\b[A-Z]{3,}\b
[a-z]+_[a-z]+|[a-z]+[A-Z]\w*|\w+\(\)|\w+\([^)]*\)|::\w+|->|=>|\{\}|\[\]|\[[^\]]*\]|\([^()]*\)|"[^"]*"|'[^']*'|\\n|\\|/|/\w+/\w+|\.\w+$|\.(py|js|ts)\b|[\w/]+\.(?:py|md|json)
(?i)error|(?i)todo|(?i)claude|(?i)session|(?i)class|(?i)kelvin|(?i)k|(?i)ß|(?i)straße|(?i)É|(?i)привет|(?i:read) |foo(?i)bar|(?i)[a-c]x|(?i)s
a|the|the\b|\bthe\b|\Bthe|the\B|\w|\W|\s|\S|\D|\w+|\W+|\b|.|.*|.+|x*|x?|(a|b)|(?:a|b)c|a|b|ab?c|ab*|ab+c|a.c|a.*c|a.*?c|a[^b]c|a[^b]*c|(the|a) \w+
function|import \w+|def \w+|class \w+|return|const \w+ =|let|var|if \(|else|for \w+ in|while|async|await|null|None|true|false
(\w+) (\w+) (\w+)|(?:\w+ ){5}|\w{12,}|[aeiou]{3}|[^aeiou\s]{5}|q[^u]|(ab|cd|ef)+|a{2}|a{2,}|a{2,3}|(?:ab){2}|[[:digit:]]{3}|[[:alpha:]]+[[:digit:]]|[[:space:]][[:upper:]]{2}|[[:punct:]]{3}
[]]|[^]]]|[a\]]|[-a]x|[a-]x|[\d-]+|[\s\d]{3}|[\w-]+=|[^\w\s]{2}|[^\d]\d$|[.]|[.*+?]|\.|\*|\+|\?|\^|\$\w|\||\{|\}|\(|\)
\x41|\x41[b-z]+|\x0|\x{e9}|\x{4e2d}|\n|a\nb|\x00|\x1b|\x1b\[|\x{FFFD}|\x{2028}|\x7f
session|sessionId|user|assistant|tool|Bash|Read|Edit|git (status|diff|log)|npm (run|install)|test(s|ed|ing)?\b|commit [0-9a-f]{7}|[Pp]lease|[Cc]an you|I('ll| will)|Let me|you're
""".strip()

# Python takes time with the square of the length of a word; passages with such are left out.
LONGEST_WORD = 20_000

POSIX = {"digit": "0-9", "alpha": "A-Za-z", "space": r"\t\n\v\f\r ", "upper": "A-Z",
         "punct": r"!-/:-@\[-`{-~"}


def written():
    """The expressions above: a | outside of groups and classes parts them."""
    for line in WRITTEN.split("\n"):
        depth, in_class, start, i = 0, False, 0, 0
        while i <= len(line):
            c = line[i:i + 1]
            if c == "\\":
                i += 2
                continue
            if c == "[" and not in_class:
                in_class = True
                i += 1 if line[i + 1] not in "]^" else 2
                i += line[i:i + 1] == "]" and line[i - 1] == "^"
                continue
            if in_class and line[i:i + 2] == "[:":
                i = line.index(":]", i) + 2
                continue
            in_class = in_class and c != "]"
            depth += (c == "(") - (c == ")") if not in_class else 0
            if c in ("|", "") and not in_class and depth == 0:
                yield line[start:i]
                start = i + 1
            i += 1


def made(dice, texts, count):
    """Expressions out of words of the texts."""
    words = sorted({w for text in texts for w in re.findall(r"\w{3,12}", text)})
    plain = re.escape
    shapes = [lambda a, b: plain(a) + r".*" + plain(b), lambda a, b: plain(a) + r"\s+" + plain(b),
              lambda a, b: f"(?:{plain(a)}|{plain(b)})", lambda a, b: rf"\b{plain(a)}\b",
              lambda a, b: plain(a[:3]) + r"\w*" + plain(a[-1]), lambda a, b: "(?i)" + plain(a.upper()),
              lambda a, b: plain(a[:2]) + "[" + "".join(sorted(set(b) - set("-"))) + "]" + "+",
              lambda a, b: "^" + plain(a), lambda a, b: plain(a) + r"\W*$", lambda a, b: plain(a) + "?" + plain(b[0]),
              lambda a, b: plain(a[0]) + "." + plain(a[2]), lambda a, b: plain(a[:-1]) + "[^" + plain(a[-1]) + "]",
              lambda a, b: f"(?:{plain(a[:2])}){{1,2}}{plain(a[2:4])}?", lambda a, b: rf"{plain(a)}[^\n]{{0,9}}{plain(b)}"]
    for i in range(count):
        a, b = dice.choice(words), dice.choice(words)
        yield shapes[i % len(shapes)](a, b).replace("/", r"\/")


def for_python(pattern):
    """The same for Python, compiled."""
    out, i, in_class = "", 0, False
    white = r"\t\n\f\r "
    while i < len(pattern):
        rest = pattern[i:]
        wide = re.match(r"\\x\{([0-9A-Fa-f]+)\}", rest)
        posix = re.match(r"\[:(\w+):\]", rest) if in_class else None
        if wide:
            out += re.escape(chr(int(wide[1], 16)))
            i += wide.end()
        elif posix:
            out += POSIX[posix[1]]
            i += posix.end()
        elif rest.startswith(r"\x") and not re.match(r"\\x[0-9a-f]{2}", rest, re.I):
            return None  # refused by both
        elif rest[:2] in (r"\s", r"\S"):
            inner = white if in_class else f"[{'^' if rest[1] == 'S' else ''}{white}]"
            out += inner
            i += 2
        elif rest[0] == "\\":
            out += rest[:2]
            i += 2
        else:
            if rest[0] == "[" and in_class:
                out += "\\"
            elif rest[0] == "[":
                in_class = True
                skip = re.match(r"\[\^?\]?", rest).end()
                out += rest[:skip].replace("]", r"\]")
                i += skip
                continue
            elif rest[0] == "]":
                in_class = False
            out += rest[0]
            i += 1
    flags = 0
    found = re.match(r"(.*)\(\?i\)(.*)", out, re.S)
    if found:  # Python knows it at the beginning only
        out = found[1] + "(?i:" + found[2] + ")"
    if "(?i" not in out:
        flags = re.ASCII  # with it Python would fold ASCII alone
    return re.compile(out, flags)


def invented(folder):
    """Transcripts with what is in real ones, and what is not."""
    dice = random.Random(1)
    bits = """error|Error: 42|failed|https://a.b/c?d=e|mail to jane.doe@mail.example|–|—|✅ done|done|✅done|naïve|Straße|STRASSE|竞态|привет|ПРИВЕТ
→|🎉|🎉🎉|K|ſession|\x1b[31mred|\x00|\u2028|“quoted”|`code`|parseMessageTree()|src/main.cc|0x1f|2026-01-31|12:30|100%|#12|a\\b|"q"|[x]|{}|the|The|\t|\r|aab|abab|
a b|a-c|abc|axc|q|QA|class Foo|def bar|kelvin|KELVIN|é|É|ß|_|::x|->|file://x|null|commit 1234567|foobar|fooBAR|\x7f|\ufffd""".replace("\n", "|").split("|")
    for number in range(12):
        lines = []
        for i in range(120):
            text = ""
            for _ in range(dice.randint(1, 40)):
                text += dice.choice(bits) + dice.choice(["", " ", " ", " ", "  ", "\n", "\n\n", ", "])
            if i % 40 == 7:
                text += "x " * dice.choice([2_500, 6_000]) + text
            line = {"type": "user", "uuid": f"{number}-{i}", "message": {"role": "user", "content": text}}
            lines.append(json.dumps(line, ensure_ascii=i % 3 == 0))
        with open(os.path.join(folder, f"s{number}.jsonl"), "w", encoding="utf-8", newline="\n") as out:
            out.write("\n".join(lines) + "\n")
    with open(os.path.join(folder, "odd.jsonl"), "wb") as out:  # no UTF-8, a torn line
        out.write(b'{"type":"user","message":{"content":"error \xff\xfe 42 done"}}\n{"type":"user","mess\n'
                  b'{"type":"user","message":{"content":"half \\ud83d and done"}}\n')


def compare(program, folder):
    feed = subprocess.Popen([program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="surrogateescape")
    passages, long = [], set()
    while (row := json.loads(feed.stdout.readline())) is not None:
        passages.append((tuple(row[:3]), row[3].split("\n")))
        if max(map(len, re.findall(r"\S+", row[3])), default=0) > LONGEST_WORD:
            long.add(passages.pop()[0])
    texts = [line for _, lines in passages[::7] for line in lines[:20]]
    dice = random.Random(len(passages))
    patterns = list(dict.fromkeys([*written(), *made(dice, texts, 100)]))
    wrong = hits = checked = 0
    for pattern in patterns:
        python = for_python(pattern)
        feed.stdin.write(f"/{pattern}/\n")
        feed.stdin.flush()
        found = json.loads(feed.stdout.readline())
        if python is None or isinstance(found, str):
            if python is not None:
                wrong += 1
                print(f"/{pattern}/ is refused: {found}")
            continue
        wanted = {place for place, lines in passages if any(map(python.search, lines))}
        found = set(map(tuple, found)) - long
        checked += 1
        hits += len(wanted)
        if found == wanted:
            continue
        wrong += 1
        print(f"/{pattern}/: {len(wanted - found)} of {len(wanted)} missing, {len(found - wanted)} too many")
        for place in sorted(wanted ^ found)[:2]:
            lines = dict(passages)[place]
            print("   ", place, [line[:120] for line in lines if python.search(line)][:2] or lines[:2])
    feed.stdin.close()
    failed = feed.wait()
    print(f"{checked} expressions, {len(passages)} passages ({len(long)} left out), {hits} matches, {wrong} wrong")
    return wrong or failed or checked < 200


def main():
    if len(sys.argv) > 2:
        if not os.path.isdir(sys.argv[2]):
            print(f"SKIPPED: there is no {sys.argv[2]}, so real texts were not searched", file=sys.stderr)
            return 77
        return 1 if compare(sys.argv[1], sys.argv[2]) else 0
    with tempfile.TemporaryDirectory() as folder:
        invented(folder)
        return 1 if compare(sys.argv[1], folder) else 0


sys.exit(main())
