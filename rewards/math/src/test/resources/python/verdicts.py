"""Reads pairs as JSON lines, answers each with Math-Verify's verdict."""

import json
import logging
import sys

from math_verify import parse, verify

logging.disable(logging.CRITICAL)


def wrapped(text):
    return text if "$" in text or "\\boxed" in text else "$" + text + "$"


for line in sys.stdin:
    pair = json.loads(line)
    try:
        verdict = bool(verify(parse(wrapped(pair["gold"])), parse(wrapped(pair["prediction"]))))
    except Exception:
        verdict = False
    print(json.dumps({"id": pair["id"], "verdict": verdict}), flush=True)
