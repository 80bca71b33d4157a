"""The page's types are those of the structs that the hall sends."""

import pytest

from quincunx import protocol
from quincunx.core import drawing
from quincunx.core.messages import Message, Value
from tests.examples.pig import SPEC as PIG
from tests.examples.pig import picture
from tools.page_types import PAGE, SENT_BY_THE_PAGE, Types, files, picture_types, stale

OF_MESSAGES = {"str": "string", "int": "number", "Message": "Message", "Sequence[Value]": "Value[]"}
"""What the page calls each part of a message's value."""


def test_the_page_has_the_types_of_now() -> None:
    assert [file.name for file in stale()] == [], "run `python -m tools.page_types`"
    assert len(list(files())) > 1


def test_a_picture_becomes_an_interface_with_its_docstrings() -> None:
    told = picture_types(PIG)
    assert "/** Everything the page draws. */\nexport interface PigPicture {\n  turn: number\n" in told
    assert (
        "  /** What the turn has brought so far. */\n  brought: number\n  /** By seat. */\n  scores: number[]\n}"
        in told
    )
    assert "import" not in told


@pytest.mark.parametrize(
    "line",
    [
        "  clock: number | null",  # a default: the hall always sends it
        "  settings?: Partial<Settings>",  # the page need not
        "  clock?: number | null",
        "  minutes: [number, number]",
        "  commitments: (string | null)[]",
        "  to_act: number[] | 'over'",
        "  variants: Record<string, string>",
        "  picture: unknown",
        "  status: Status",
        "export type Status = 'waiting' | 'playing' | 'over'",
        "  tagline: Message",
        "import type { Message } from './say'",
        "  type: 'table'",
        "export type AnyServerMessage =",
        "  | TableNews",
        f"export const PROTOCOL = {protocol.PROTOCOL}",
    ],
)
def test_what_the_protocol_becomes(line: str) -> None:
    assert line in Types(protocol, SENT_BY_THE_PAGE).text().splitlines()


def test_what_the_page_sends_may_leave_out_what_the_hall_fills_in() -> None:
    told = Types(protocol, SENT_BY_THE_PAGE).text()
    play_on = told[told.index("export interface PlayOn {") :].split("}")[0]
    assert "  at: number\n" in play_on
    assert "  bot?: string | null\n" in play_on


def test_the_colours_of_the_page_are_those_of_pictures() -> None:
    told = Types(drawing).text()
    assert "export type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple'" in told.splitlines()
    assert "import" not in told


def test_a_message_of_the_page_is_one_of_the_wire() -> None:
    """`say.ts` has its own: a schema cannot say what the values of a message are."""
    said = (PAGE / "lib" / "say.ts").read_text(encoding="utf-8").splitlines()
    values = " | ".join(OF_MESSAGES[one] for one in str(Value).split(" | "))
    assert f"export type Value = {values}" in said
    assert Message._fields == ("id", "values")
    assert "export type Message = [id: string, values: Record<string, Value>]" in said


def test_a_struct_that_the_page_cannot_know_is_refused() -> None:
    types = Types(picture)
    types.schemas["PigPicture"]["properties"]["table"] = {"$ref": "TableInfo"}
    with pytest.raises(SystemExit, match="TableInfo is of another module"):
        types.text()
