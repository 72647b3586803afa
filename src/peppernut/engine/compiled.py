"""The same functions, compiled: nothing of the rules is written a second time for speed.

``compiled(machine.apply)`` gives a Numba function made of the same source; plain functions of ours that it
calls are compiled into it. Without Numba the plain function itself comes back.

What is called from a compiled function allocates nothing: arrays are handed in. That lets Numba leave out the
counting of references, which at some thirty nanoseconds a call would cost more than the rules themselves.
"""

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_done: dict[tuple[FunctionType, bool], Any] = {}
_INNER = {"forceinline": True, "_nrt": False, "no_cpython_wrapper": True, "error_model": "numpy"}


def available() -> bool:
    """Whether Numba can be imported (and has not been turned off with PEPPERNUT_PLAIN=1)."""
    return not os.environ.get("PEPPERNUT_PLAIN") and importlib.util.find_spec("numba") is not None


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled form of a plain function, made at its first call and kept on disk between runs."""
    if not available():
        return function
    _choose_cache()
    return _compile(function, inner=False)


def _compile(function: Any, inner: bool) -> Any:
    if (function, inner) in _done:
        return _done[function, inner]
    import numba

    scope = dict(function.__globals__)
    for name in _names(function.__code__):
        value = scope.get(name)
        if value is function:
            # compiled like this it runs, but crashes once it is loaded from disk
            raise TypeError(f"{name} calls itself, which compiled code here must not do")
        if isinstance(value, FunctionType) and value.__module__.startswith("peppernut."):
            scope[name] = _compile(value, inner=True)
    twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    # Numba names its cache files by module and qualified name
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    options: dict[str, Any] = _INNER if inner else {}
    made = numba.njit(twin, nogil=True, cache=not inner, **options)
    _done[function, inner] = made
    return made


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _choose_cache() -> None:
    """Keep compiled code under a name made of our sources.

    Numba looks only at the file of the function itself, so a change in another file would leave stale code.
    """
    if "numba" in sys.modules or "NUMBA_CACHE_DIR" in os.environ:
        return
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for path in sorted(path for path in package.rglob("*.py") if "web" not in path.parts):
        digest.update(path.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    os.environ["NUMBA_CACHE_DIR"] = str(Path(base) / "peppernut" / digest.hexdigest()[:16])
