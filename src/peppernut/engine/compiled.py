"""The same functions, compiled: nothing of the rules is written a second time for speed.

``compiled(machine.apply)`` gives a Numba function made of the same source; plain functions of ours that it
calls are compiled with it. Without Numba the plain function itself comes back.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_done: dict[FunctionType, Any] = {}


def available() -> bool:
    """Whether Numba can be imported (and has not been turned off with PEPPERNUT_PLAIN=1)."""
    if os.environ.get("PEPPERNUT_PLAIN"):
        return False
    import importlib.util

    return importlib.util.find_spec("numba") is not None


def compiled(function: Callable[..., Any]) -> Any:
    """The compiled form of a plain function, made at its first call and kept on disk between runs."""
    if not available():
        return function
    _choose_cache()
    return _compile(function)


def _compile(function: Any) -> Any:
    if function in _done:
        return _done[function]
    import numba

    scope = dict(function.__globals__)
    for name in _names(function.__code__):
        value = scope.get(name)
        if isinstance(value, FunctionType) and value.__module__.startswith("peppernut."):
            scope[name] = _compile(value)
    twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    # Numba names its cache files by module and qualified name
    twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
    _done[function] = numba.njit(twin, cache=True, nogil=True)
    return _done[function]


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found


def _choose_cache() -> None:
    """Keep compiled code under a name made of our sources.

    Numba looks only at the file of the function itself, so a change in another file would leave stale code.
    """
    if "numba" in sys.modules or "NUMBA_CACHE_DIR" in os.environ:
        return
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.parent.rglob("*.py")):
        digest.update(path.read_bytes())
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    os.environ["NUMBA_CACHE_DIR"] = str(Path(base) / "peppernut" / digest.hexdigest()[:16])
