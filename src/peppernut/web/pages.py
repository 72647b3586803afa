"""The client's files: index, hashed assets, and the headers that keep a page honest."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.responses import Response

STATIC: Final = Path(__file__).parent / "static"
_HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
_HOST = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
_TEXT: Final = ("text/", "application/javascript", "application/json", "image/svg", "application/manifest")

UNBUILT: Final = (
    b"<!doctype html><meta charset=utf-8><title>Peppernut</title><p>The tables are open, but the page has not been "
    b"built yet: <code>scripts/install</code> does it.</p>"
)

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("font/woff2", ".woff2")


class _File(NamedTuple):
    stamp: tuple[int, int]
    raw: bytes
    packed: bytes | None
    kind: str
    etag: str


_cache: dict[Path, _File] = {}


def _load(path: Path) -> _File | None:
    try:
        stat = path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        file = _cache.get(path)
        if file is not None and file.stamp == stamp:
            return file
        raw = path.read_bytes()
    except OSError:
        return None
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith(_TEXT)
    packed = gzip.compress(raw, 9, mtime=0) if text and len(raw) > 500 else None
    if text and "charset" not in kind:
        kind += "; charset=utf-8"
    file = _cache[path] = _File(stamp, raw, packed, kind, f'"{hashlib.sha256(raw).hexdigest()[:20]}"')
    return file


def serve(name: str, headers: dict[str, str], root: Path = STATIC) -> Response | None:
    """A file of the client as a response, or None if there is none."""
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()) or not path.is_file():
        return None
    file = _load(path)
    if file is None:
        return None
    hashed = "assets/" in name and _HASHED.search(name)
    out = {
        "Cache-Control": "public, max-age=31536000, immutable" if hashed else "no-cache",
        "ETag": file.etag,
        "Vary": "Accept-Encoding",
    }
    if headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=out)
    body = file.raw
    if file.packed is not None and "gzip" in headers.get("accept-encoding", ""):
        body = file.packed
        out["Content-Encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=out)


def index(headers: dict[str, str]) -> Response:
    """The client's page."""
    return serve("index.html", headers) or Response(UNBUILT, 503, media_type="text/html; charset=utf-8")


def security_headers(host: str) -> list[tuple[bytes, bytes]]:
    """Nothing from elsewhere, nothing inline, no frames. Older browsers want the socket's address spelled out."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        f"media-src 'self' data: blob:; connect-src 'self'{sockets}; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"no-referrer"),
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]


class Secured:
    """Puts the headers on every answer of an ASGI app."""

    def __init__(self, app: Any) -> None:
        """Wrap the app."""
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, with the headers."""
        host = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"host"), "")
        extra = security_headers(host)

        async def secured(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        await self.app(scope, receive, secured)
