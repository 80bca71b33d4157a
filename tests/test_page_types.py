"""The page's types are those of the structs that the hall sends."""

import pytest

from quincunx.server import protocol
from tests.examples.pig import SPEC as PIG
from tests.examples.pig import picture
from tools.page_types import SENT_BY_THE_PAGE, Types, files, picture_types, stale


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


def test_a_struct_that_the_page_cannot_know_is_refused() -> None:
    types = Types(picture)
    types.schemas["PigPicture"]["properties"]["table"] = {"$ref": "TableInfo"}
    with pytest.raises(SystemExit, match="TableInfo is of another module"):
        types.text()
