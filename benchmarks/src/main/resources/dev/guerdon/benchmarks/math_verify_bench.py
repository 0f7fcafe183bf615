"""Grades pairs of gold answer and prediction with Math-Verify, or with SymPy alone; prints calls per CPU second as JSON."""
import json
import logging
import resource
import signal
import sys

import sympy
from latex2sympy2_extended import latex2sympy
from math_verify import parse, verify

logging.disable(logging.CRITICAL)


def wrapped(text):
    return text if "$" in text or "\\boxed" in text else "$" + text + "$"


def inner(text):
    start = text.rfind("\\boxed{")
    return text[start + 7 : text.rfind("}") + 1].strip("{}") if start >= 0 else text.strip("$")


def with_math_verify(gold, prediction):
    return verify(parse(wrapped(gold)), parse(wrapped(prediction)))


def late(*_):
    raise TimeoutError


def with_sympy(gold, prediction):
    """What graders built on SymPy do: equal texts, else parse both and simplify the difference, for three seconds at most."""
    if inner(gold) == inner(prediction):
        return True
    signal.signal(signal.SIGALRM, late)
    signal.alarm(3)
    try:
        return sympy.simplify(latex2sympy(inner(gold)) - latex2sympy(inner(prediction))) == 0
    except Exception:
        return False
    finally:
        signal.alarm(0)


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


with open(sys.argv[1], encoding="utf-8") as lines:
    pairs = [json.loads(line) for line in lines]
rates = {}
for name, grade in (("math_verify", with_math_verify), ("sympy", with_sympy)):
    for gold, prediction in pairs[:20]:
        grade(gold, prediction)
    start = cpu()
    accepted = sum(bool(grade(gold, prediction)) for gold, prediction in pairs)
    rates[name] = len(pairs) / (cpu() - start)
print(json.dumps(rates))
