"""A tournament as the page draws it, as JSON, and as CSV."""

import csv
import io
from fractions import Fraction

from quincunx.protocol import (
    RoundInfo,
    RoundScore,
    RoundTable,
    TableResult,
    TournamentInfo,
    TournamentPlayer,
    TournamentStanding,
)
from quincunx.server.store.tournaments import TournamentRow
from quincunx.table.proof import commitment_of
from quincunx.tournament.scoring import Row, Score
from quincunx.tournament.series import secret_of
from quincunx.tournament.state import Round, Tournament

DIGITS = 4
"""Decimal places of shares."""
FORMULAS = "=+-@\t\r"
"""First characters of a cell that a spreadsheet takes for a formula."""


def tournament_info(
    row: TournamentRow, state: Tournament, standings: list[Row], running: dict[int, Score]
) -> TournamentInfo:
    """Return the public state of a tournament; `running` has the players' results so far in the current round."""
    terms = row.terms
    return TournamentInfo(
        id=row.id,
        game=terms.game,
        title=terms.title,
        seats=terms.seats,
        variants=terms.variants,
        total=terms.rounds,
        minutes=terms.minutes,
        pause=terms.pause,
        pace=terms.pace,
        away_after=terms.away_after,
        created=row.created,
        status=state.status,
        paused=state.is_paused,
        closing=state.is_closing,
        next=state.next_at,
        commitments=[commitment_of(secret_of(row.secret, number)) for number in range(1, terms.rounds + 1)],
        players=[TournamentPlayer(each.number, each.name, each.joined, each.gone) for each in state.players],
        standings=[_standing(line, len(state.rounds), running.get(line.player)) for line in standings],
        rounds=[_round(row, played) for played in state.rounds],
        seq=state.seq,
    )


def _round(row: TournamentRow, played: Round) -> RoundInfo:
    secret = secret_of(row.secret, played.number) if played.is_over else None
    tables = [_table(played, index) for index in range(len(played.tables))]
    return RoundInfo(played.number, played.began, played.ends, secret, tables)


def _table(played: Round, index: int) -> RoundTable:
    result = played.results.get(index)
    found = None if result is None else TableResult(result.places, result.points, result.away)
    return RoundTable(played.ids[index], played.tables[index], found)


def _standing(line: Row, begun: int, running: Score | None) -> TournamentStanding:
    rounds: list[RoundScore | None] = [None] * begun
    for score in line.scores if running is None else [*line.scores, running]:
        rounds[score.round - 1] = _score(score)
    return TournamentStanding(line.place, line.player, _decimal(line.total), _decimal(line.beaten), rounds)


def _score(score: Score) -> RoundScore:
    return RoundScore(score.table, score.seat, score.place, score.points, _decimal(score.share), score.away)


def _decimal(value: Fraction) -> float:
    return round(float(value), DIGITS)


def csv_of(info: TournamentInfo) -> str:
    """The standings with every round as CSV."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    columns = ("table", "seat", "place", "points", "share", "away")
    rounds = [f"round {number} {column}" for number in range(1, len(info.rounds) + 1) for column in columns]
    rows.writerow(["place", "player", "name", "total", "beaten", *rounds])
    names = {player.number: player.name for player in info.players}
    for line in info.standings:
        cells: list[object] = [line.place, line.player, _plain(names[line.player]), line.total, line.beaten]
        for score in line.rounds:
            if score is None:
                cells += [""] * len(columns)
            else:
                cells += [score.table + 1, score.seat + 1, score.place, score.points, score.share, int(score.away)]
        rows.writerow(cells)
    return text.getvalue()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(tuple(FORMULAS)) else name
