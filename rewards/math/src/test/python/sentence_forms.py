"""Asks math_equal_reward about ways to end a solution with answers drawn from a seed, and prints a table of what is paid.

    python3 sentence_forms.py GUERDON PAIRS SEED SENTENCES

SENTENCES is the list of forms in rewards/math/src/test/resources. Each pair is a form and an answer of a random kind; a third of the pairs
are forms that state the answer, a third forms that deny, doubt or offer several, a third the answer in a box.
"""

import json
import random
import subprocess
import sys
from collections import Counter

KINDS = {
    "whole": lambda r: str(r.randint(-999, 999)),
    "decimal": lambda r: f"{r.uniform(-50, 50):.2f}",
    "fraction": lambda r: r"%s\frac{%d}{%d}" % (r.choice(["", "-"]), r.randint(1, 40), r.randint(2, 40)),
    "root": lambda r: r"%d\sqrt{%d}" % (r.randint(2, 9), r.choice([2, 3, 5, 6, 7])),
    "polynomial": lambda r: "%dx^%d%+dx%+d" % (r.randint(2, 9), r.randint(2, 5), r.randint(1, 9), r.randint(-9, -1)),
    "interval": lambda r: "%s%d,%d%s" % (r.choice("(["), r.randint(-9, 0), r.randint(1, 9), r.choice(")]")),
    "set": lambda r: r"\{%d,%d,%d\}" % tuple(r.sample(range(-20, 90), 3)),
    "tuple": lambda r: "(%d,%d)" % (r.randint(-9, 9), r.randint(-9, 9)),
    "equation": lambda r: "y=%dx%+d" % (r.randint(2, 9), r.randint(1, 9)),
    "inequality": lambda r: r"x %s %d" % (r.choice([r"\le", r"\ge", "<", ">"]), r.randint(-9, 9)),
    "percent": lambda r: r"%d\%%" % r.randint(1, 99),
    "angle": lambda r: r"%d^\circ" % r.randint(1, 179),
    "quantity": lambda r: r"%d\text{ %s}" % (r.randint(2, 99), r.choice(["cm", "hours", "kg", "miles"])),
    "money": lambda r: r"\$%d" % r.randint(1, 999),
    "complex": lambda r: "%d%+di" % (r.randint(1, 9), r.randint(1, 9)),
    "matrix": lambda r: r"\begin{pmatrix}%d&%d\\%d&%d\end{pmatrix}" % tuple(r.randint(-9, 9) for _ in range(4)),
    "scientific": lambda r: r"%d\times 10^{%d}" % (r.randint(2, 9), r.randint(-9, 9)),
    "solutions": lambda r: r"x=%d\text{ or }x=%d" % tuple(r.sample(range(-20, 20), 2)),
    "text": lambda r: r"\text{%s}" % r.choice(["no solution", "parabola", "Tuesday", "increasing", "rational"]),
    "choice": lambda r: "(%s)" % r.choice("ABCDE"),
}


def forms(path):
    found, section = {"pays": [], "never": []}, None
    for line in open(path, encoding="utf-8").read().splitlines():
        if line.startswith("= "):
            section = line[2:]
        elif section in found and line and "[] I hope" not in line:
            found[section].append(line)
    return found


def main():
    guerdon, count, seed, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    r, known, tasks = random.Random(seed), forms(path), []
    for i in range(count):
        kind = r.choice(list(KINDS))
        answer = KINDS[kind](r)
        section = ["pays", "never", "boxed"][i % 3]
        form = r"So it is \boxed{[]}." if section == "boxed" else r.choice(known[section])
        response = form.replace("~", "\n").replace("{}", "$" + answer + "$").replace("[]", answer)
        tasks.append({"id": i, "kind": kind, "section": section, "form": form, "final_response": response, "answer": answer})
    lines = "".join(json.dumps(one) + "\n" for one in tasks)
    done = subprocess.run([guerdon, "score", "--quiet", "--reward", "math_equal_reward"], input=lines, text=True, capture_output=True)
    all_of, paid = Counter(), Counter()
    for one, line in zip(tasks, done.stdout.splitlines(), strict=True):
        reward = json.loads(line)["reward"]
        all_of[one["section"]] += 1
        paid[one["section"]] += reward == 1
        if (reward == 1) == (one["section"] == "never"):
            print(json.dumps({"paid": reward, **one}), file=sys.stderr)
    print(f"| seed {seed} | pairs | paid |\n|---|---|---|")
    for name, said in [("pays", "states the answer"), ("never", "denies, doubts, offers several, only thinks it"), ("boxed", "boxed as itself")]:
        print(f"| {said} | {all_of[name]} | {paid[name]} |")


main()
