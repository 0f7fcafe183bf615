#!/usr/bin/env python3
"""Writes the code point classes and lower-casing of this Python as compact ranges, for UnicodeTables.java.

Run it with CPython 3.11 (Unicode 14): python3.11 unicode_tables.py > ../src/main/resources/dev/guerdon/cpython/unicode-14.txt
A line is a name and ranges. Every number is hexadecimal. In a set, "+g" or "+g,n" skips g code points after the end of the last
range and then takes n + 1 of them. In the mapping, "first,last,step,delta" maps every step-th code point from first to last to
itself plus delta.
"""
import sys
import unicodedata

assert unicodedata.unidata_version == "14.0.0", unicodedata.unidata_version
POINTS = range(sys.maxunicode + 1)


def ranges(test):
    found, start = [], None
    for c in POINTS:
        if test(chr(c)):
            start = c if start is None else start
        elif start is not None:
            found.append((start, c - 1))
            start = None
    return found


def packed(test):
    out, end = [], -1
    for first, last in ranges(test):
        gap, length = first - end - 1, last - first
        out.append("+%x" % gap + (",%x" % length if length else ""))
        end = last
    return " ".join(out)


def sigma(before):
    return (before + "\u03a3").lower()[-1] == "\u03c2"


def ignorable(c):
    return sigma("A" + c) and not sigma("1" + c)


def cased(c):
    return sigma(c) and not ignorable(c)


def lower():
    pairs = [(c, ord(chr(c).lower()) - c) for c in POINTS if len(chr(c).lower()) == 1 and chr(c).lower() != chr(c)]
    out, i = [], 0
    while i < len(pairs):
        first, delta = pairs[i]
        j, step = i, 1
        if i + 1 < len(pairs) and pairs[i + 1][1] == delta and pairs[i + 1][0] - first in (1, 2):
            step = pairs[i + 1][0] - first
            while j + 1 < len(pairs) and pairs[j + 1] == (pairs[j][0] + step, delta):
                j += 1
        out.append("%x,%x,%x,%s%x" % (first, pairs[j][0], step, "-" if delta < 0 else "", abs(delta)))
        i = j + 1
    return " ".join(out)


print("space", packed(str.isspace))
print("word", packed(lambda c: c == "_" or c.isalnum()))
print("numeric", packed(str.isnumeric))
print("decimal", packed(str.isdecimal))
print("cased", packed(cased))
print("ignorable", packed(ignorable))
print("printable", packed(str.isprintable))
print("lower", lower())
