"""Runs Math-Verify on pairs of gold answer and prediction; prints its calls per CPU second as JSON."""
import json
import logging
import resource
import sys

from math_verify import parse, verify

logging.disable(logging.CRITICAL)


def wrapped(text):
    return text if "$" in text or "\\boxed" in text else "$" + text + "$"


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


with open(sys.argv[1], encoding="utf-8") as lines:
    pairs = [json.loads(line) for line in lines]
for gold, prediction in pairs[:20]:
    verify(parse(wrapped(gold)), parse(wrapped(prediction)))
start = cpu()
accepted = sum(verify(parse(wrapped(gold)), parse(wrapped(prediction))) for gold, prediction in pairs)
print(json.dumps({"calls_per_cpu_second": len(pairs) / (cpu() - start), "accepted": accepted}))
