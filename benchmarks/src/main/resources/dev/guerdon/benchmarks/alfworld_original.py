"""Plays games at random through ALFWorld's own batch environment, one process for each, and prints what it cost as JSON.

Arguments: how many environments, how many seconds to step, then the game files.
"""
import json
import multiprocessing
import os
import random
import sys
import time

import textworld
import textworld.gym
from alfworld.agents.environment.alfred_tw_env import AlfredDemangler, AlfredInfos


def cpu(pid):
    with open("/proc/%d/stat" % pid) as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def mib(pid):
    """The proportional share: what several processes have in common is divided among them."""
    with open("/proc/%d/smaps_rollup" % pid) as file:
        for line in file:
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


count, seconds, games = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
request = textworld.EnvInfos(won=True, admissible_commands=True, extras=["gamefile"])
name = textworld.gym.register_games(
    games,
    request,
    batch_size=count,
    asynchronous=count > 1,
    max_episode_steps=50,
    wrappers=[AlfredDemangler(shuffle=False), AlfredInfos],
)
env = textworld.gym.make(name)
pids = [os.getpid()] + [child.pid for child in multiprocessing.active_children()]
chance = random.Random(1)
steps, stepping, stepping_cpu, resetting, resets = 0, 0.0, 0.0, 0.0, 0
while stepping < seconds:
    before = sum(map(cpu, pids))
    _, infos = env.reset()
    resetting += sum(map(cpu, pids)) - before
    resets += count
    dones = [False] * count
    start, before = time.perf_counter(), sum(map(cpu, pids))
    while not all(dones) and stepping + time.perf_counter() - start < seconds:
        steps += dones.count(False)
        commands = [chance.choice(listed) for listed in infos["admissible_commands"]]
        _, _, dones, infos = env.step(commands)
    stepping += time.perf_counter() - start
    stepping_cpu += sum(map(cpu, pids)) - before
print(json.dumps({
    "steps_per_second": steps / stepping,
    "steps_per_cpu_second": steps / max(stepping_cpu, 0.01),
    "reset_cpu_seconds": resetting / resets,
    "mib_per_environment": sum(map(mib, pids)) / count,
}))
