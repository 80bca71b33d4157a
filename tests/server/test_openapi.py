"""The HTTP side against its own schema: whatever is asked, no 5xx, and every answer is one that the schema declares."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
import pytest
import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Limits
from quincunx.server.http.app import make_app
from tests.server.conftest import Process

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
EXAMPLES = settings.default.max_examples // 5  # type: ignore[union-attr]  # a profile is loaded
"""For each operation."""


class Limited(Process):
    """A hall as visitors meet it, with its limits."""

    def __init__(self, db: str, log: Path) -> None:
        super().__init__(db, log)
        self._words.remove("--unlimited")


@dataclass
class Served:
    """A hall with a table that waits, one in play and one that is over."""

    process: Process
    tables: list[str]


def ask(url: str, body: Any = None) -> tuple[int, Any]:
    """A request, by POST if it has a body; the status and the JSON."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data, {"Content-Type": "application/json"}), timeout=20) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def patiently(url: str, body: Any = None) -> tuple[int, Any]:
    """The same, asked again for a minute while the hall says that it was too much."""
    end = time.monotonic() + 60
    while (answer := ask(url, body))[0] == 429 and time.monotonic() < end:
        time.sleep(0.1)
    return answer


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A process, so that its log can be read."""
    folder = tmp_path_factory.mktemp("openapi")
    process = Limited(f"sqlite:///{folder}/hall.db", folder / "hall.log")
    process.start()
    try:
        yield Served(process, [_opened(process, **fields) for fields in TABLES])
        assert "Traceback" not in process.log()
        assert '"level": "error"' not in process.log()
    finally:
        process.kill()


TABLES: list[dict[str, Any]] = [
    {"seats": 3},
    {"seats": 2, "bots": ["random", "random"], "play": False},
    {"seats": 2, "bots": ["random", "random"], "play": False, "settings": {"pace": 0}},
]


def _opened(process: Process, **fields: Any) -> str:
    status, given = ask(f"{process.url}/api/tables", {"game": "pig", **fields})
    assert status == 201, given
    return str(given["table"])


SCHEMA = make_app(HallConfig("sqlite://")).openapi_schema.to_schema()
schema = schemathesis.openapi.from_dict(msgspec.json.decode(msgspec.json.encode(SCHEMA)))


@schema.parametrize()
@settings(max_examples=EXAMPLES)
def test_answers_keep_to_the_schema(case: "Case[Any]", served: Served) -> None:
    case.call_and_validate(base_url=served.process.url, checks=[*CHECKS, negative_data_rejection])
    if "table_id" in (case.path_parameters or {}):
        for table in served.tables:
            case.path_parameters["table_id"] = table
            case.call_and_validate(base_url=served.process.url, checks=CHECKS)
    if isinstance(case.body, dict) and "game" in case.body:
        for game in ("pig", "popalotsy"):
            case.body["game"] = game
            case.call_and_validate(base_url=served.process.url, checks=CHECKS)


def test_the_hall_serves_this_schema(served: Served) -> None:
    status, found = patiently(f"{served.process.url}/schema/openapi.json")
    assert status == 200
    assert found["paths"] == json.loads(msgspec.json.encode(SCHEMA["paths"]))


def test_tables_are_bounded_whatever_is_asked(served: Served) -> None:
    url = served.process.url
    answers = [ask(f"{url}/api/tables", {"game": "phase10", "seats": 2}) for _ in range(Limits().tables_an_hour + 1)]
    status, problem = answers[-1]
    assert (status, problem["code"]) == (429, "too_many")
    assert {status for status, _ in answers} <= {201, 429}
    _, health = patiently(f"{url}/health")
    assert health["status"] == "ok"
    assert health["tables"] <= 2 * Limits().tables_an_hour, "those of the first moment, and as many within an hour"


def test_a_body_that_is_too_big(served: Served) -> None:
    status, problem = patiently(f"{served.process.url}/api/tables/{served.tables[0]}/seats", {"name": "x" * 100_000})
    assert status == 413
    assert problem["message"] == ["hall.too_big", {"count": Limits().body_bytes}]
