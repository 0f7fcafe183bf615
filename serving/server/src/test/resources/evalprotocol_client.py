"""Asks for rewards with eval-protocol's own client, and writes what it saw as JSON. evalprotocol_client.py URL TOKEN"""

import json
import os
import sys

import requests
from eval_protocol.reward_function import RewardFunction

url, token = sys.argv[1], sys.argv[2]
messages = [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Paris"}]
seen = {}


def ask(path, **more):
    try:
        result = RewardFunction(mode="remote", endpoint=url + path)(messages=messages, **more)
        return [result.score, {name: metric.score for name, metric in result.metrics.items()}]
    except requests.HTTPError as e:
        return ["HTTPError", e.response.status_code]


os.environ.pop("FIREWORKS_API_KEY", None)
seen["no key"] = ask("/reward/exact", ground_truth="Paris")
os.environ["FIREWORKS_API_KEY"] = token[:-1] + "X"
seen["wrong key"] = ask("/reward/exact", ground_truth="Paris")
os.environ["FIREWORKS_API_KEY"] = token
seen["right"] = ask("/reward/exact", ground_truth="Paris")
seen["wrong"] = ask("/reward/exact", ground_truth="Rome")
seen["field"] = ask("/reward/exact", answer="Paris")
seen["metrics"] = ask("/reward/length", ground_truth="Paris")
seen["unscored"] = ask("/reward/throws", ground_truth="Paris")
seen["unknown"] = ask("/reward/none", ground_truth="Paris")
print(json.dumps(seen))
