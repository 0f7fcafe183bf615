"""Token F1 for question answering, written plainly: what a Python project would run.

Reads pairs as JSON lines from standard input ({"final_response": .., "answer": ..}), scores them over and over for the CPU seconds
given as argument, and prints the calls per CPU second and the sum of one round of rewards.
"""
import json
import re
import string
import sys
import time
from collections import Counter

PUNCTUATION = set(string.punctuation)


def normalise(text):
    text = text.lower()
    text = "".join(ch for ch in text if ch not in PUNCTUATION)
    text = re.sub(r"\b(a|an|the)\b", " ", text)
    return " ".join(text.split())


def f1_score(prediction, gold):
    prediction, gold = normalise(prediction), normalise(gold)
    nothing = (0.0, 0.0, 0.0)
    for verdict in ("yes", "no", "noanswer"):
        if verdict in (prediction, gold) and prediction != gold:
            return nothing
    predicted_words, gold_words = prediction.split(), gold.split()
    common = sum((Counter(predicted_words) & Counter(gold_words)).values())
    if common == 0:
        return nothing
    precision, recall = common / len(predicted_words), common / len(gold_words)
    return 2 * precision * recall / (precision + recall), precision, recall


def reward(prediction, gold):
    f1, precision, recall = f1_score(prediction, gold)
    em = 1.0 if normalise(prediction) == normalise(gold) else 0.0
    return {"reward": f1, "f1": f1, "em": em, "precision": precision, "recall": recall}


def main():
    lines = [json.loads(line) for line in sys.stdin]
    pairs = [(line["final_response"], line["answer"]) for line in lines]
    seconds = float(sys.argv[1])
    for prediction, gold in pairs:
        reward(prediction, gold)
    calls, total, start = 0, 0.0, time.process_time()
    while time.process_time() - start < seconds:
        total = sum(reward(prediction, gold)["reward"] for prediction, gold in pairs)
        calls += len(pairs)
    print(json.dumps({"calls_per_cpu_second": calls / (time.process_time() - start), "sum": total}))


if __name__ == "__main__":
    main()
