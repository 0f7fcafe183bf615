"""Who may use which member of a team next, in turn. Knows nothing of Ray; used in one event loop."""

import asyncio
from collections import OrderedDict, deque
from typing import Deque, Dict, Generic, Hashable, Optional, TypeVar

M = TypeVar("M", bound=Hashable)


class _Wish(Generic[M]):
    """Somebody who waits for a place."""

    __slots__ = ("alone", "future", "reserved")

    def __init__(self, alone: bool) -> None:
        self.alone = alone
        self.future: "asyncio.Future[M]" = asyncio.get_running_loop().create_future()
        self.reserved: Optional[M] = None
        """The member that takes nobody else, until it is free for one who wants to be alone."""


class Places(Generic[M]):
    """The places of members, of which each has the same number. Those who wait get them in turn: one place for each call, then its next."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._free: Dict[M, int] = {}
        self._waiting: "OrderedDict[Hashable, Deque[_Wish[M]]]" = OrderedDict()
        self._reserved: Dict[M, _Wish[M]] = {}

    @property
    def members(self) -> int:
        """How many members are there now."""
        return len(self._free)

    def used(self, member: M) -> int:
        """How many of a member's places are taken."""
        return self._width - self._free.get(member, self._width)

    def open(self, member: M) -> None:
        """This member takes work from now on."""
        self._free[member] = self._width
        self._serve()

    def shut(self, member: M) -> None:
        """This member is gone, and the places that were taken with it."""
        self._free.pop(member, None)
        wish = self._reserved.pop(member, None)
        if wish is not None:
            wish.reserved = None
        self._serve()

    def fail(self, why: BaseException) -> None:
        """Nobody gets a place."""
        waiting, self._waiting = self._waiting, OrderedDict()
        self._reserved.clear()
        for wishes in waiting.values():
            for wish in wishes:
                if not wish.future.done():
                    wish.future.set_exception(why)

    async def take(self, call: Hashable, alone: bool = False) -> M:
        """A member with a place for this call; all of its places, where it wants to be alone."""
        wish: _Wish[M] = _Wish(alone)
        self._waiting.setdefault(call, deque()).append(wish)
        self._serve()
        try:
            return await wish.future
        except asyncio.CancelledError:
            if wish.reserved is not None:
                self._reserved.pop(wish.reserved, None)
            if wish.future.done() and not wish.future.cancelled() and wish.future.exception() is None:
                self.give(wish.future.result(), alone)  # it came at the same moment
            self._serve()
            raise

    def give(self, member: M, alone: bool = False) -> None:
        """Give a place back. One of a member that was shut meanwhile is gone."""
        if member in self._free:
            self._free[member] = min(self._width, self._free[member] + (self._width if alone else 1))
            self._serve()

    def _serve(self) -> None:
        """Give the places that are free to those who wait, one for each call, then again from the first."""
        served = True
        while served:
            served = False
            for call in list(self._waiting):
                wishes = self._waiting[call]
                while wishes and wishes[0].future.done():
                    wishes.popleft()
                if wishes and self._grant(wishes[0]):
                    wishes.popleft()
                    self._waiting.move_to_end(call)
                    served = True
                if not wishes:
                    del self._waiting[call]

    def _grant(self, wish: "_Wish[M]") -> bool:
        member = wish.reserved
        if member is None:
            able = [one for one, free in self._free.items() if one not in self._reserved and (free or wish.alone)]
            if not able:
                return False
            member = max(able, key=lambda one: self._free[one])
        if wish.alone and self._free[member] < self._width:
            wish.reserved = member
            self._reserved[member] = wish
            return False
        if wish.reserved is not None:
            del self._reserved[member]
        self._free[member] -= self._width if wish.alone else 1
        wish.future.set_result(member)
        return True
