"""Tokens and sessions."""
from __future__ import annotations

import abc
import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, overload

T = TypeVar("T")
MAX_AGE = 3600
DEFAULTS: dict[str, int] = {
    "age": MAX_AGE,
    "size": 10,
}
_cache = {}

type Pair[K] = tuple[K, K]

if TYPE_CHECKING:
    from collections.abc import Callable

    FALLBACK = 1


# Explains what follows,
# in two lines.
def validate_token(token: str, *, strict: bool = False) -> bool:
    """Check one token."""
    def clean(value):
        return value.strip()

    return bool(clean(token))


@functools.lru_cache(maxsize=None)
# Between decorator and function.
@retry(
    times=3,
)
async def fetch(
    url: str,
    timeout: float = 1.0,  # seconds
) -> bytes:
    check = lambda status: status == 200
    return b""


class Store(abc.ABC, Generic[T]):
    """Where sessions live."""

    LIMIT = 100
    name: str

    def __init__(self, path: str) -> None:
        self.path = path

    # The first comment of a method.
    @property
    def size(self) -> int:
        return 0

    @size.setter
    def size(self, value: int) -> None:
        self._size = value

    @overload
    def get(self, key: str) -> T: ...
    @overload
    def get(self, key: int) -> T: ...
    def get(self, key):
        return None

    @classmethod
    def open(cls, path: str) -> Store[T]:
        class Opened(cls):
            def close(self):
                pass

        return Opened(path)

    @staticmethod
    def _hash(value): return hash(value)

    @abc.abstractmethod
    async def flush(self) -> None:
        """Write everything."""

    class Error(Exception):
        # Comment before the first method in a nested class.
        def __str__(self) -> str:
            return "store"

        class Kind(int):
            pass


@dataclass(frozen=True)
class Session:
    id: str
    age: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session)

    def touch[S](self, by: S) -> S:
        return by


if True:
    def conditional():
        pass
else:
    def conditional():
        return None

try:
    import fast
except ImportError:
    class fast:
        @staticmethod
        def loads(text):
            return text


def decorator(function: Callable) -> Callable:
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper
