"""The F1 of words behind FastAPI and uvicorn, as a trainer's tutorial would write it."""

import re
import socket
import string
from collections import Counter

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()
PUNCTUATION = set(string.punctuation)


class Record(BaseModel):
    final_response: str
    answer: str


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


@app.post("/v1/score/qa_f1_reward")
async def score(body: Record | list[Record]):
    if isinstance(body, Record):
        return {"reward": f1(body.final_response, body.answer), "extras": {}}
    return {"scores": [{"reward": f1(each.final_response, each.answer), "extras": {}} for each in body]}


if __name__ == "__main__":
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(1024)
    print(f"serving on http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(app, log_level="warning", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])
