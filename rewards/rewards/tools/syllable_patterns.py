#!/usr/bin/env python3
"""Learns letter patterns that correct a count of vowel groups, and lists the words they do not explain, for TextWords.java.

python3 syllable_patterns.py cmudict.dict > ../src/main/resources/dev/guerdon/rewards/syllables.txt   (needs numpy)

The input is the CMU Pronouncing Dictionary (BSD licence, kept beside the output). A word's count starts with its groups of vowel
letters. Patterns of up to six letters, with ^ and $ for the ends of the word, then add or take away; they are chosen greedily, the
one that brings most words closer to their true count first, until none helps more than two words on balance.
Lines of the output: "pattern DELTA p p p ..." and "word COUNT w w w ...".
"""
import re
import sys
from collections import defaultdict

import numpy as np

LONGEST = 6
LEAST_GAIN = 3
CONTRACTIONS = {"dnt$": 1, "snt$": 1}  # didnt, wasnt: written without the apostrophe


def read(path):
    counts = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            word, *phones = line.split("#")[0].split() or [""]
            if re.fullmatch(r"[a-z]+('(t|s|d|ve|ll|re))?", word):
                counts[word] = sum(phone[-1].isdigit() for phone in phones)
    return {word: count for word, count in sorted(counts.items()) if count}


def grams(word):
    text = "^" + word + "$"
    return [text[i : i + n] for n in range(1, LONGEST + 1) for i in range(len(text) - n + 1)]


def vowel_groups(word):
    return len(re.findall("[aeiouy]+", word))


def gains(error):
    """What adding one, and taking one away, would gain for each word: 1 closer, -1 farther."""
    return np.where(error >= 1, 1, -1), np.where(error <= -1, 1, -1)


def learn(counts):
    words = list(counts)
    frequency = defaultdict(int)
    for word in words:
        for gram in grams(word):
            frequency[gram] += 1
    names = [gram for gram, n in frequency.items() if n >= LEAST_GAIN and gram not in ("^", "$")]
    number = {name: i for i, name in enumerate(names)}
    of_word = [np.array([number[g] for g in grams(w) if g in number], dtype=np.int32) for w in words]
    sizes = np.array([len(found) for found in of_word])
    flat, owner = np.concatenate(of_word), np.repeat(np.arange(len(words)), sizes)
    order = np.argsort(flat, kind="stable")
    holders, start = owner[order], np.searchsorted(flat[order], np.arange(len(names) + 1))
    learned = defaultdict(int, CONTRACTIONS)
    error = np.array([counts[w] - vowel_groups(w) - sum(learned.get(g, 0) for g in grams(w)) for w in words])
    gain = [np.bincount(flat, weights=g[owner], minlength=len(names)) for g in gains(error)]
    shorter_first = np.array([0.01 * len(name) for name in names])
    while True:
        best = [int(np.argmax(g - shorter_first)) for g in gain]
        which = 0 if gain[0][best[0]] >= gain[1][best[1]] else 1
        pattern, delta = best[which], (1, -1)[which]
        if gain[which][pattern] < LEAST_GAIN:
            return {name: total for name, total in learned.items() if total}
        learned[names[pattern]] += delta
        touched, times = np.unique(holders[start[pattern] : start[pattern + 1]], return_counts=True)
        before = gains(error[touched])
        error[touched] -= delta * times
        for side, (old, new) in enumerate(zip(before, gains(error[touched]))):
            changed = np.nonzero(new - old)[0]
            if len(changed):
                index = np.concatenate([of_word[w] for w in touched[changed]])
                weight = np.repeat((new - old)[changed], sizes[touched[changed]])
                gain[side] += np.bincount(index, weights=weight, minlength=len(names))


def main():
    counts = read(sys.argv[1])
    patterns = learn(counts)
    lines = defaultdict(list)
    for name, delta in sorted(patterns.items()):
        lines["pattern %d" % delta].append(name)
    for word, count in counts.items():
        if max(1, vowel_groups(word) + sum(patterns.get(g, 0) for g in grams(word))) != count:
            lines["word %d" % count].append(word)
    for head, members in sorted(lines.items()):
        print(head, *members)


main()
