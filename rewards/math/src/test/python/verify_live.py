"""Sets math_verify_reward beside the installed math-verify on pairs drawn from a seed, and prints a table of where they agree.

    python3 verify_live.py GUERDON PAIRS SEED [FILE]

PAIRS pairs are drawn in equal shares from the classes below; half of them have the value of their gold answer. Every disagreement goes
to FILE as one JSON line, if it is given. Needs Python with the package math-verify.
"""

import json
import logging
import random
import subprocess
import sys
from collections import Counter
from importlib.metadata import version

logging.disable(logging.CRITICAL)


def whole(r, low=-20, high=60):
    return r.randint(low, high)


def other(r, number):
    return number + r.choice([-3, -2, -1, 1, 2, 5])


def money(r):
    a = whole(r, 1, 5000)
    b = a if r.random() < 0.5 else other(r, a)
    group = f"{b:,}" if r.random() < 0.4 else str(b)
    gold = r.choice([r"\$%s", r"\$%s.00", r"$\$%s$", r"%s \text{ dollars}", r"%s"]) % a
    return gold, r.choice([r"\boxed{\$%s}", r"$\$%s$", r"The cost is $\$%s$.", r"\boxed{%s}", r"It is \$%s.", r"$%s$ dollars"]) % group


def line(r):
    a, b = sorted(r.sample(range(-9, 12), 2))
    c, d = (a, b) if r.random() < 0.5 else (a, b + 1)
    minus = r.choice([r"\setminus", r"\backslash"]) if r.random() < 0.3 else r"\setminus"
    gold = r.choice([r"\mathbb{R} \setminus [%d,%d]", r"\mathbb R\setminus[%d,%d]", r"\mathbb{R}\setminus\{%d,%d\}",
                     r"(-\infty,%d)\cup(%d,\infty)", r"(-\infty,%d]\cup[%d,\infty)"]) % (a, b)
    return gold, r"\boxed{%s}" % (r.choice([r"\mathbb{R} %s [%%d,%%d]" % minus, r"(-\infty,%d)\cup(%d,\infty)",
                                            r"(-\infty, %d) \cup (%d, \infty)", r"\mathbb{R}\setminus\{%d,%d\}",
                                            r"x<%d \text{ or } x>%d"]) % (c, d))


def answer(r):
    a, b = whole(r), whole(r, 1, 9)
    c = a if r.random() < 0.5 else other(r, a)
    k = r.randrange(7)
    return [(str(a), str(c)), (r"\frac{%d}{%d}" % (a, b), r"\frac{%d}{%d}" % (2 * c, 2 * b)),
            (r"%d\sqrt{%d}" % (a, b + 1), r"%d\sqrt{%d}" % (c, b + 1)), ("(%d,%d)" % (a, b), "(%d, %d)" % (c, b)),
            (r"x^2+%dx" % b, r"%dx+x^2" % (b if a == c else b + 1)), (r"\{%d,%d\}" % (a, a + b), r"\{%d,%d\}" % (a + b, c)),
            ("x=%d" % a, "%d" % c)][k]


def prose(r):
    gold, given = answer(r)
    forms = ["**Answer:** $%s$", "The final answer is $%s$.", "So **the result** is $%s$.", "$x$ is unknown. **$%s$**",
             "<think>It may be $7$.</think> $%s$", r"<think>\boxed{7}</think>\boxed{%s}", r"**Step 1.** $1+1=2$ **Answer** \boxed{%s}",
             r"\[%s\]", "$$%s$$", r"\(%s\)", "First $2+2=4$.\n\nThen $%s$", "The answer is: $%s$ units", r"\boxed{%s}.", r"$\boxed{%s}$ cm"]
    return gold, r.choice(forms) % given


def matrix(r):
    n, m = r.randint(1, 3), r.randint(1, 3)
    rows = [[whole(r, -9, 9) for _ in range(m)] for _ in range(n)]
    given = [row[:] for row in rows]
    if r.random() < 0.5:
        i, j = r.randrange(n), r.randrange(m)
        given[i][j] = other(r, given[i][j])
    kinds = ["pmatrix", "bmatrix", "matrix", "vmatrix"] if r.random() < 0.2 else ["pmatrix", "bmatrix"]

    def write(values, kind):
        return r"\begin{%s} %s \end{%s}" % (kind, r" \\ ".join(" & ".join(map(str, row)) for row in values), kind)

    return write(rows, r.choice(kinds)), r"\boxed{%s}" % write(given, r.choice(kinds))


def cases(r):
    a, b, c = whole(r, -9, 9), whole(r, 1, 9), whole(r, -5, 5)
    d = b if r.random() < 0.5 else b + 1
    form = r"\begin{cases} %dx & %sx < %d \\ x+%d & %sx \ge %d \end{cases}"
    word = r.choice(["", r"\text{if } "])
    again = r.choice(["", r"\text{if } "])
    return form % (a, word, c, b, word, c), r"\boxed{%s}" % (form % (a, again, c, d, again, c))


def scientific(r):
    m, k = whole(r, 10, 99) / 10, r.randint(-6, 8)
    n = m if r.random() < 0.5 else m + 0.1
    gold = r"%g \times 10^{%d}" % (m, k)
    return gold, r.choice([r"\boxed{%g \times 10^{%d}}", r"$%g\cdot 10^{%d}$", r"\boxed{%g\times10^{%d}}", r"%gE%d", r"$%g \times 10^{%d}$ m"]) % (n, k)


def percent(r):
    a = whole(r, 1, 99)
    b = a if r.random() < 0.5 else other(r, a)
    gold = r.choice([r"%d\%%", "%d", r"$%d\%%$", "%d percent", r"\frac{%d}{100}"]) % a
    return gold, r.choice([r"\boxed{%d\%%}", r"\boxed{%d}", "$%d\\%%$", "%d%%", "It is %d percent.", r"$%d$%%", r"\boxed{%d \text{ percent}}"]) % b


def logic(r):
    a, b = whole(r, 0, 9), r.choice("pqx")
    gold = r.choice([str(a), b, r"\lnot %s" % b, r"%s \land q" % b, r"\neg %d" % a])
    return gold, r.choice([r"\boxed{\lnot %s}", r"\boxed{\neg %s}", r"\boxed{%s}", r"\boxed{\text{not } %s}", r"$%s$"]) % r.choice([str(a), b])


def relation(r):
    a, b = whole(r, -9, 9), whole(r, 1, 9)
    c = a if r.random() < 0.5 else other(r, a)
    gold = r.choice(["x > %d", r"x \ge %d", r"x \leq %d", "x = %d", r"x \in (%d, \infty)", r"(%d, \infty)", r"[%d, \infty)", "y=%dx"]) % a
    return gold, r"\boxed{%s}" % (r.choice(["x > %d", r"x \ge %d", r"%d < x", r"(%d, \infty)", r"[%d,\infty)", "x = %d", "%d", "y = %dx"]) % c)


def sets(r):
    items = r.sample(range(-9, 20), r.randint(2, 4))
    given = items[:]
    r.shuffle(given)
    if r.random() < 0.5:
        given[0] = other(r, given[0])
    write = [r"\{%s\}", "%s", "(%s)", r"\left\{%s\right\}", "x=%s"]
    join = r.choice([", ", ",", r" \text{ and } ", " and ", r",\ "])
    return r.choice(write[:4]) % ", ".join(map(str, items)), r"\boxed{%s}" % (r.choice(write) % join.join(map(str, given)))


def values(r):
    a, b = whole(r, 1, 12), whole(r, 2, 12)
    c = a if r.random() < 0.5 else a + 1
    k = r.randrange(9)
    return [(r"\frac{%d}{%d}" % (a, b), r"\boxed{%s}" % repr(round(c / b, r.choice([3, 6, 8])))),
            (r"\sqrt{%d}" % a, r"\boxed{%s}" % repr(round(c ** 0.5, r.choice([4, 6, 9])))),
            (r"%d^\circ" % (a * 15), r"\boxed{%d^\circ}" % (c * 15)), (r"%d\pi" % a, r"$%d\pi$" % c),
            (r"%d!" % (a % 7), r"\boxed{%d!}" % (c % 7)), (r"\binom{%d}{2}" % (a + 2), r"\boxed{%d}" % ((c + 2) * (c + 1) // 2)),
            (r"%d\text{ cm}^2" % a, r"\boxed{%d\text{ cm}^2}" % c), (r"\log_2 %d" % 2 ** (a % 6), r"\boxed{%d}" % (c % 6)),
            (r"%d+%di" % (a, b), r"\boxed{%di+%d}" % (b, c))][k]


def units(r):
    a = whole(r, 1, 200)
    b = a if r.random() < 0.5 else other(r, a)
    unit = r.choice(["cm", "m", "hours", "square units", "degrees", "apples", "dollars", "miles per hour", "units"])
    forms = [r"%%d\text{ %s}" % unit, r"%%d \text{ %s}" % unit, "%%d %s" % unit, r"%%d\,\mathrm{%s}" % unit.split()[0], "%d"]
    return r.choice(forms) % a, r"\boxed{%s}" % (r.choice(forms) % b)


def words(r):
    a, b = r.choice(["yes", "isosceles", "Tuesday", "no solution", "A", "(B)"]), r.choice(["yes", "isosceles", "no", "B", "A"])
    b = a if r.random() < 0.5 else b
    return r.choice([r"\text{%s}", "%s"]) % a, r.choice([r"\boxed{\text{%s}}", r"\boxed{%s}", r"$\text{%s}$", r"\boxed{\textbf{%s}}"]) % b


def algebra(r):
    a, b, c = whole(r, 1, 9), whole(r, 1, 9), whole(r, 2, 6)
    d = b if r.random() < 0.5 else b + 1
    k = r.randrange(8)
    return [(r"(x+%d)(x+%d)" % (a, b), r"\boxed{x^2+%dx+%d}" % (a + d, a * d)), (r"\frac{x+%d}{%d}" % (b, c), r"\boxed{\frac{x}{%d}+\frac{%d}{%d}}" % (c, d, c)),
            (r"%d\sin x" % b, r"\boxed{%d\sin(x)}" % d), (r"e^{%dx}" % b, r"\boxed{e^{%dx}}" % d), (r"\ln(%d)" % (b + 1), r"\boxed{\ln %d}" % (d + 1)),
            (r"x^{%d}" % b, r"\boxed{x^%d}" % d), (r"\frac{%d}{x+%d}" % (a, b), r"\boxed{\dfrac{%d}{%d+x}}" % (a, d)),
            (r"\sqrt{%d}x" % (b * b * c), r"\boxed{%d\sqrt{%d}x}" % (d, c))][k]


def numerals(r):
    a = whole(r, 1000, 9999999)
    b = a if r.random() < 0.5 else other(r, a)
    return r.choice(["%d", "$%d$"]) % a, r.choice([r"\boxed{%s}", "$%s$", "It is %s."]) % r.choice([str(b), f"{b:,}", f"{b:,}".replace(",", "{,}"),
                                                                                          f"{b:,}".replace(",", r",\!"), f"{b}.0", f"{b:,}.00"])


def several(r):
    a, b = whole(r), whole(r)
    c = b if r.random() < 0.5 else b + 1
    gold = r.choice(["%d, %d", r"\{%d, %d\}", r"%d \text{ and } %d", "$%d$ and $%d$", r"\boxed{%d}, \boxed{%d}", "x=%d, y=%d"]) % (a, b)
    return gold, r.choice([r"\boxed{%d}, \boxed{%d}", r"\boxed{%d} and \boxed{%d}", "$%d$ and $%d$", "$%d$, $%d$", r"\boxed{%d, %d}", r"$\boxed{%d}$ or $\boxed{%d}$",
                           "x=%d, y=%d", "The values are $%d$ and $%d$."]) % (a, c)


def unions(r):
    a, b = sorted(r.sample(range(-9, 12), 2))
    c = b if r.random() < 0.5 else b + 1
    form = r.choice([r"(%d,%d)", r"[%d,%d)", r"(-\infty,%d)\cup(%d,\infty)", r"[%d,\frac{%d}{2}]", r"\left(%d,%d\right]", r"(%d, %d] \cup \{20\}"])
    return form % (a, b), r"\boxed{%s}" % (r.choice([form, form.replace("(", r"\left(").replace(r"\left\left", r"\left") if "]" not in form and "[" not in form and r"\left" not in form and form.count("(") == form.count(")") else form]) % (a, c)).replace(r"\left(", "(").replace(r"\right", "")


def lines(r):
    a, b, c = whole(r, 1, 9), whole(r, 1, 9), whole(r, -9, 9)
    d = c if r.random() < 0.5 else c + 1
    gold = r.choice(["y=%dx+%d" % (a, b + 10), "%dx+%dy=%d" % (a, b, c), "%dx - %dy = %d" % (a, b, c)])
    if gold[0] == "y":
        return gold, r"\boxed{y = %d + %dx}" % (b + 10 + (d != c), a)
    k = r.choice([1, 2, 3])
    sign = "+" if "+" in gold else "-"
    return gold, r"\boxed{%dx %s %dy = %d}" % (k * a, sign, k * b, k * d)


CLASSES = [money, line, prose, matrix, cases, scientific, percent, logic, relation, sets, values, units,
           words, algebra, numerals, several, unions, lines]


def pairs(count, seed):
    r = random.Random(seed)
    seen, made = set(), []
    while len(made) < count:
        kind = CLASSES[len(made) % len(CLASSES)]
        gold, given = kind(r)
        if (gold, given) not in seen:
            seen.add((gold, given))
            made.append({"id": len(made), "class": kind.__name__, "answer": gold, "final_response": given})
        elif r.random() < 0.02:
            seen.clear()  # a small class may repeat itself
    return made


def reference(made):
    from math_verify import parse, verify

    def wrapped(text):
        return text if "$" in text or "\\boxed" in text else "$" + text + "$"

    verdicts = []
    for one in made:
        try:
            verdicts.append(bool(verify(parse(wrapped(one["answer"])), parse(wrapped(one["final_response"])))))
        except Exception:
            verdicts.append(False)
    return verdicts


def main():
    guerdon, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    made = pairs(count, seed)
    lines = "".join(json.dumps(one) + "\n" for one in made)
    done = subprocess.run([guerdon, "score", "--quiet", "--reward", "math_verify_reward"], input=lines, text=True, capture_output=True)
    ours = [json.loads(line)["reward"] for line in done.stdout.splitlines()]
    equal, all_of = Counter(), Counter()
    out = open(sys.argv[4], "w") if len(sys.argv) > 4 else None
    for one, mine, theirs in zip(made, ours, reference(made), strict=True):
        all_of[one["class"]] += 1
        if (mine == 1) == theirs:
            equal[one["class"]] += 1
        elif out:
            out.write(json.dumps({"theirs": theirs, "ours": mine, **one}) + "\n")
    print(f"| class | pairs | equal | (math-verify {version('math-verify')}, seed {seed})\n|---|---|---|")
    for name in all_of:
        print(f"| {name} | {all_of[name]} | {100 * equal[name] / all_of[name]:.1f} % |")
    print(f"| all | {len(made)} | {100 * sum(equal.values()) / len(made):.2f} % |")


if __name__ == "__main__":
    main()
