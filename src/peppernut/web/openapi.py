"""The HTTP routes for machines. Bodies come from the structs that read them."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from peppernut import __version__
from peppernut.web import protocol

_TABLE: Final = {
    "name": "name",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[a-z0-9]{8}$"},
}
_SECRET: Final = {"name": "X-Table-Secret", "in": "header", "required": False, "schema": {"type": "string"}}
_DEAL: Final = {"name": "deal", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_OBJECT: Final = {"type": "object"}


def _answer(meaning: str, schema: dict[str, Any] = _OBJECT, kind: str = "application/json") -> dict[str, Any]:
    return {"description": meaning, "content": {kind: {"schema": schema}}}


def _get(meaning: str, kind: str = "application/json", *parameters: dict[str, Any]) -> dict[str, Any]:
    schema = _OBJECT if kind == "application/json" else {"type": "string"}
    return {
        "summary": meaning,
        "parameters": list(parameters),
        "responses": {
            "200": _answer("Fine", schema, kind),
            "4XX": {"$ref": "#/components/responses/Refused"},
        },
    }


def _post(
    meaning: str, body: type | None, status: str = "200", *parameters: dict[str, Any]
) -> dict[str, Any]:
    route: dict[str, Any] = {
        "summary": meaning,
        "parameters": list(parameters),
        "responses": {status: _answer("Fine"), "4XX": {"$ref": "#/components/responses/Refused"}},
    }
    if body is not None:
        schema = {"$ref": f"#/components/schemas/{body.__name__}"}
        route["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return route


def document() -> dict[str, Any]:
    """The OpenAPI description."""
    bodies = [protocol.RulesBody, protocol.OpenBody, protocol.JoinBody, protocol.QrBody]
    _, schemas = msgspec.json.schema_components(bodies, ref_template="#/components/schemas/{name}")
    schemas["Refusal"] = {
        "type": "object",
        "required": ["error"],
        "properties": {
            "error": {
                "type": "object",
                "required": ["code", "message"],
                "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
            }
        },
    }
    refused = _answer("Refused, with a sentence", {"$ref": "#/components/schemas/Refusal"})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Peppernut tables",
            "version": __version__,
            "description": "The socket at /ws/{name} is described in docs/protocol.md.",
        },
        "paths": {
            "/api/address": {"get": _get("Where other devices find this server")},
            "/api/catalog": {"get": _get("All games with presets and options")},
            "/api/rules": {"post": _post("Whether these rules can be", protocol.RulesBody)},
            "/api/rulebook": {"post": _post("The rulebook of rules, as HTML", protocol.RulesBody)},
            "/api/qr": {"post": _post("Text as a QR code (SVG)", protocol.QrBody)},
            "/api/tables": {"post": _post("Open a table", protocol.OpenBody, "201")},
            "/api/tables/{name}": {
                "get": _get("What is public about a table", "application/json", _TABLE, _SECRET)
            },
            "/api/tables/{name}/join": {
                "post": _post("Sit down, or watch", protocol.JoinBody, "200", _TABLE)
            },
            "/api/tables/{name}/code": {"post": _post("A code for another device", None, "200", _TABLE)},
            "/api/tables/{name}/record": {"get": _get("Finished deals", "application/json", _TABLE)},
            "/api/tables/{name}/reasons/{deal}": {
                "get": _get(
                    "Why bots did what they did in a finished deal",
                    "application/json",
                    _TABLE,
                    _DEAL,
                    _SECRET,
                )
            },
            "/api/tables/{name}/rulebook": {
                "get": _get("The table's rulebook", "application/json", _TABLE, _SECRET)
            },
            "/healthz": {"get": _get("Whether all is well")},
            "/metrics": {"get": _get("Counters for Prometheus", "text/plain")},
        },
        "components": {
            "schemas": schemas,
            "responses": {"Refused": refused},
            "securitySchemes": {"person": {"type": "apiKey", "in": "cookie", "name": "peppernut"}},
        },
    }
