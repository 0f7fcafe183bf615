"""Looks for pairs of answers on which math_equal_reward and SymPy disagree.

    python3 differential.py GUERDON SECONDS [SEED]

Makes expressions at random, lets SymPy rewrite or change them, labels each pair by evaluating both sides at random points with 50
digits, and asks GUERDON (the launcher) for its verdict. Every disagreement is printed as one JSON line; the last line is a summary.
The label is SymPy's arithmetic, not its opinion: what it cannot evaluate is left out.
"""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import sympy as sp

X, Y, N = sp.Symbol("x", real=True), sp.Symbol("y", real=True), sp.Symbol("n", integer=True, positive=True)
BATCH = 1500
DIGITS = 50
CLOSE = sp.Float("1e-35", DIGITS)


def latex(e):
    return sp.latex(e, ln_notation=True)  # "log" alone has base 10 for Guerdon


class TooSlow(Exception):
    pass


def limited(seconds, work):
    def late(*_):
        raise TooSlow

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def number(r):
    k = r.randrange(8)
    a, b = sp.Integer(r.randint(1, 12)), sp.Integer(r.randint(2, 12))
    return [a, -a, a / b, sp.sqrt(a + 1), sp.pi * a / b, sp.E * a, sp.log(b), sp.root(a + 1, 3) / b][k]


def leaf(r, letters):
    return r.choice(letters) if letters and r.random() < 0.6 else number(r)


def expression(r, depth, letters):
    if depth == 0:
        return leaf(r, letters)
    a, b = expression(r, depth - 1, letters), expression(r, r.randrange(depth), letters)
    k = r.randrange(14)
    if k < 3:
        return a + b
    if k < 5:
        return a - b
    if k < 7:
        return a * b
    if k == 7:
        return a / (b ** 2 + r.randint(1, 5))
    if k == 8:
        return a ** r.randint(2, 4)
    if k == 9:
        return r.choice([sp.sin, sp.cos])(a)
    if k == 10:
        return sp.exp(a)
    if k == 11:
        return sp.log(a ** 2 + r.randint(1, 5))
    if k == 12:
        return sp.sqrt(a ** 2 + r.randint(1, 5))
    return sp.Abs(a) if letters else sp.binomial(r.randint(4, 12), r.randint(1, 4)) * a


REWRITES = [
    sp.expand, sp.factor, sp.together, sp.cancel, sp.simplify, sp.trigsimp, sp.expand_trig, sp.powsimp, sp.radsimp,
    sp.expand_log, sp.logcombine, sp.ratsimp, sp.nsimplify,
    lambda e: sp.apart(e, X), lambda e: sp.collect(sp.expand(e), X), lambda e: e.subs(sp.cos(X) ** 2, 1 - sp.sin(X) ** 2),
    lambda e: sp.horner(sp.expand(e)), lambda e: sp.Add(e, 0) if False else e + 0, lambda e: -(-e).expand(),
]


def changed(r, e):
    parts = [p for p in sp.preorder_traversal(e)]
    part = r.choice(parts)
    if part.is_Integer:
        other = part + r.choice([-2, -1, 1, 2])
    elif part.is_Rational:
        other = part + sp.Rational(1, part.q)
    elif part.is_Symbol:
        other = r.choice([-part, part + 1, 2 * part])
    elif part.func == sp.sin:
        other = sp.cos(*part.args)
    elif part.func == sp.cos:
        other = sp.sin(*part.args)
    elif part.func == sp.Abs:
        other = part.args[0]
    elif part.is_Add:
        other = part - 2 * part.args[0]
    else:
        other = part * r.choice([-1, 2, sp.Rational(1, 2)])
    return e.xreplace({part: other})


def value(e, at):
    v = sp.N(e.subs(at), DIGITS)
    if not v.is_number or v.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        raise ValueError
    return v


def same(r, a, b):
    """True, False, or None where arithmetic does not tell."""
    letters = sorted(a.free_symbols | b.free_symbols, key=str)
    if not letters:
        return close(value(a, {}), value(b, {}))
    seen = 0
    for scale in (1, 1, 3, 3, 10, 40, 1000):
        at = {s: sp.Integer(r.randint(1, 8 + scale)) if s == N else sp.Rational(r.randint(-10**6, 10**6) * scale, 10**6)
              for s in letters}
        try:
            va, vb = value(a, at), value(b, at)
        except ValueError:
            continue
        if abs(va) > sp.Float("1e60") or abs(vb) > sp.Float("1e60"):
            continue
        seen += 1
        if not close(va, vb):
            # Near a cancellation all digits may be lost; only a difference that stands out counts.
            return False if abs(va - vb) > sp.Float("1e-15") * (abs(va) + abs(vb)) else None
    return True if seen >= 4 else None


def close(a, b):
    return bool(abs(a - b) <= CLOSE * (abs(a) + abs(b)) or max(abs(a), abs(b)) < sp.Float("1e-40"))


def pair(r):
    kind = r.choice(["number", "one", "one", "two", "list", "matrix", "interval", "equation", "sum", "piecewise"])
    letters = {"number": [], "list": [], "matrix": [], "interval": [], "two": [X, Y], "sum": [N]}.get(kind, [X])
    a = expression(r, r.randint(1, 3), letters)
    b = r.choice(REWRITES)(a)
    if r.random() < 0.5:
        b = changed(r, b)
    label = same(r, a, b)
    if label is None:
        return None
    left, right = latex(b), latex(a)
    if kind in ("list", "matrix"):
        c, d = latex(number(r)), latex(sp.Integer(r.randint(-9, 9)))
        form = r.choice([r"\left(%s, %s, %s\right)", r"\left\{%s, %s, %s\right\}"]) if kind == "list" else \
            r"\begin{pmatrix}%s & %s \\ %s & 0\end{pmatrix}"
        if "{%s" in form and c == d:
            return None
        left, right = form % (left, c, d), form % (right, c, d)
    elif kind == "interval":
        top = sp.Integer(int(abs(sp.N(a))) + int(abs(sp.N(b))) + 2)
        form = r.choice([r"\left(%s, %s\right]", r"\left[%s, %s\right)", r"%s \leq x < %s"])
        other = form if r.random() < 0.7 or "leq" not in form else r"\left[%s, %s\right)"
        left, right = other % (left, latex(top)), form % (right, latex(top))
    elif kind == "equation":
        factor = sp.Integer(r.choice([1, 1, 2, -3]))
        left, right = "y = " + left, latex(factor * Y) + " = " + latex(factor * a)
    elif kind == "sum":
        k, j = r.sample("ijkm", 2)
        body = sp.Symbol("K") ** r.randint(1, 3)
        write = lambda name, e: r"\sum_{%s=1}^{n} \left(%s\right) + %s" % (name, latex(body).replace("K", name), e)
        left, right = write(k, left), write(j, right)
    elif kind == "piecewise":
        cut = r.randint(-3, 3)
        form = r"\begin{cases} %s & \text{if } x < " + str(cut) + r" \\ x & \text{if } x \geq " + str(cut) + r" \end{cases}"
        if not label:
            return None  # the change may lie outside of the piece
        left, right = form % left, form % right
    return {"kind": kind, "truth": label, "final_response": r"\boxed{%s}" % left, "answer": right}


def pairs(r, count, end):
    made = []
    while len(made) < count and time.time() < end:
        try:
            one = limited(2, lambda: pair(r))
        except Exception:
            continue
        if one and len(one["answer"]) + len(one["final_response"]) < 1500:
            made.append({"id": len(made), **one})
    return made


def verdicts(guerdon, made):
    lines = "".join(json.dumps(one) + "\n" for one in made)
    done = subprocess.run([guerdon, "score", "--quiet", "--reward", "math_equal_reward"], input=lines, text=True, capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    guerdon, seconds = sys.argv[1], float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(10**9)
    r = random.Random(seed)
    count, end = Counter(), time.time() + seconds
    while time.time() < end:
        made = pairs(r, BATCH, end)
        for one, verdict in zip(made, verdicts(guerdon, made), strict=True):
            reward = verdict["reward"]
            outcome = "unscored" if reward is None else "agree" if (reward == 1) == one["truth"] else \
                "wrong paid" if reward == 1 else "right unpaid"
            count[outcome] += 1
            if outcome != "agree":
                print(json.dumps({"outcome": outcome, **one, "reason": verdict.get("extras", verdict.get("unscored"))}), flush=True)
    print(json.dumps({"seed": seed, "seconds": seconds, "sympy": sp.__version__, **count}), flush=True)


main()
