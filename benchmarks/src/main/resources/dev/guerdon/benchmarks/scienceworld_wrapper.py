"""Plays the episodes on standard input through ScienceWorld's Python wrapper, and prints the seconds of each round and the CPU seconds of those that count."""

import glob
import json
import os
import sys
import time

from scienceworld import ScienceWorldEnv

os.setsid()  # the simulator is a process of this session, too


def cpu_seconds():
    ticks = 0
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == os.getpid():
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def play():
    seconds = 0.0
    for episode in episodes:
        env.load(episode["task"], episode["variation"], "")
        env.reset()
        start = time.perf_counter()
        for action in episode["actions"]:
            env.step(action)
        seconds += time.perf_counter() - start
    return seconds


warming, rounds = int(sys.argv[1]), int(sys.argv[2])
episodes = json.load(sys.stdin)
env = ScienceWorldEnv("", envStepLimit=100)
cold = play()
for _ in range(warming):
    play()
before = cpu_seconds()
warm = [play() for _ in range(rounds)]
print(json.dumps({"cold": cold, "warm": warm, "cpu": cpu_seconds() - before}))
env.close()
