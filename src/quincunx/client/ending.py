"""The end of a match at a table: the standings, and how to check the match."""

from rich.console import Console
from rich.text import Text

from quincunx.client import words
from quincunx.client.connection import TableClient
from quincunx.core.render import say
from quincunx.core.spec import GameSpec
from quincunx.table.proof import NONE


def show_end(client: TableClient, spec: GameSpec, console: Console) -> None:
    """Print who won, and the command that checks the match."""
    assert client.now is not None
    assert client.table is not None
    for row in client.now.standings:
        name = client.table.seats[row.seat].name
        console.print(Text(say(words.RESULT[spec.unit](place=row.place, name=name, count=row.points))))
    # No line break within what people copy.
    console.print(Text(say(words.TO_CHECK(url=client.proof_url)), style="dim"), soft_wrap=True)
    console.print(Text(f"  quincunx verify proof.txt{_witnessed(client)}", style="dim"), soft_wrap=True)


def _witnessed(client: TableClient) -> str:
    """The values noted during the match, as options."""
    assert client.table is not None
    dice = client.table.id, client.table.dice.round
    noted = {
        "chain": client.chain,
        "commitment": client.commitments.get(dice),
        "entropy": client.entropy.get(dice),
        "commitments": ",".join(value or NONE for value in client.committed.get(dice, ())),
    }
    return "".join(f" --{name} {value}" for name, value in noted.items() if value)
