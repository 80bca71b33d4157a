"""The names and secrets of rounds: all tables of a round share their dice."""

import hashlib

KIND = "tournament"


def series_of(tournament: str, round_: int) -> str:
    """Return the name of the tables of a round."""
    return f"{KIND}:{tournament}:{round_}"


def read_series(series: str | None) -> tuple[str, int] | None:
    """Return the tournament and the round of a series; None if it is something else."""
    kind, _, rest = (series or "").partition(":")
    tournament, _, number = rest.partition(":")
    return (tournament, int(number)) if kind == KIND else None


def secret_of(master: str, round_: int) -> str:
    """Return the secret of a round's dice; nobody can derive those of other rounds from it."""
    return hashlib.sha256(f"{KIND}:{round_}:{master}".encode()).hexdigest()
