"""The Python package against Math-Verify, a plain Python F1 and an HTTP call, in one run. Run by ./dev bench wheel.

Everything is measured in this process, one after the other and in turns, so that other programs disturb all alike: look at the ratios.
Rates are of wall-clock time from one thread. On a busy machine, look at the CPU time of a sample, of this process and the engine together. The pairs for mathematics are those of the recorded vectors, which Math-Verify answers
within a second; those for question answering are made here.
"""

import argparse
import asyncio
import http.client
import importlib.util
import json
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import guerdon

ROOT = Path(__file__).resolve().parent.parent
SIZES = (1, 10, 100, 1000)
Pair = Dict[str, str]
WORDS = "the a river Nile flows north through Egypt and Sudan into sea at Alexandria where old city stands near its mouth for years".split()


def plain_f1() -> Callable[[str, str], Dict[str, float]]:
    path = ROOT / "benchmarks/src/main/resources/dev/guerdon/benchmarks/qa_f1.py"
    spec = importlib.util.spec_from_file_location("qa_f1", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    reward: Callable[[str, str], Dict[str, float]] = module.reward
    return reward


def qa_pairs(n: int, least: int = 20, most: int = 60) -> List[Pair]:
    """Responses of so many words, and short answers."""
    chance = random.Random(1)
    return [
        {
            "final_response": " ".join(chance.choices(WORDS, k=chance.randint(least, most))) + ".",
            "answer": " ".join(chance.choices(WORDS, k=chance.randint(2, 8))),
        }
        for _ in range(n)
    ]


def math_pairs() -> List[Pair]:
    path = ROOT / "rewards/math/src/test/resources/vectors/math_verify.jsonl"
    with open(path, encoding="utf-8") as lines:
        inputs = [json.loads(line)["input"] for line in lines]
    return [{"final_response": "So the answer is $\\boxed{%s}$." % one["final_response"], "answer": one["answer"]} for one in inputs]


def percentiles(times: Sequence[float]) -> Tuple[float, float]:
    """p50 and p99 in microseconds."""
    cuts = statistics.quantiles(times, n=100)
    return cuts[49] * 1e6, cuts[98] * 1e6


def timed(call: Callable[[Pair], Any], pairs: Sequence[Pair], n: int) -> List[float]:
    times: List[float] = []
    for i in range(n):
        pair = pairs[i % len(pairs)]
        begin = time.perf_counter()
        call(pair)
        times.append(time.perf_counter() - begin)
    return times


def rate(call: Callable[[List[Pair]], Any], pairs: Sequence[Pair], size: int, seconds: float) -> float:
    """Samples a second, in batches of a size."""
    done, at, begin = 0, 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        batch = [pairs[(at + i) % len(pairs)] for i in range(size)]
        at += size
        call(batch)
        done += size
    return done / (time.perf_counter() - begin)


class Handler(BaseHTTPRequestHandler):
    """Scores with the plain Python F1: what a small reward server does."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    score = staticmethod(lambda response, answer: {})

    def do_POST(self) -> None:
        rows = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = json.dumps([self.score(row["final_response"], row["answer"]) for row in rows]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def serve(port: Any) -> None:
    Handler.score = staticmethod(plain_f1())
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    port.send(server.server_address[1])
    server.serve_forever()


class Http:
    """A client that keeps its connection, as good clients do."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def score(self, batch: List[Pair]) -> Any:
        self.connection.request("POST", "/score", json.dumps(batch), {"Content-Type": "application/json"})
        return json.loads(self.connection.getresponse().read())


def math_verify() -> Optional[Callable[[Pair], Any]]:
    try:
        from math_verify import parse, verify
    except ImportError:
        return None
    import logging

    logging.disable(logging.CRITICAL)
    return lambda pair: verify(parse("$%s$" % pair["answer"]), parse(pair["final_response"]))


async def in_flight(reward: str, pairs: Sequence[Pair], n: int, total: int) -> Tuple[float, List[float]]:
    """Samples a second, and the time of each, with n single calls in flight."""
    times: List[float] = []
    left = iter(range(total))

    async def worker() -> None:
        for i in left:
            begin = time.perf_counter()
            await guerdon.ascore(reward, pairs[i % len(pairs)])
            times.append(time.perf_counter() - begin)

    begin = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(n)))
    return total / (time.perf_counter() - begin), times


def cpu() -> float:
    """CPU seconds of this process and its engine."""
    engine = guerdon.engine().pid
    if engine is None or not os.path.exists("/proc/%d/stat" % engine):
        return time.process_time()
    with open("/proc/%d/stat" % engine) as line:
        numbers = line.read().rpartition(")")[2].split()
    return time.process_time() + (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")


def cpu_each(call: Callable[[List[Pair]], Any], pairs: Sequence[Pair], size: int, n: int) -> float:
    """CPU microseconds of a sample, of about n in batches."""
    rounds = max(1, n // size)
    batch = [pairs[i % len(pairs)] for i in range(size)]
    begin = cpu()
    for _ in range(rounds):
        call(batch)
    return (cpu() - begin) / (rounds * size) * 1e6


def pss(pid: int) -> float:
    """Proportional memory of a process in MiB."""
    with open("/proc/%d/smaps_rollup" % pid) as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def start_up() -> None:
    def run(code: str, **env: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **env}, stdout=subprocess.DEVNULL)
        return time.perf_counter() - begin

    first = "import guerdon; assert guerdon.score('math_equal_reward', final_response='\\\\boxed{1/2}', answer='0.5').reward == 1.0"
    bare = min(run("pass") for _ in range(5))
    imported = min(run("import guerdon") for _ in range(5))
    with tempfile.TemporaryDirectory() as folder:
        cold = run(first, XDG_CACHE_HOME=folder)
        time.sleep(8)  # the engine may write what makes the next start faster after it has answered
        warm = min(run(first, XDG_CACHE_HOME=folder) for _ in range(5))
    print("\nstart-up, seconds: import guerdon %.3f; from the start of Python to the first score: cold %.2f, warm %.2f; Python alone %.3f" % (imported - bare, cold, warm, bare))


def single(name: str, what: str, times: List[float]) -> float:
    p50, p99 = percentiles(times)
    print("  %-10s %-34s p50 %9.0f µs   p99 %9.0f µs" % (name, what, p50, p99))
    return p50


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=2.0, help="for each rate")
    seconds = options.parse_args().seconds
    print("guerdon %s, Python %s, %d processors, load at the start %.1f" % (guerdon.__version__, sys.version.split()[0], os.cpu_count() or 0, os.getloadavg()[0]))
    qa, mathematics, f1, verify = qa_pairs(2000), math_pairs(), plain_f1(), math_verify()

    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(theirs,), daemon=True)
    server.start()
    web = Http(ours.recv())

    # What a trainer sees after its first batches: the engine has compiled what it runs.
    for _ in range(3):
        guerdon.score_many("qa_f1_reward", qa * 5)
        guerdon.score_many("math_equal_reward", mathematics * 5)
    agree = sum(abs((score.reward or 0) - f1(pair["final_response"], pair["answer"])["reward"]) < 1e-9 for score, pair in zip(guerdon.score_many("qa_f1_reward", qa), qa))
    assert agree == len(qa), "the plain Python F1 differs on %d of %d pairs" % (len(qa) - agree, len(qa))
    web.score(qa[:10])
    timed(lambda pair: guerdon.score("qa_f1_reward", pair), qa, 3000)

    print("\none call at a time")
    single("guerdon", "qa_f1_reward", timed(lambda pair: guerdon.score("qa_f1_reward", pair), qa, 5000))
    single("guerdon", "math_equal_reward", timed(lambda pair: guerdon.score("math_equal_reward", pair), mathematics, 5000))
    single("Python", "plain F1", timed(lambda pair: f1(pair["final_response"], pair["answer"]), qa, 20000))
    single("HTTP", "plain F1 behind a kept connection", timed(lambda pair: web.score([pair]), qa, 2000))
    slow: List[float] = []
    if verify is None:
        print("  math_verify is not installed; pip install math-verify")
    else:
        slow = timed(verify, mathematics, 200)
        single("Math-Verify", "parse and verify", slow)

    print("\nsamples a second, from one thread")
    print("  %-8s %14s %14s %14s %12s %14s %14s %12s" % ("batch", "qa_f1", "plain F1", "HTTP F1", "qa / plain", "math_equal", "Math-Verify", "math / M-V"))
    chosen = random.Random(2).sample(mathematics, 300)
    for size in SIZES:
        quick = rate(lambda batch: guerdon.score_many("qa_f1_reward", batch), qa, size, seconds)
        plain = rate(lambda batch: [f1(one["final_response"], one["answer"]) for one in batch], qa, size, seconds / 2)
        http_rate = rate(web.score, qa, size, seconds / 2)
        exact = rate(lambda batch: guerdon.score_many("math_equal_reward", batch), mathematics, size, seconds)
        peer = 0.0
        if verify is not None:
            at = SIZES.index(size) * 75
            begin = time.perf_counter()
            for pair in chosen[at : at + 75]:
                verify(pair)
            peer = 75 / (time.perf_counter() - begin)
        print("  %-8d %14s %14s %14s %11.1f× %14s %14s %11s" % (size, *("%s" % format(round(x), ",") for x in (quick, plain, http_rate)), quick / plain, format(round(exact), ","), format(round(peer), ","), "%.0f×" % (exact / peer) if peer else "n/a"))

    print("\nCPU microseconds of a sample, this process and the engine together, in batches of 1,000")
    for words in (5, 40, 200):
        texts = qa_pairs(1000, words, words)
        ours_qa = cpu_each(lambda batch: guerdon.score_many("qa_f1_reward", batch), texts, 1000, 40_000)
        plain_qa = cpu_each(lambda batch: [f1(one["final_response"], one["answer"]) for one in batch], texts, 1000, 5_000)
        print("  responses of %3d words: qa_f1_reward %.1f, plain Python F1 %.1f: %.1f×" % (words, ours_qa, plain_qa, plain_qa / ours_qa))
    ours_math = cpu_each(lambda batch: guerdon.score_many("math_equal_reward", batch), mathematics, 1000, 60_000)
    if verify is not None:
        peer_math = cpu_each(lambda batch: [verify(one) for one in batch], chosen, 150, 150)
        print("  math_equal_reward %.1f, Math-Verify %.0f: %.0f×" % (ours_math, peer_math, peer_math / ours_math))

    print("\nasyncio, 1,000 single calls in flight")
    for reward, pairs in (("qa_f1_reward", qa), ("math_equal_reward", mathematics)):
        asyncio.run(in_flight(reward, pairs, 1000, 5000))
        a_second, times = asyncio.run(in_flight(reward, pairs, 1000, 30000))
        p50, p99 = percentiles(times)
        print("  %-20s %10s a second, p50 %.1f ms, p99 %.1f ms" % (reward, format(round(a_second), ","), p50 / 1000, p99 / 1000))

    if os.path.exists("/proc/self/smaps_rollup"):
        print("\nmemory (PSS)")
        engine = guerdon.engine().pid
        if engine is not None:
            print("  the engine: %.0f MiB" % pss(engine))
        print("  this process, with Math-Verify and SymPy: %.0f MiB" % pss(os.getpid()))
    server.kill()
    guerdon.close()
    start_up()
    print("load at the end %.1f" % os.getloadavg()[0])


if __name__ == "__main__":
    main()
