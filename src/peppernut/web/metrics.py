"""The server's own counters, in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from typing import Final

HELP: Final = {
    "frames_in": "Frames from clients",
    "frames_out": "Frames to clients",
    "frames_bad": "Frames that were no message of the protocol",
    "actions": "Actions accepted and stored",
    "actions_refused": "Actions refused",
    "bot_actions": "Actions of bots, accepted and stored",
    "bot_fallbacks": "Simple moves made for a bot that was late or wrong",
    "bot_late": "Choices of bots that were not there in time",
    "bot_short": "Choices of bots made with less thought than usual, since many were waiting",
    "rate_limited": "Messages refused because a seat sent too many",
    "sockets_opened": "Sockets accepted",
    "sockets_refused": "Sockets refused (origin, no seat, no table)",
    "slow_readers": "Sockets that fell behind and were sent a fresh view",
    "slow_dropped": "Sockets given up because they did not read",
    "tables_opened": "Tables opened",
    "tables_loaded": "Tables replayed from the log",
    "tables_doubted": "Tables dropped from memory and replayed after an error",
    "errors": "Errors nobody expected",
}


class Metrics(Counter[str]):
    """Counters by name."""

    def text(self, gauges: dict[str, float]) -> str:
        """All counters, and gauges measured now."""
        lines = []
        for name, meaning in HELP.items():
            lines += [
                f"# HELP peppernut_{name}_total {meaning}",
                f"# TYPE peppernut_{name}_total counter",
                f"peppernut_{name}_total {self[name]}",
            ]
        for name, value in gauges.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE peppernut_{name} {kind}", f"peppernut_{name} {value:g}"]
        return "\n".join(lines) + "\n"
