#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes unicode_width_data.inc from the Unicode files of Debian's package unicode-data.

Run in this folder when the tables should follow a newer Unicode: ./make_unicode_width.py
"""
import re

DATA = "/usr/share/unicode/"
LAST = 0x10FFFF


def properties(name):
    """(first, last, value) of each line of a property file."""
    with open(DATA + name, encoding="utf-8") as lines:
        for line in lines:
            match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
            if match:
                first = int(match[1], 16)
                yield first, int(match[2] or match[1], 16), match[3]


def code_points(name, values):
    return {c for first, last, value in properties(name) if value in values
            for c in range(first, last + 1)}


def ranges(chars):
    chars = sorted(chars)
    start = None
    for i, c in enumerate(chars):
        if start is None:
            start = c
        if i + 1 == len(chars) or chars[i + 1] != c + 1:
            yield start, c
            start = None


def table(name, chars):
    cells = [f"{{0x{first:X}, 0x{last:X}}}," for first, last in ranges(chars)]
    rows, row = [], " "
    for cell in cells:
        if len(row) + 1 + len(cell) > 100:
            rows.append(row)
            row = " "
        row += " " + cell
    return f"constexpr Range {name}[] = {{\n" + "\n".join(rows + [row]) + "\n};\n"


general = "extracted/DerivedGeneralCategory.txt"
# Marks and format characters take no cell. Signs that enclose the digits after them do, and so does
# the soft hyphen in every terminal we know.
enclosing = code_points("PropList.txt", {"Prepended_Concatenation_Mark"}) | {0xAD}
jamo_after_first = set(range(0x1160, 0x1200)) | set(range(0xD7B0, 0xD800))
unassigned_ignorable = set(range(0xE0000, 0xE1000))
zero = ((code_points(general, {"Mn", "Me", "Cf", "Zl", "Zp"}) - enclosing)
        | jamo_after_first | unassigned_ignorable)
wide = code_points("EastAsianWidth.txt", {"W", "F"}) - zero
pictographs = code_points("emoji/emoji-data.txt", {"Extended_Pictographic"})

with open(DATA + "EastAsianWidth.txt", encoding="utf-8") as f:
    version = re.search(r"-([\d.]+)\.txt", f.readline())[1]
with open("unicode_width_data.inc", "w", encoding="utf-8") as out:
    out.write("// SPDX-License-Identifier: MIT\n"
              f"// Unicode {version}; written by make_unicode_width.py, not by hand.\n\n")
    out.write(table("kZeroWidth", zero) + "\n" + table("kWide", wide) + "\n"
              + table("kPictographs", pictographs))
