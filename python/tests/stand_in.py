"""An engine that misbehaves when told: what a test cannot make the real one do at a chosen moment.

Speaks the protocol of docs/protocols/stdio.md. Its only reward looks at the field ``do`` of a sample.
"""

import json
import os
import struct
import sys
import time

HEAD = struct.Struct(">IBI")


def read_exactly(n: int) -> bytes:
    data = b""
    while len(data) < n:
        more = os.read(0, n - len(data))
        if not more:
            sys.exit(0)
        data += more
    return data


def send(kind: bytes, id: int, payload: bytes) -> None:
    data = HEAD.pack(len(payload) + 5, kind[0], id) + payload
    while data:
        data = data[os.write(1, data) :]


def score(i: int, line: bytes) -> "bytes | None":
    sample = json.loads(line)
    do = sample.get("do", "")
    if do == "die":
        os._exit(3)
    if do == "die once" and not os.path.exists(sample["mark"]):
        open(sample["mark"], "w").close()
        os._exit(3)
    if do == "hang":
        time.sleep(3600)
    if do == "hang once" and not os.path.exists(sample["mark"]):
        open(sample["mark"], "w").close()
        time.sleep(3600)
    if do == "forget":
        return None
    if do == "garbage":
        os.write(1, b"this is no frame at all")
    if do == "shout":
        os.write(2, b"x" * sample["bytes"])
    return json.dumps({"i": i, "reward": float(sample.get("value", 1)), "extras": {"pid": os.getpid()}}).encode() + b"\n"


def main() -> None:
    silent = False
    while True:
        (length,) = struct.unpack(">I", read_exactly(4))
        body = read_exactly(length)
        kind, id = body[:1], struct.unpack(">I", body[1:5])[0]
        payload = body[5:]
        if kind == b"H":
            window = json.loads(os.environ.get("STAND_IN_WINDOW", '{"bytes":67108864,"requests":4096}'))
            protocol = int(os.environ.get("STAND_IN_PROTOCOL", "1"))
            if "STAND_IN_REFUSES" in os.environ:
                send(b"E", 0, b'{"error":"bad_request","message":"not today"}')
                return
            send(b"H", 0, json.dumps({"protocol": protocol, "engine": "stand-in", "java": "none", "window": window, "threads": 1}).encode())
        elif kind == b"S":
            header, _, rest = payload.partition(b"\n")
            if json.loads(header)["reward"] == "unknown":
                send(b"E", id, b'{"error":"unknown_reward","message":"there is no reward \'unknown\'"}')
                continue
            for i, line in enumerate(rest.split(b"\n")):
                result = score(i, line)
                if result is not None:
                    send(b"R", id, result)
            send(b"D", id, b"")
        elif kind == b"Q":
            asked = json.loads(payload)
            if not silent:
                send(b"A", id, json.dumps({"done": asked["do"], "pid": os.getpid()}).encode())


main()
