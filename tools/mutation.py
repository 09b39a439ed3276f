# SPDX-License-Identifier: MIT
"""Small changes to C++ text that a test should notice: an operator, a constant, a branch at a time.

The text is cut into tokens, so that comments, strings, includes and static assertions are left alone.
It relies on the sources being formatted: a comparison has spaces around it, a template argument list
has none.
"""
import dataclasses
import re

_TOKEN = re.compile(
    r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<directive>(?:(?<=\n)|(?<=^))[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^(\s\\]{0,16})\(.*?\)(?P=mark)")
  | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
  | (?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
  | (?P<number>\.?[0-9](?:'?[0-9A-Za-z_.]|(?<=[eEpP])[+-])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign><=>|->\*|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[][{}()<>;:,.?~!%^&*+=|/-])
  | (?P<space>\s+)
  | (?P<other>.)
    """,
    re.S | re.X,
)

_SWAPS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&",
    "+": "-", "-": "+", "+=": "-=", "-=": "+=", "*": "+", "/": "*", "%": "+",
}  # fmt: skip
_WORDS = {
    "true": "false", "false": "true", "continue": "break", "break": "continue", "min": "max", "max": "min",
    "front": "back", "back": "front",
}  # fmt: skip
_NOT_A_STATEMENT = {
    "auto", "break", "case", "class", "co_return", "const", "constexpr", "continue", "default", "delete", "do", "else",
    "enum", "explicit", "extern", "for", "friend", "goto", "if", "inline", "namespace", "new", "operator", "private",
    "protected", "public", "return", "sizeof", "static", "static_assert", "struct", "switch", "template", "this",
    "throw", "try", "typedef", "typename", "union", "unsigned", "using", "virtual", "volatile", "while",
}  # fmt: skip
# Calls and members that only make a program faster or slower, and names of durations: no result depends
# on their numbers.
_HINTS = {"reserve", "shrink_to_fit", "mallopt", "madvise", "posix_fadvise", "readahead"}
_SIZES = {"block_size", "buffer_size"}
_DURATIONS = {"nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "hours"}
_LIMIT = 100  # round numbers from here on are limits that somebody chose


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    begin: int

    @property
    def end(self):
        return self.begin + len(self.text)


@dataclasses.dataclass(frozen=True)
class Mutant:
    begin: int
    end: int
    new: str
    what: str  # the kind of change, for statistics

    def apply(self, text):
        return text[: self.begin] + self.new + text[self.end :]

    def line(self, text):
        return text.count("\n", 0, self.begin) + 1


def tokens_of(text):
    """The tokens that have a meaning."""
    found = (Token(m.lastgroup if m.lastgroup != "mark" else "raw", m.group(), m.start()) for m in _TOKEN.finditer(text))
    return [token for token in found if token.kind not in ("comment", "directive", "space")]


def _closing(tokens, at):
    """The place of the bracket that closes the one at `at`, or None."""
    depth = 0
    for place in range(at, len(tokens)):
        if tokens[place].kind != "sign":
            continue
        if tokens[place].text in "([{":
            depth += 1
        elif tokens[place].text in ")]}":
            depth -= 1
            if depth == 0:
                return place
    return None


def _left_alone(tokens):
    """Places inside static assertions, constexpr definitions, template heads, using and requires lines, hints."""
    skipped = set()
    place = 0
    while place < len(tokens):
        text = tokens[place].text
        if text in ("static_assert", "constexpr", "using", "asm") and tokens[place - 1].text != "if":
            end = place
            # A constexpr function is code like any other: only its head is left alone.
            while end < len(tokens) and tokens[end].text not in (";", "{"):
                end += 1
            if text == "constexpr" and end < len(tokens) and tokens[end].text == "{" and tokens[end - 1].text in ("=", "]", ">"):
                end = _closing(tokens, end) or end  # the table of a constant
            elif text == "constexpr" and any(tokens[i].text == "=" for i in range(place, end)):
                end = next((i for i in range(end, len(tokens)) if tokens[i].text == ";"), end)
            skipped.update(range(place, end))
            place = end
        elif text in ("template", "operator", "alignas"):
            skipped.update(range(place, min(place + 4, len(tokens))))
        elif text in _HINTS | _DURATIONS and place + 1 < len(tokens) and tokens[place + 1].text in ("(", "{"):
            skipped.update(range(place, _closing(tokens, place + 1) or place))
        elif text in _SIZES and place + 1 < len(tokens) and tokens[place + 1].text == "=":
            end = place
            while end < len(tokens) and tokens[end].text not in (",", ";", "}"):
                end += 1
            skipped.update(range(place, end))
        elif text == "array" and place + 1 < len(tokens) and tokens[place + 1].text == "<":
            end = place
            while end < len(tokens) and tokens[end].text != ">":
                end += 1
            skipped.update(range(place, end))  # a buffer, or one value each
        place += 1
    return skipped


def _asks_for_descriptor(tokens, place):
    """Whether the sign is that of `x.get() < 0`: 0 is always open, so that it is the same as `<= 0`."""
    return [token.text for token in tokens[place - 3 : place]] == ["get", "(", ")"] and tokens[place + 1].text == "0"


def _signs(text, tokens, skipped):
    for place, token in enumerate(tokens):
        if place in skipped or token.kind != "sign" or token.text not in _SWAPS:
            continue
        # One with spaces on both sides has two operands; others are pointers, templates, signs.
        if text[token.begin - 1 : token.begin].isspace() and text[token.end : token.end + 1].isspace():
            if token.text == "*" and tokens[place - 1].text in ("=", "(", ","):
                continue
            if any(tokens[beside].kind in ("string", "raw") for beside in (place - 1, min(place + 1, len(tokens) - 1))):
                continue  # texts are joined, not added
            if _asks_for_descriptor(tokens, place):
                continue
            yield Mutant(token.begin, token.end, _SWAPS[token.text], "operator")


def _words(tokens, skipped):
    for place, token in enumerate(tokens):
        if place in skipped or token.kind != "word" or token.text not in _WORDS:
            continue
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        if token.text in ("min", "max", "front", "back") and following not in ("(", "<"):
            continue
        if token.text in ("min", "max") and place + 2 < len(tokens) and tokens[place + 2].text == ")":
            continue  # numeric_limits
        yield Mutant(token.begin, token.end, _WORDS[token.text], "word")


def _numbers(tokens, skipped):
    for place, token in enumerate(tokens):
        if place in skipped or token.kind != "number":
            continue
        plain = re.fullmatch(r"([0-9][0-9']*)([uUlLzZ]*)", token.text)
        if not plain or _asks_for_descriptor(tokens, place - 1):
            continue
        if [token.text for token in tokens[place - 3 : place : 2]] == ["char", "["]:
            continue  # a buffer
        value = int(plain[1].replace("'", ""))
        negative = place > 0 and tokens[place - 1].text == "-" and tokens[place - 1].end == token.begin
        if value == 1 and negative:
            others = [0]  # "none": any other negative number is as good
        elif value >= _LIMIT and value % 10 == 0:
            others = [2 * value, value // 2]  # one more or less of a limit is the same to everybody
        else:
            others = [value + 1] + ([value - 1] if value > 0 else [])
        for other in others:
            yield Mutant(token.begin, token.end, f"{other}{plain[2]}", "constant")


def _conditions(tokens, skipped):
    for place, token in enumerate(tokens[:-1]):
        if place in skipped or token.text not in ("if", "while") or tokens[place + 1].text != "(":
            continue
        closing = _closing(tokens, place + 1)
        if closing is None:
            continue
        first = place + 2
        for inner in range(first, closing):
            if tokens[inner].text == ";":
                first = inner + 1
        if tokens[first].text in ("auto", "const") or token.text == "while":
            continue  # declares what it tests; and a loop that never ends costs a minute to notice
        if tokens[first].text == "!" and not any(token.text in ("&&", "||") for token in tokens[first:closing]):
            continue  # the same as without the mark, below
        begin, end = tokens[first].begin, tokens[closing].begin
        yield Mutant(begin, begin, "!(", "condition"), end
    for place, token in enumerate(tokens[:-1]):
        if place not in skipped and token.text == "!" and tokens[place + 1].text not in ("=",):
            yield Mutant(token.begin, token.end, "", "condition"), None


def _statements(tokens, skipped):
    """Calls and assignments that stand alone."""
    open_brackets = []
    for place, token in enumerate(tokens[:-1]):
        if token.kind == "sign" and token.text in ("(", "[", "{"):
            open_brackets.append(token.text)
        elif token.kind == "sign" and token.text in (")", "]", "}") and open_brackets:
            open_brackets.pop()
        if open_brackets and open_brackets[-1] != "{":
            continue  # the head of a loop
        if place == 0 or place in skipped or token.kind != "word" or token.text in _NOT_A_STATEMENT:
            continue
        if tokens[place - 1].text not in (";", "{", "}", ")", "else") or tokens[place - 1].kind not in ("sign", "word"):
            continue
        depth, at, plain, calls = 0, place, True, False
        while at < len(tokens) and not (depth == 0 and tokens[at].text == ";"):
            text = tokens[at].text
            if text in ("(", "[", "{"):
                calls |= text == "("
                depth += 1
            elif text in (")", "]", "}"):
                depth -= 1
            if depth < 0 or (depth == 0 and text in (":", ",", "{")) or text == "{":
                plain = False
                break
            both_words = tokens[at].kind == "word" and at > place and tokens[at - 1].kind == "word"
            declares = tokens[at].kind == "word" and at > place and tokens[at - 1].text in (">", "&", "*", "&&")
            if depth == 0 and (both_words or (declares and not calls and "=" not in [t.text for t in tokens[place:at]])):
                plain = False
                break
            if text == "=":
                calls = True
            if text in _HINTS:
                plain = False
                break
            at += 1
        if plain and calls and at < len(tokens) and depth == 0:
            yield Mutant(token.begin, tokens[at].begin, "", "statement")


def mutants_of(text):
    """All changes that we know to make, in the order of the text."""
    tokens = tokens_of(text)
    skipped = _left_alone(tokens)
    found = list(_signs(text, tokens, skipped)) + list(_words(tokens, skipped)) + list(_numbers(tokens, skipped))
    for mutant, end in _conditions(tokens, skipped):
        if end is None:
            found.append(mutant)
        else:
            found.append(Mutant(mutant.begin, end, f"!({text[mutant.begin:end]})", mutant.what))
    found += _statements(tokens, skipped)
    return sorted(set(found), key=lambda mutant: (mutant.begin, mutant.end, mutant.new))
