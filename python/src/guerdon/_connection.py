"""One engine process, and the frames to and from it.

No thread of its own reads the pipe for threads that wait: one of them leads, and reads for all, until it has its own answer; then another
does (leader and followers). So a call that is alone needs no change of threads. Coroutines have a thread that reads for them, the pump,
while some of them wait.

A signal handler may raise an exception between any two instructions of the main thread, KeyboardInterrupt above all. So what was read or
written is recorded by the same C call that did it (``deque.extend(map(os.read, ...))``), and each step after that can be done twice.
"""

import os
import select
from collections import deque
from itertools import count
from struct import Struct
from threading import Lock, Thread, current_thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Deque, Dict, List, NamedTuple, Optional

from ._rows import MAX_FRAME, from_json, to_json
from ._torn import TornLock, inside
from ._types import EngineError
from ._waiting import Waiter

if TYPE_CHECKING:
    from ._process import Process

_HEAD = Struct(">IBI")
_SLICE = 1.0
_LOOK_AT_LEADER = 0.02
_READ = 1 << 14
_READ_MOST = 1 << 20
_TAIL = 8192
_PING_AFTER = 5
_PUMP_IDLE = 5.0

HELLO, SCORE, CANCEL, ASK = b"HSCQ"
RESULTS, DONE, ANSWER, ERROR = b"RDAE"


class Lost(NamedTuple):
    """Why a connection ended."""

    kind: str
    """``closed`` by this process, ``ended`` by itself, ``hung``, or ``refused`` (a frame nobody should send)."""
    message: str


class Frame(NamedTuple):
    """An answer."""

    kind: int
    payload: bytes


class Request:
    """Something that the engine was asked, and the answers that came."""

    __slots__ = ("abandoned", "answers", "connection", "ended", "id", "patience", "size", "waiter")

    def __init__(self, connection: "Connection", id: int, size: int, patience: float, waiter: Waiter) -> None:
        self.connection = connection
        self.id = id
        self.size = size
        self.patience = patience
        self.waiter = waiter
        self.answers: Deque[Frame] = deque()
        self.ended = False
        self.abandoned = False

    @property
    def lost(self) -> Optional[Lost]:
        """Why no more answers come though it has not ended."""
        return None if self.ended else self.connection.lost


class _Outgoing:
    """A frame to be written, and how much of it was."""

    __slots__ = ("data", "pumped", "request", "written")

    def __init__(self, data: bytes, request: Optional[Request] = None, pumped: bool = False) -> None:
        self.data = data
        self.request = request
        self.pumped = pumped
        self.written: Deque[int] = deque()


class Connection:
    """Speaks with one engine process, for any number of threads and event loops."""

    def __init__(self, process: "Process", hang_after: float) -> None:
        self.process = process
        self.lost: Optional[Lost] = None
        self.hello: Dict[str, Any] = {}
        self.window_bytes = 1 << 20
        self.window_requests = 16
        self._hang_after = hang_after
        self._in = process.stdout
        self._err = process.stderr
        self._wake, self._waker = process.wake
        self._ids = count(1)
        self._pending: Dict[int, Request] = {}
        self._for_pump: Dict[int, Request] = {}
        self._largest = 0
        self._leading = Lock()
        self._followers: Dict[Waiter, None] = {}
        self._want_room: Dict[Waiter, None] = {}
        self._reading = TornLock()
        self._chunks: Deque[bytes] = deque()
        self._needed = 4
        self._read_size = _READ
        self._writing = TornLock()
        self._outgoing: Deque[_Outgoing] = deque()
        self._tail: Deque[bytes] = deque(maxlen=16)
        self._err_open = True
        self._silent = 0.0
        self._stalled = 0.0
        self._ping = 0
        self._pump: Optional[Thread] = None
        self._pump_waiter = Waiter()

    # ---- asking

    def handshake(self, hello: Dict[str, Any], seconds: float) -> None:
        """Greet the engine, and learn its limits."""
        waiter = Waiter()
        greeting = Request(self, 0, 0, seconds, waiter)
        self._pending[0] = greeting
        self._send(HELLO, 0, to_json(hello))
        until = monotonic() + seconds
        while not greeting.ended and self.lost is None:
            if not self.wait(waiter, until):
                self.fail("hung", "the engine did not greet within %g seconds" % seconds)
            waiter.news = False
        if self.lost is not None:
            raise EngineError(self.lost.message)
        answer = greeting.answers.popleft()
        told = from_json(answer.payload)
        if answer.kind != HELLO:
            self.fail("refused", str(told.get("message", told)))
            raise EngineError(str(told.get("message", told)))
        self.hello = told
        window: Dict[str, Any] = told.get("window") or {}
        self.window_bytes = int(window.get("bytes", self.window_bytes))
        self.window_requests = int(window.get("requests", self.window_requests))

    def has_room(self, size: int, waiter: Optional[Waiter] = None) -> bool:
        """Whether the engine takes another request of this size. Where not, the waiter is told when a request has ended."""
        if self.lost is not None or self._fits(size):
            return True
        if waiter is not None:
            self._want_room[waiter] = None
            return self._fits(size)  # one may have ended between
        return False

    def _fits(self, size: int) -> bool:
        used = len(self._pending) + len(self._outgoing)
        if used == 0:
            self._largest = 0
            return True
        if used + 1 >= self.window_requests:  # a place stays free for the ping
            return False
        # Counted only where it may be too much: a counter would have to survive threads that are torn away.
        return (
            used * self._largest + size <= self.window_bytes
            or sum(request.size for request in self._in_flight()) + size <= self.window_bytes
        )

    def submit(self, kind: int, payload: bytes, patience: float, waiter: Waiter, pumped: bool = False) -> Request:
        """Send a request. The caller has looked whether there is room."""
        if len(payload) + 5 > MAX_FRAME:
            raise ValueError("a request of %d bytes is too long; a frame has at most %d" % (len(payload), MAX_FRAME))
        request = Request(self, next(self._ids), len(payload), patience, waiter)
        if not self._pending:
            self._silent = self._stalled = 0.0
        self._largest = max(self._largest, request.size)
        if self.lost is None:
            # From here on it is sent and answered, even if this thread is torn away.
            self._outgoing.append(_Outgoing(_HEAD.pack(len(payload) + 5, kind, request.id) + payload, request, pumped))
            self._write()
            if pumped:
                self._start_pump()
        if self.lost is not None:
            waiter.news = True
        return request

    def _in_flight(self) -> List[Request]:
        """All requests without an end, each once."""
        found = {outgoing.request.id: outgoing.request for outgoing in list(self._outgoing) if outgoing.request is not None}
        found.update(self._pending)
        return list(found.values())

    def cancel(self, request: Request) -> None:
        """Give a request up. Nobody waits for its answers any more."""
        request.abandoned = True
        if not request.ended and self.lost is None:
            self._send(CANCEL, request.id, b"")

    # ---- waiting

    def wait(self, waiter: Waiter, until: Optional[float] = None) -> bool:
        """Wait until the waiter has news; False where the time has come first."""
        look = _LOOK_AT_LEADER
        try:
            while not waiter.news and self.lost is None:
                left = look if until is None else min(look, until - monotonic())
                if left <= 0:
                    return False
                leading = self._leading
                if leading.acquire(False):
                    look = _LOOK_AT_LEADER
                    try:
                        self._lead(waiter, until)
                    finally:
                        leading.release()
                    continue
                self._followers[waiter] = None
                if leading.locked():
                    waiter.block(left)
                    if not waiter.news and left == look and leading is self._leading and leading.locked():
                        look = _SLICE
                        if not inside("_lead", self):
                            self._leading = Lock()  # the leader was torn away
            return True
        finally:
            self._followers.pop(waiter, None)
            self._want_room.pop(waiter, None)
            if self._followers and not self._leading.locked():
                self._promote()

    def _lead(self, waiter: Waiter, until: Optional[float]) -> None:
        """Read for all until the waiter has news."""
        try:
            poll = select.poll()
            poll.register(self._in, select.POLLIN)
            poll.register(self._wake, select.POLLIN)
            if self._err_open:
                poll.register(self._err, select.POLLIN)
            out = self.process.stdin.fileno()
            writing = False
            while not waiter.news and self.lost is None:
                left = _SLICE if until is None else min(_SLICE, until - monotonic())
                if left <= 0:
                    return
                if writing != bool(self._outgoing):
                    writing = not writing
                    if writing:
                        poll.register(out, select.POLLOUT)
                    else:
                        poll.unregister(out)
                self._act(poll, poll.poll(left * 1000), left)
        except (OSError, ValueError) as e:
            if self.lost is None:  # not closed by another thread
                self.fail("ended", "the pipe to the engine failed: %s" % e)

    def _promote(self) -> None:
        """Let somebody else read."""
        for follower in list(self._followers):
            # Each is woken once: one that was torn away stays nobody's hope.
            if self._followers.pop(follower, self) is None and not follower.news:
                follower.wake()
                return

    def _act(self, poll: Any, ready: List[Any], waited: float) -> None:
        if not ready:
            self._watch(waited)
            return
        for descriptor, event in ready:
            if descriptor == self._in:
                self._receive()
            elif descriptor == self._err:
                self._receive_error(poll)
            elif descriptor == self._wake:
                self._drain_wake()
            else:
                self._flush()
                if event & (select.POLLERR | select.POLLHUP | select.POLLNVAL):
                    self._outgoing.clear()  # nobody reads it any more; the end of the other pipe tells why

    def _watch(self, waited: float) -> None:
        """A while without any answer: is the engine still there?"""
        if self.process.poll() is not None:
            self._receive()
            if self.lost is None:
                self.fail("ended", self._ended())
            return
        self._silent += waited
        self._stalled += waited
        pending = list(self._pending.values())
        patience = max((request.patience for request in pending), default=0.0)
        if self._silent >= self._hang_after and self._ping:
            self.fail("hung", "the engine gave no sign of life for %.0f seconds" % self._silent)
        elif self._stalled >= patience + self._hang_after and pending:
            self.fail("hung", "the engine finished nothing for %.0f seconds" % self._stalled)
        elif self._silent >= min(_PING_AFTER, self._hang_after / 2) and not self._ping and 0 not in self._pending:
            self._ping = next(self._ids)
            self._send(ASK, self._ping, b'{"do":"ping"}')

    # ---- reading and writing

    def _receive(self) -> None:
        if self._reading.run(self._receive_inside) and self.lost is None:
            self.fail("ended", self._ended())

    def _receive_inside(self) -> bool:
        """Whether this is the end."""
        chunks = self._chunks
        if self.process.closed:
            return True
        try:
            chunks.extend(map(os.read, (self._in,), (self._read_size,)))
        except (BlockingIOError, InterruptedError):
            return False
        if not chunks[-1]:
            return True
        # Python sets aside what it asks for, so little is asked for until much comes.
        self._read_size = min(4 * self._read_size, _READ_MOST) if len(chunks[-1]) == self._read_size else _READ
        self._silent = 0.0
        if len(chunks) > 1 and sum(map(len, chunks)) < self._needed:
            return False
        data = chunks[0] if len(chunks) == 1 else b"".join(chunks)
        at, needed = self._dispatch_all(data)
        self._chunks = deque([data[at:]] if at < len(data) else [])
        self._needed = needed
        return False

    def _dispatch_all(self, data: bytes) -> "tuple[int, int]":
        at, end = 0, len(data)
        while end - at >= 9:
            length, kind, id = _HEAD.unpack_from(data, at)
            if length < 5 or length > MAX_FRAME:
                self.fail("refused", "the engine sent a frame of %d bytes" % length)
                return end, 4
            if end - at < 4 + length:
                return at, 4 + length
            self._dispatch(kind, id, data[at + 9 : at + 4 + length])
            at += 4 + length
        return at, 4

    def _dispatch(self, kind: int, id: int, payload: bytes) -> None:
        if id == self._ping and id:
            self._ping = 0
            return
        request = self._pending.get(id)
        self._stalled = 0.0
        if request is None:
            if id == 0:
                self.fail("refused", str(from_json(payload).get("message", "")) if kind == ERROR else "an answer to nobody")
            return
        if not request.abandoned:
            request.answers.append(Frame(kind, payload))
        if kind != RESULTS:
            request.ended = True
            self._pending.pop(id, None)
            if self._for_pump.pop(id, None) is not None and not self._for_pump:
                self._pump_waiter.notify()
            if self._want_room:
                for waiter in list(self._want_room):
                    waiter.notify()
        request.waiter.notify()

    def _receive_error(self, poll: Any) -> None:
        """Read what the engine says to people, and keep the end of it, for messages."""
        try:
            data = os.read(self._err, 65536)
        except (BlockingIOError, InterruptedError):
            return
        if data:
            self._tail.append(data[-_TAIL:])
        else:
            self._err_open = False
            poll.unregister(self._err)

    def _send(self, kind: int, id: int, payload: bytes) -> None:
        self._outgoing.append(_Outgoing(_HEAD.pack(len(payload) + 5, kind, id) + payload))
        self._write()

    def _write(self) -> None:
        self._flush()
        if self._outgoing:
            try:
                os.write(self._waker, b"!")  # who leads waits for answers only
            except OSError:
                pass

    def _drain_wake(self) -> None:
        try:
            os.read(self._wake, 65536)
        except OSError:
            pass

    def _flush(self) -> None:
        """Write what the engine takes now."""
        try:
            self._writing.run(self._flush_inside)
        except BlockingIOError:
            pass
        except OSError:
            # The engine is gone. What it wrote before is still in the other pipe, and who reads finds its end there.
            self._outgoing.clear()

    def _flush_inside(self) -> None:
        while self._outgoing:
            frame = self._outgoing[0]
            done = sum(frame.written)
            if done == len(frame.data):
                self._outgoing.popleft()
                continue
            request = frame.request
            if done == 0 and request is not None:
                self._pending[request.id] = request
                if frame.pumped:
                    self._for_pump[request.id] = request
            rest = frame.data if done == 0 else memoryview(frame.data)[done:]
            frame.written.extend(map(self.process.stdin.send, (rest,), (self.process.send_flags,)))

    # ---- the end

    def fail(self, kind: str, message: str) -> None:
        """End the connection; whoever waits is told."""
        if self.lost is not None:
            return
        self.lost = Lost(kind, message)
        if kind in ("hung", "refused"):
            self.process.kill()
        else:
            self.process.hang_up()
        for request in self._in_flight():
            request.waiter.notify()
        for waiter in list(self._followers) + list(self._want_room) + [self._pump_waiter]:
            waiter.notify()

    def close(self, seconds: float = 2.0) -> None:
        """End the engine, and wait until it has."""
        self.fail("closed", "the engine was closed")
        if self.process.wait(seconds) is None:
            self.process.kill()
            self.process.wait(seconds)
        pump = self._pump
        if pump is not None and pump.is_alive():
            try:
                pump.join(2.0)
            except RuntimeError:  # called by the pump itself
                pass
        self._reading.run(lambda: self._writing.run(self.process.close_pipes))

    def forget(self) -> None:
        """In a forked child: let go of the parent's engine, which goes on."""
        self.lost = Lost("forked", "this belongs to the process that was forked")
        self.process.forget()

    def _ended(self) -> str:
        code = self.process.wait(1.0)
        try:
            self._tail.append(os.read(self._err, 65536)[-_TAIL:])
        except (OSError, ValueError):
            pass
        said = b"".join(self._tail).decode("utf-8", "replace").strip()
        last = "\n".join(said.splitlines()[-5:])
        return "the engine ended%s%s" % ("" if code is None else " with exit code %d" % code, ": " + last if last else "")

    # ---- the pump

    def _start_pump(self) -> None:
        pump = self._pump
        if pump is None or not pump.is_alive():
            self._pump = pump = Thread(target=self._pump_answers, name="guerdon-pump", daemon=True)
            pump.start()
        else:
            self._pump_waiter.notify()

    def _pump_answers(self) -> None:
        me = current_thread()
        self._pump_waiter = waiter = Waiter()
        while self.lost is None and self._pump is me:
            waiter.news = False
            if self._for_pump:
                self.wait(waiter)
                continue
            waiter.block(_PUMP_IDLE)
            if not waiter.news and not self._for_pump and self._pump is me:
                self._pump = None
                if self._for_pump and self._pump is None:
                    self._pump = me  # a request came between, and found this thread alive
