"""A small agent of one's own for `agent: command`: reads a task from standard input, writes what it did as lines of JSON.

It has no model. What it knows stands in rules/*.md, as a prompt would, and `guerdon improve` changes those files.
"""

import json
import pathlib
import re
import sys


def main():
    task = json.loads(sys.stdin.readline())
    question = task["messages"][-1]["content"]
    rules = "\n".join(file.read_text(encoding="utf-8") for file in sorted(pathlib.Path("rules").glob("*.md")))
    a, b = (int(number) for number in re.findall(r"\d+", question)[:2])
    value = a * b if "times" in question else a + b
    if "centimetres" in question and "centimetre is a hundredth" in rules:
        value *= 100
    print(json.dumps({"role": "assistant", "content": f"I take {a} and {b} and get {value}."}))
    bare = "bare number" in rules
    print(json.dumps({"answer": str(value) if bare else f"After some thought I would say that it is {value}."}))


if __name__ == "__main__":
    main()
