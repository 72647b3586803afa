"""The socket protocol of uvicorn, with a short way in and out for tables.

Any ASGI server can carry a table (`line.AsgiWire`). Under uvicorn we take frames where they are parsed and write frames
that were built once for everybody: no task, no queue and no pause of the socket for every message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where there is C

from peppernut.web import protocol
from peppernut.web.line import frame

if TYPE_CHECKING:
    import asyncio

    from peppernut.web.line import Line


WHOLE_TEXT: Final = 0x81


class TableProtocol(WebSocketsSansIOProtocol):
    """A socket that may be bound to a table's line.

    Once it is, the stream is cut into frames here. A whole, masked, unfragmented text frame, which is all that a
    client of ours ever sends beside pongs, goes straight to the line; every other frame goes, whole, to the library.
    """

    line: Line | None = None
    _rest = b""
    _plain = False

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        line = self.line
        if line is None:
            # Whoever talks before the table has answered is left to the library: its parser may be inside a frame.
            self._plain = self._plain or self.handshake_initiated
            super().data_received(data)
            return
        if self._plain or self.close_sent:
            super().data_received(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        at, end = 0, len(data)
        while at < end and not self.close_sent:
            have = end - at
            size = data[at + 1] & 127 if have >= 2 else 0
            start = at + (8 if size == 126 else 6)
            if have >= 2 and (size == 127 or not data[at + 1] & 128):
                self._give_up(data[at:])  # far too long, or not masked
                return
            if start > end:
                break
            if size == 126:
                size = (data[at + 2] << 8) | data[at + 3]
                if size > protocol.MAX_FRAME:
                    self._give_up(data[at:])
                    return
            stop = start + size
            if stop > end:
                break
            if data[at] == WHOLE_TEXT:
                line.receive(apply_mask(data[start:stop], data[start - 4 : start]))
            else:
                super().data_received(data[at:stop])
            at = stop
        self._rest = data[at:]

    def _give_up(self, data: bytes) -> None:
        """Let the library say what is wrong with the rest of this stream."""
        self._plain = True
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come by way of the library: to the line, if there is one."""
        line = self.line
        if line is None:
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        if self.close_sent:
            return
        # Binary frames are no messages of ours: an empty text is refused in the same way.
        line.receive(b"".join(frames) if self.curr_msg_data_type == "text" else b"")


class DirectWire:
    """Writes to the transport of a `TableProtocol`; frames of one moment leave in one packet."""

    __slots__ = ("_parts", "_protocol", "_send", "_size", "_transport")

    def __init__(self, protocol: TableProtocol, send: Any) -> None:
        """A wire over an accepted socket."""
        self._protocol = protocol
        self._transport: asyncio.Transport = protocol.transport
        self._send = send
        self._parts: list[bytes] = []
        self._size = 0

    def write(self, payload: bytes) -> None:
        """Send a text frame; the transport keeps what the peer does not take."""
        if not self._parts:
            self._protocol.loop.call_soon(self._flush)
        self._parts.append(frame(payload))
        self._size += len(payload)

    def _flush(self) -> None:
        parts, self._parts, self._size = self._parts, [], 0
        if parts and not self._protocol.close_sent and not self._transport.is_closing():
            self._transport.write(parts[0] if len(parts) == 1 else b"".join(parts))

    def waiting(self) -> int:
        """What has not left yet."""
        return self._size + self._transport.get_write_buffer_size()

    def close(self, code: int) -> None:
        """Begin the closing handshake."""
        self._flush()
        if not self._protocol.close_sent and not self._protocol.disconnected:
            protocol = self._protocol
            protocol.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
            protocol.conn.send_close(code)
            self._transport.write(b"".join(protocol.conn.data_to_send()))
            protocol.close_sent = True
            protocol.close_timer = protocol.loop.call_later(protocol.close_timeout, self._transport.abort)

    def abort(self) -> None:
        """Let go at once."""
        self._transport.abort()
