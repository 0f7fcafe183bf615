"""The F1 of words behind Granian, on its own interface RSGI: what a server in Python can do without a framework."""

import json
import os
import re
import socket
import string
from collections import Counter

PUNCTUATION = set(string.punctuation)
HEADERS = [("content-type", "application/json")]


def words(text: str) -> list[str]:
    text = "".join(c for c in text.lower() if c not in PUNCTUATION)
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def f1(response: str, answer: str) -> float:
    ours, theirs = words(response), words(answer)
    common = sum((Counter(ours) & Counter(theirs)).values())
    if common == 0:
        return 0.0
    precision, recall = common / len(ours), common / len(theirs)
    return 2 * precision * recall / (precision + recall)


def score(each: dict) -> dict:
    return {"reward": f1(each["final_response"], each["answer"]), "extras": {}}


class App:
    def __rsgi_init__(self, loop):
        print(f"serving on http://127.0.0.1:{os.environ['SERVE_PORT']}", flush=True)

    async def __rsgi__(self, scope, protocol):
        body = json.loads(await protocol())
        answer = score(body) if isinstance(body, dict) else {"scores": [score(each) for each in body]}
        protocol.response_bytes(200, HEADERS, json.dumps(answer).encode())


app = App()

if __name__ == "__main__":
    from granian import Granian
    from granian.constants import Interfaces

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    os.environ["SERVE_PORT"] = str(port)
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    Granian(
        "serve_granian:app", address="127.0.0.1", port=port, interface=Interfaces.RSGI, workers=1, log_enabled=False
    ).serve()
