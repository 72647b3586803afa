"""The house itself: locks, scripts, what an import costs, and what the package contains."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
SCRIPTS = [*sorted((ROOT / "scripts").iterdir()), ROOT / ".ci" / "run"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HEAVY = {"numba", "llvmlite", "numpy", "scipy", "starlette", "uvicorn", "apsw", "websockets"}

needs_checkout = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout")


def names(requirements: list[str]) -> set[str]:
    return {match[0] for line in requirements if (match := re.match(r"[A-Za-z][\w.-]*", line))}


def locked(lock: str) -> dict[str, str]:
    text = (ROOT / "requirements" / lock).read_text("utf-8")
    return dict(re.findall(r"^([a-z][\w.-]*)==(\S+)", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_locks_name_no_place_and_hash_everything(lock: Path):
    text = lock.read_text("utf-8")
    assert not re.search(r"://|^\s*--(?!hash=)|(^|\s)/", text, re.MULTILINE)
    for entry in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_the_locks_hold_what_the_project_asks_for():
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = names(PROJECT["project"]["dependencies"])
    assert wanted <= set(locked("runtime.txt"))
    assert wanted | names(extras["dev"]) | names(extras["bench"]) <= set(locked("dev.txt"))


def test_the_locks_agree():
    versions: dict[str, str] = {}
    for lock in ("runtime.txt", "dev.txt", "build.txt", "uv.txt"):
        for name, version in locked(lock).items():
            assert versions.setdefault(name, version) == version or name in {"numpy", "scipy"}, (lock, name)


def test_build_requirements_are_stated_alike():
    lines = (ROOT / "requirements" / "build.in").read_text("utf-8").splitlines()
    stated = {line for line in lines if line and not line.startswith("#")}
    assert set(PROJECT["build-system"]["requires"]) == {line for line in stated if not line.startswith("uv")}


def test_the_clients_lock_names_no_registry():
    lock = json.loads((ROOT / "client" / "package-lock.json").read_text("utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    for name, entry in packages.items():
        assert "resolved" not in entry, name
        assert entry.get("integrity", "").startswith("sha512-"), name


@needs_checkout
def test_nothing_made_is_committed():
    files = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    made = re.compile(
        r"(^|/)(node_modules|dist|build|__pycache__|[^/]*\.egg-info)/|web/static/|\.(pyc|nbi|nbc)$"
    )
    assert [name for name in files if made.search(name)] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_parse_and_run(script: Path):
    assert os.access(script, os.X_OK)
    assert script.read_text("utf-8").startswith("#!/usr/bin/env bash\n")
    subprocess.run(["bash", "-n", str(script)], check=True)


@needs_checkout
def test_installing_again_costs_nothing():
    if not (ROOT / ".venv" / ".peppernut" / "client").is_file():
        pytest.skip("not installed by scripts/install")
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run([ROOT / "scripts" / "install"], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    assert min(times) < 0.3


@pytest.mark.parametrize("module", ["peppernut", "peppernut.cli"])
def test_importing_costs_little(module: str):
    code = f"import sys, json, {module}; print(json.dumps([name for name in sys.modules if '.' not in name]))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(json.loads(done.stdout))
    assert "peppernut" in loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("game", ["peanuts", "pepper", "nerts"])
def test_a_rulebook_needs_no_compiler(game: str):
    command = [
        sys.executable,
        "-X",
        "importtime",
        "-c",
        "from peppernut.cli import main; main()",
        "rules",
        game,
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-500:]
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "peppernut" in loaded
    assert not loaded & HEAVY


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.Path:
    """A wheel made from an sdist of these sources, without what was built before."""
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling import build; print(getattr(build, sys.argv[1])(sys.argv[2]))"

    def make(what: str, sources: Path) -> Path:
        done = subprocess.run(
            [sys.executable, "-c", build, what, str(folder)],
            cwd=sources,
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return folder / done.stdout.splitlines()[-1]

    sdist = make("build_sdist", ROOT)
    subprocess.run([sys.executable, "-m", "tarfile", "-e", str(sdist), str(folder)], check=True)
    [sources] = [entry for entry in folder.iterdir() if entry.is_dir()]
    assert not (sources / "src" / "peppernut" / "web" / "static").exists()
    modules = ROOT / "client" / "node_modules"
    if modules.is_dir():  # spares the download
        (sources / "client" / "node_modules").symlink_to(modules)
    return zipfile.Path(make("build_wheel", sources))


@pytest.mark.slow
def test_a_wheel_holds_the_client(wheel: zipfile.Path):
    package = wheel / "peppernut"
    assert (package / "py.typed").exists()
    page = (package / "web" / "static" / "index.html").read_text("utf-8")
    for name in re.findall(r'(?:src|href)="/([^"]+)"', page):
        assert (package / "web" / "static" / name).exists(), name


@pytest.mark.slow
def test_the_first_load_is_small(wheel: zipfile.Path):
    def files(folder: zipfile.Path) -> list[zipfile.Path]:
        return [file for entry in folder.iterdir() for file in (files(entry) if entry.is_dir() else [entry])]

    load = [
        file
        for file in files(wheel / "peppernut" / "web" / "static")
        if file.name.endswith((".html", ".css", ".js"))
    ]
    assert sum(len(gzip.compress(file.read_bytes())) for file in load) <= 150 * 1024
