"""Sets sessions of `guerdon improve` beside GEPA's optimizer, on the same rewards, with the same proposer.

    ./dev bench improve PYTHON

Guerdon's side is the real loop (guerdon-lab's DrawnSessions, one line of JSON for each session). This file draws the same rewards, gives
gepa.optimize the same tasks, the same changes in the same order and as many episodes as Guerdon used, and compares what both come to.
PYTHON needs the package gepa.
"""

import hashlib
import importlib.metadata
import json
import os
import statistics
import sys

import gepa
from gepa.core.adapter import EvaluationBatch

LOWEST, SPREAD = 0.1, 0.7


def unit(key):
    """A draw from 0 to 1, the same as DrawnSessions.unit."""
    return int(hashlib.sha256(key.encode()).hexdigest()[:13], 16) / (1 << 52)


class Drawn:
    """The rewards of one session."""

    def __init__(self, line):
        self.session, self.changes = line["session"], line["changes"]
        self.helpful, self.effect = line["helpful"], line["effect"]
        train, tests, end = line["tasks"]
        names = [f"t{i}" for i in range(train + tests + end)]
        self.train, self.tests, self.end = names[:train], names[train : train + tests], names[train + tests :]
        self.order = sorted(range(self.changes), key=lambda i: unit(f"order/{self.session}/{i}"))

    def helping(self, candidate):
        return sum(candidate[f"s{i}"] == "on" for i in range(self.helpful))

    def chance(self, task, helping):
        return min(1, LOWEST + SPREAD * unit(f"task/{self.session}/{task}") + self.effect * helping)

    def reward(self, candidate, task):
        state = "".join("1" if candidate[f"s{i}"] == "on" else "0" for i in range(self.changes))
        draw = unit(f"reward/{self.session}/{state}/{task}/0/gepa")
        return 1.0 if draw < self.chance(task, self.helping(candidate)) else 0.0

    def truth(self, tasks, candidate):
        return statistics.fmean(self.chance(task, self.helping(candidate)) for task in tasks)


class Adapter:
    """GEPA's way to the rewards; proposes the next change that was not tried on this parent, as Guerdon's proposer does."""

    def __init__(self, drawn):
        self.drawn = drawn
        self.tried = set()
        self.propose_new_texts = self.propose

    def evaluate(self, batch, candidate, capture_traces=False):
        scores = [self.drawn.reward(candidate, task) for task in batch]
        return EvaluationBatch(outputs=list(batch), scores=scores, trajectories=list(batch) if capture_traces else None)

    def make_reflective_dataset(self, candidate, eval_batch, components_to_update):
        return {name: [{"task": task} for task in eval_batch.outputs] for name in components_to_update}

    def propose(self, candidate, reflective_dataset, components_to_update):
        for i in self.drawn.order:
            state = tuple(sorted({**candidate, f"s{i}": "on"}.items()))
            if candidate[f"s{i}"] == "off" and state not in self.tried:
                self.tried.add(state)
                return {f"s{i}": "on"}
        return {}


class Silent:
    def log(self, message):
        pass


def run(line):
    """GEPA with the episodes that Guerdon's session used."""
    drawn = Drawn(line)
    seed = {f"s{i}": "off" for i in range(drawn.changes)}
    result = gepa.optimize(
        seed_candidate=seed,
        trainset=drawn.train,
        valset=drawn.tests,
        adapter=Adapter(drawn),
        max_metric_calls=line["episodes"],
        seed=drawn.session,
        logger=Silent(),
        skip_perfect_score=False,
    )
    best = result.best_candidate
    claimed = max(result.val_aggregate_scores)
    steps, top = [], -1.0
    for candidate, score, calls in zip(result.candidates, result.val_aggregate_scores, result.discovery_eval_counts):
        if score > top:
            top = score
            steps.append((calls, drawn.truth(drawn.end, candidate)))
    return {
        "changed": best != seed,
        "wrong": best != seed and drawn.helping(best) == 0,
        "useful": drawn.helping(best),
        "idle": sum(value == "on" for value in best.values()) - drawn.helping(best),
        "claimed": claimed,
        "truth_of_tests": drawn.truth(drawn.tests, best),
        "truth": drawn.truth(drawn.end, best),
        "start": drawn.truth(drawn.end, seed),
        "steps": steps,
    }


def first(steps, level):
    return next((calls for calls, truth in steps if truth >= level - 1e-9), None)


def mean(values):
    values = [value for value in values if value is not None]
    return statistics.fmean(values) if values else float("nan")


def share(values):
    return f"{100 * mean([1.0 if value else 0.0 for value in values]):.1f} %"


def main(path):
    lines = [json.loads(line) for line in open(path, encoding="utf-8")]
    print(f"gepa {importlib.metadata.version('gepa')}, Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}")
    for effect in sorted({line["effect"] for line in lines}):
        cell = [line for line in lines if line["effect"] == effect]
        others = [run(line) for line in cell]
        tasks = cell[0]["tasks"]
        print(f"\n{len(cell)} sessions, {cell[0]['helpful']} of {cell[0]['changes']} changes help by {effect},"
              f" {tasks[0]} tasks to learn from, {tasks[1]} to choose by, {tasks[2]} for the end;"
              f" {mean([line['episodes'] for line in cell]):.0f} episodes each")
        print("| | guerdon improve | gepa |")
        print("|---|---|---|")
        if effect == 0:
            print(f"| sessions that end with a useless change | {share([line['wrong'] > 0 for line in cell])}"
                  f" | {share([one['wrong'] for one in others])} |")
        else:
            print(f"| helpful changes in the end, of {cell[0]['helpful']} | {mean([line['useful'] for line in cell]):.2f}"
                  f" | {mean([one['useful'] for one in others]):.2f} |")
        print(f"| useless changes carried along | {mean([line['idle'] for line in cell]):.2f}"
              f" | {mean([one['idle'] for one in others]):.2f} |")
        # Guerdon reports what the confirmation says, GEPA the mean of the tasks that it chose by.
        ours = [line["held"] - line["truth"] for line in cell if line["held"] is not None]
        chosen = [line["claimed"] - line["truth_of_tests"] for line in cell if line["claimed"] is not None]
        theirs = [one["claimed"] - one["truth_of_tests"] for one in others]
        print(f"| reported score less the true one | {mean(ours):+.3f} | {mean(theirs):+.3f} |")
        print(f"| the same, of the tasks it was chosen by | {mean(chosen):+.3f} | {mean(theirs):+.3f} |")
        print(f"| true reward on tasks that nothing saw | {mean([line['truth'] for line in cell]):.3f}"
              f" | {mean([one['truth'] for one in others]):.3f} |")
        if effect > 0:
            level = [one["start"] + effect / 2 for one in others]
            a = [first(line["steps"], goal) for line, goal in zip(cell, level)]
            b = [first(one["steps"], goal) for one, goal in zip(others, level)]
            print(f"| sessions that reach half of one change's gain for good | {share([x is not None for x in a])}"
                  f" | {share([x is not None for x in b])} |")
            print(f"| episodes until then | {mean(a):.0f} | {mean(b):.0f} |")


if __name__ == "__main__":
    main(sys.argv[1])
