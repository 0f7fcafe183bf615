"""An engine that misbehaves when told: what a test cannot make the real one do at a chosen moment.

Speaks the protocol of docs/protocols/stdio.md. Its only reward looks at the field ``do`` of a sample.
"""

import json
import os
import select
import struct
import sys
import time

HEAD = struct.Struct(">IBI")
buffer = b""


def frames_waiting() -> int:
    """How many requests the client has sent that nobody has looked at."""
    global buffer
    while select.select([0], [], [], 0)[0]:
        more = os.read(0, 1 << 20)
        if not more:
            break
        buffer += more
    at = found = 0
    while len(buffer) - at >= 4:
        at += 4 + struct.unpack_from(">I", buffer, at)[0]
        found += at <= len(buffer)
    return found


def read_exactly(n: int) -> bytes:
    global buffer
    while len(buffer) < n:
        more = os.read(0, 1 << 20)
        if not more:
            sys.exit(0)
        buffer += more
    data, buffer = buffer[:n], buffer[n:]
    return data


def send(kind: bytes, id: int, payload: bytes) -> None:
    data = HEAD.pack(len(payload) + 5, kind[0], id) + payload
    while data:
        data = data[os.write(1, data) :]


def once(sample: dict) -> bool:
    """Whether this happens for the first time."""
    try:
        os.close(os.open(sample["mark"], os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def score(i: int, line: bytes, waiting: int) -> "bytes | None":
    sample = json.loads(line)
    do = sample.get("do", "")
    if do == "die" or (do == "die once" and once(sample)):
        os.write(2, b"a last word\n")
        os._exit(3)
    if do == "kill parent":
        os.kill(os.getppid(), 9)
        sys.exit(0)
    if do == "hang" or (do == "hang once" and once(sample)):
        time.sleep(3600)
    if do == "wait for":
        while not os.path.exists(sample["mark"]):
            time.sleep(0.01)
    if do == "forget":
        return None
    if do == "garbage":
        os.write(1, b"this is no frame at all")
    if do == "shout":
        os.write(2, b"x" * sample["bytes"])
    return json.dumps({"i": i, "reward": float(sample.get("value", 1)), "extras": {"pid": os.getpid(), "waiting": waiting}}).encode() + b"\n"


def main() -> None:
    while True:
        (length,) = struct.unpack(">I", read_exactly(4))
        body = read_exactly(length)
        kind, id = body[:1], struct.unpack(">I", body[1:5])[0]
        payload = body[5:]
        if kind == b"H":
            if "STAND_IN_DIES" in os.environ:
                os.write(2, b"no memory left\n")
                os._exit(1)
            if "STAND_IN_REFUSES" in os.environ:
                send(b"E", 0, b'{"error":"bad_request","message":"not today"}')
                return
            window = json.loads(os.environ.get("STAND_IN_WINDOW", '{"bytes":67108864,"requests":4096}'))
            send(b"H", 0, json.dumps({"protocol": 1, "engine": "stand-in", "java": "none", "window": window, "threads": 1}).encode())
        elif kind == b"S":
            header, _, rest = payload.partition(b"\n")
            if json.loads(header)["reward"] == "unknown":
                send(b"E", id, b'{"error":"unknown_reward","message":"there is no reward \'unknown\'"}')
                continue
            waiting = frames_waiting()
            for i, line in enumerate(rest.split(b"\n")):
                result = score(i, line, waiting)
                if result is not None:
                    send(b"R", id, result)
            send(b"D", id, b"")
        elif kind == b"Q":
            send(b"A", id, json.dumps({"done": json.loads(payload)["do"], "pid": os.getpid()}).encode())


main()
