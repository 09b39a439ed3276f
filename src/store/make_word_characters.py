#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes word_characters_data.inc from Python's Unicode tables: which characters above ASCII make
words, which stand alone, how letters fold, and which sequences are one character written in two ways. ./make_word_characters.py > word_characters_data.inc"""
import sys
import unicodedata

# Scripts written without spaces: every character is a word, and a run of them a phrase.
ALONE = [
    (0x0E01, 0x0E4E), (0x0E81, 0x0ECD), (0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17D3),
    (0x2E80, 0x2FD5), (0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x3038, 0x303C),
    (0x3041, 0x3096), (0x309B, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x3105, 0x312F),
    (0x3131, 0x318E), (0x31A0, 0x31BF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
    (0xA960, 0xA97C), (0xAC00, 0xD7FB), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0xFFA0, 0xFFDC),
    (0x1B000, 0x1B16F), (0x20000, 0x323AF),
    # Pictures and dingbats, so that a rocket can be looked for.
    (0x2600, 0x27BF), (0x2B50, 0x2B55), (0x1F000, 0x1FAFF),
]
LAST = 0x323AF


def kind(c):
    if any(a <= c <= b for a, b in ALONE):
        return 2
    return 1 if unicodedata.category(chr(c))[0] in "LNM" else 0


def fold(c):
    """One character to one, and never into ASCII: a word of ASCII letters is then written with
    those letters and no others, which is what lets a scan look for its bytes."""
    for folded in (chr(c).casefold(), chr(c).lower()):
        if len(folded) == 1 and ord(folded) >= 0x80:
            return ord(folded)
    return c


def ranges(values):
    """Runs of equal values: (first, last, value)."""
    start = 0x80
    for c in range(0x81, LAST + 2):
        if c > LAST or values(c) != values(start):
            yield start, c - 1, values(start)
            start = c


def decompositions():
    """Canonical ones: (character, what it is made of). Hangul is computed where it is needed."""
    for c in range(0x80, LAST + 1):
        made_of = unicodedata.decomposition(chr(c))
        if made_of and not made_of.startswith("<"):
            yield c, [int(one, 16) for one in made_of.split()]


def print_spellings():
    pairs, singles = [], []
    for c, made_of in decompositions():
        if len(made_of) == 2:
            pairs.append((*made_of, c))
        elif made_of[0] >= 0x80:
            singles.append((c, ord(unicodedata.normalize("NFC", chr(c))) if len(unicodedata.normalize("NFC", chr(c))) == 1 else made_of[0]))
    print("// Two characters that are one: first, second, composed")
    print("constexpr Pair kPairs[] = {")
    for first, second, composed in sorted(pairs):
        print(f"    {{0x{first:X}, 0x{second:X}, 0x{composed:X}}},")
    print("};")
    print("// What follows in such pairs")
    print("constexpr char32_t kSeconds[] = {")
    for second in sorted({second for _, second, _ in pairs}):
        print(f"    0x{second:X},")
    print("};")
    print("// A character that is another one: first, second")
    print("constexpr Single kSingles[] = {")
    for c, same in singles:
        print(f"    {{0x{c:X}, 0x{same:X}}},")
    print("};")


def main():
    print("// Made by make_word_characters.py from Unicode", unicodedata.unidata_version)
    print("constexpr WordRange kWordRanges[] = {")
    for first, last, value in ranges(lambda c: kind(c) if c <= LAST else -1):
        if value > 0:
            print(f"    {{0x{first:X}, 0x{last:X}, {value}}},")
    print("};")
    print("// first, last, step, difference")
    print("constexpr FoldRange kFoldRanges[] = {")
    folds = [(c, fold(c) - c) for c in range(0x80, LAST + 1) if fold(c) != c]
    i = 0
    while i < len(folds):
        first, delta = folds[i]
        step = 1
        if i + 1 < len(folds) and folds[i + 1][1] == delta and folds[i + 1][0] - first in (1, 2):
            step = folds[i + 1][0] - first
        j = i
        while j + 1 < len(folds) and folds[j + 1] == (folds[j][0] + step, delta):
            j += 1
        print(f"    {{0x{first:X}, 0x{folds[j][0]:X}, {step}, {delta}}},")
        i = j + 1
    print("};")
    print_spellings()


sys.exit(main())
