"""Plays episodes through ScienceWorld's Python wrapper, one round for each line on standard input."""

import json
import sys
import time

from scienceworld import ScienceWorldEnv

with open(sys.argv[1]) as file:
    episodes = json.load(file)
env = ScienceWorldEnv("", envStepLimit=100)
print("ready", flush=True)
for _ in sys.stdin:
    seconds = 0.0
    for episode in episodes:
        env.load(episode["task"], episode["variation"], "")
        env.reset()
        start = time.perf_counter()
        for action in episode["actions"]:
            env.step(action)
        seconds += time.perf_counter() - start
    print(seconds, flush=True)
env.close()
