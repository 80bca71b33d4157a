"""Scripted models in the harness for text players."""

import json
from math import isnan
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx.analysis.report import SCALE
from quincunx.core.errors import SetupError
from quincunx.core.match import Match
from quincunx.core.transcript import read_transcript
from quincunx.envs import examine, harness
from quincunx.solvers import valuer
from tests.examples.pig import SPEC as PIG
from tests.examples.pig.rules import ENDED, HOLD, ROLL, apply


def last_line(prompt: str) -> str:
    """Always the last legal action of the prompt."""
    return prompt.strip().splitlines()[-1]


class Stubborn:
    """Its first answer to every prompt is nonsense, the second the last legal action; it remembers all prompts."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        refused = 0
        while len(self.prompts) > refused and "Your answer was refused" in self.prompts[-1 - refused]:
            refused += 1
        legal = [line for line in prompt.splitlines() if line in ("roll", "hold")]
        return "fold" if refused < self.times else legal[-1]


def holder(prompt: str) -> str:
    return "hold" if "hold" in prompt.splitlines() else "roll"


def test_a_model_sits_on_every_seat_and_its_wins_are_counted() -> None:
    report = examine(holder, PIG, matches=6, opponents=["greedy"], seed=3)
    won = []
    for number, transcript in enumerate(report.transcripts):
        match = read_transcript(PIG, transcript)
        assert match.is_over
        won.append(float(match.standings()[0].seat == number % 2))
    assert report.results == won
    assert report.score == sum(won) / 6
    assert (report.illegal, report.replaced, report.answers) == (0, 0, report.decisions)
    assert report.regret is None
    single = examine(holder, PIG, matches=1, seed=3)
    assert isnan(single.error)
    assert json.loads(json.dumps(single.to_json(), allow_nan=False))["error"] is None


def test_illegal_answers_are_told_back_and_counted() -> None:
    model = Stubborn(times=1)
    report = examine(model, PIG, matches=1, opponents=["random"], seed=1)
    assert report.illegal == report.decisions
    assert report.answers == 2 * report.decisions
    assert report.replaced == 0
    assert "§1" in model.prompts[0]
    assert "You are seat 0." in model.prompts[0]


def test_who_never_answers_legally_plays_at_random() -> None:
    report = examine(Stubborn(times=99), PIG, matches=2, opponents=["random"], seed=1)
    assert report.replaced == report.decisions
    assert report.illegal == report.answers == 3 * report.decisions
    assert report.to_json()["score"] == report.score


def test_in_a_race_and_with_more_seats() -> None:
    report = examine(last_line, "popalotsy", matches=1, seats=3, opponents=["expert"], seed=2)
    assert report.illegal == 0 < report.decisions


def test_settings_that_do_not_fit_are_refused() -> None:
    with pytest.raises(SetupError):
        examine(holder, PIG, matches=0)
    with pytest.raises(SetupError):
        examine(holder, PIG, matches=1, opponents=["nobody"])


def test_regret_is_the_mean_loss_of_the_model_s_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The analysis of match n gives seat s a loss of 1000 * (n + s + 1) units for each of 4 + n decisions."""
    analysed: list[Match] = []

    def analyse(match: Match) -> SimpleNamespace:
        number = len(analysed)
        analysed.append(match)
        accounts = [SimpleNamespace(error_rate=1000 * (number + seat + 1), decisions=4 + number) for seat in range(2)]
        return SimpleNamespace(accounts=accounts)

    monkeypatch.setattr(harness, "analyse", analyse)
    report = examine(holder, PIG, matches=2, opponents=["greedy"], seed=3, with_regret=True)
    assert [match.transcript() for match in analysed] == report.transcripts
    assert report.regret == pytest.approx((4 * 1000 + 5 * 3000) / 9 / SCALE)


class Points:
    """Stands for exact tables of Pig: only points that are held count, so it is always best to hold."""

    def value(self, state: Any) -> float:
        return 0.5 + float(state.score[0] - state.score[1]) / 1000

    def choices(self, state: Any) -> list[Any]:
        return [SimpleNamespace(action=HOLD), SimpleNamespace(action=ROLL)]


def test_regret_is_exact_where_the_tables_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that holds at ten loses what the turn has brought at every roll before."""
    tables: Any = Points()
    monkeypatch.setattr(valuer, "solved_for", lambda spec, seats: True)
    monkeypatch.setattr(valuer, "is_built", lambda spec, state: True)
    monkeypatch.setattr(valuer, "_exact_valuer", lambda spec: valuer.ExactValuer(spec, tables))
    report = examine(cautious, PIG, matches=2, opponents=["random"], seed=4, with_regret=True)
    lost = []
    for seat, transcript in enumerate(report.transcripts):
        for _, before, event, after in read_transcript(PIG, transcript).walk():
            if not event.by_chance and event.who == seat and before.brought > 0:
                kept = before.duplicate()
                apply(kept, seat, HOLD)
                best = 1.0 if kept.stage == ENDED else 0.5 + (kept.score[seat] - kept.score[1 - seat]) / 1000
                done = 0.5 + (after.score[seat] - after.score[1 - seat]) / 1000
                lost.append(0.0 if event.what == HOLD else max(0.0, best - done))
    assert report.regret == pytest.approx(sum(lost) / len(lost), abs=1e-6)
    assert sum(lost) > 0.1


def cautious(prompt: str) -> str:
    """Hold where ten points or more have been brought."""
    brought = int(prompt.rpartition("this turn ")[2].split()[0])
    return "hold" if brought >= 10 else "roll"
