"""Who waits for the engine's answers: a thread, or a coroutine of some event loop."""

from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, Deque, Optional
from weakref import WeakKeyDictionary, ref

if TYPE_CHECKING:
    import asyncio


class Waiter:
    """A thread that waits. ``news`` is set by whoever reads its answers from the pipe."""

    __slots__ = ("_lock", "news")

    def __init__(self) -> None:
        self.news = False
        self._lock = Lock()
        self._lock.acquire()

    def notify(self) -> None:
        """Tell that there is news."""
        self.news = True
        self.wake()

    def wake(self) -> None:
        """Let the thread look around, though there may be no news: somebody must read the pipe."""
        if self._lock.locked():
            try:
                self._lock.release()
            except RuntimeError:  # two at once
                pass

    def block(self, seconds: float) -> None:
        """Wait until woken, or for this long. May return early."""
        if not self.news:
            self._lock.acquire(True, seconds)


class AsyncWaiter(Waiter):
    """A coroutine that waits."""

    __slots__ = ("_future", "_loop", "_mailbox")

    def __init__(self, loop: "asyncio.AbstractEventLoop") -> None:
        self.news = False
        self._loop = loop
        self._mailbox = Mailbox.of(loop)
        self._future: "Optional[asyncio.Future[None]]" = None

    def notify(self) -> None:
        self.news = True
        self._mailbox.post(self)

    def wake(self) -> None:
        pass  # the pump reads for coroutines

    def future(self) -> "asyncio.Future[None]":
        """Done when there is news. Called in the loop."""
        self._future = self._loop.create_future()
        if self.news:
            self._future.set_result(None)
        return self._future

    def deliver(self) -> None:
        """In the loop: wake the coroutine."""
        future = self._future
        if future is not None and not future.done():
            future.set_result(None)


class Mailbox:
    """Carries news from threads into one event loop, many at a time."""

    __slots__ = ("_loop", "_posted", "_scheduled")

    _all: "WeakKeyDictionary[asyncio.AbstractEventLoop, Mailbox]" = WeakKeyDictionary()

    def __init__(self, loop: "asyncio.AbstractEventLoop") -> None:
        self._loop = ref(loop)
        self._posted: Deque[AsyncWaiter] = deque()
        self._scheduled = False

    @classmethod
    def of(cls, loop: "asyncio.AbstractEventLoop") -> "Mailbox":
        mailbox = cls._all.get(loop)
        if mailbox is None:
            mailbox = cls._all.setdefault(loop, cls(loop))
        return mailbox

    def post(self, waiter: AsyncWaiter) -> None:
        self._posted.append(waiter)
        if not self._scheduled:
            self._scheduled = True
            loop = self._loop()
            try:
                if loop is not None:
                    loop.call_soon_threadsafe(self._drain)
            except RuntimeError:  # the loop is closed, and its coroutines are gone
                self._posted.clear()
                self._scheduled = False

    def _drain(self) -> None:
        self._scheduled = False
        posted = self._posted
        while posted:
            posted.popleft().deliver()
