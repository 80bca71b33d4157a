"""Studies of finished matches: made once in the background, stored, shared, and never of a match that is played."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.analysis import Analysis, Study
from quincunx.analysis.study import Progress
from quincunx.client.connection import HallClient, HallError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.transcript import read_transcript
from quincunx.games import game
from quincunx.protocol import Snapshot, StudyAsked, StudyInfo, Tried, TryAsked
from quincunx.server.config import HallConfig
from quincunx.server.door.limits import Limits
from quincunx.server.hall.presenter import presenter_of
from quincunx.server.store.studies import begin_study, read_study, tidy_studies
from quincunx.server.store.tidying import DAY_MS
from quincunx.solvers.valuer import Precision, valuer_of
from tests.analysis.played import played
from tests.examples.pig import SPEC as PIG
from tests.server.conftest import Open, Process, opened, wait_for
from tests.server.test_replay import finished

QUICK = Precision(60_000, 60_000)


class Gate:
    """Stands in for the workers: values roughly in this process, as soon as the gate is open."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.begun = 0

    async def __call__(self, room: Any, match: Match, *, progress: Progress, **_: Any) -> Analysis[Message]:
        self.begun += 1
        study = Study(match)
        progress(1, 4)
        await self.open.wait()
        valuer = valuer_of(match.spec, match.seats, match.state)
        return study.result([valuer.answer(query, QUICK) for query in study.queries])


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    found = Gate()
    monkeypatch.setattr("quincunx.server.study.studies.analyse_in", found)
    return found


async def ask(hall: Open, path: str, body: Any = None, kind: Any = StudyInfo) -> Any:
    return await hall.client._call("GET" if body is None else "POST", f"/api{path}", kind, body)


async def done(hall: Open, study: str) -> StudyInfo:
    """The study when it is finished."""
    while True:
        info: StudyInfo = await ask(hall, f"/studies/{study}")
        if info.state not in ("waiting", "working"):
            return info
        assert info.study is None
        await asyncio.sleep(0.02)


async def test_a_finished_match_is_studied_once_for_all_who_ask(hall: Open, gate: Gate) -> None:
    table, _ = await finished(hall)
    path = f"/tables/{table}/study"
    assert (await ask(hall, path)).state == "absent"
    first, second = await asyncio.gather(ask(hall, path, {}), ask(hall, path, {}))
    assert first.id == second.id
    await wait_for(lambda: gate.begun)
    now = await ask(hall, path)
    assert (now.state, now.progress, now.study) == ("working", 0.25, None)
    gate.open.set()
    info = await done(hall, first.id)
    assert (info.state, info.game, len(info.names)) == ("done", "pig", 2)
    transcript = await hall.client.transcript(table)
    assert (await ask(hall, "/studies", StudyAsked(transcript))).state == "done"
    assert gate.begun == 1


async def test_marks_and_accounts_are_the_same_mistakes(hall: Open, gate: Gate) -> None:
    """Own decisions of an account are the losses of the mistakes that are marked and trained, to the last unit."""
    gate.open.set()
    text = played(PIG, 2, 4, "random").transcript()
    info = await done(hall, (await ask(hall, "/studies", StudyAsked(text))).id)
    study = info.study
    assert study is not None
    assert any(one.loss for one in study.decisions)
    for seat, account in enumerate(study.accounts):
        own = [one for one in study.decisions if one.seat == seat]
        assert account.own == -sum(one.loss for one in own)
        assert account.decisions == len(own)
        assert study.values[0][seat] == account.start
        assert study.values[-1][seat] == account.result
        assert sum(luck[seat] for luck in study.luck) == account.luck
        parts = account.luck + account.own + account.others + account.correction
        assert account.start + parts == account.result
    match = read_transcript(PIG, text)
    for one in study.decisions:
        assert one.choices[0].action == match.fork(one.at).format_action(match.event(one.at).what, one.seat)
        assert (one.why is not None) == bool(one.lit) == (one.loss > 0)


async def test_a_match_that_is_played_is_not_studied(hall: Open, gate: Gate) -> None:
    table = await hall.table("lowdown", 2, bots=["random"])
    bodies: tuple[dict[str, str] | None, ...] = (None, {})
    for body in bodies:
        with pytest.raises(HallError) as refusal:
            await ask(hall, f"/tables/{table.table}/study", body)
        assert refusal.value.code == "status"
    await table.close()
    assert gate.begun == 0


async def test_a_study_outlives_the_hall(config: HallConfig, gate: Gate) -> None:
    text = played(PIG, 2, 1).transcript()
    async with opened(config) as hall:
        info = await ask(hall, "/studies", StudyAsked(text))
        await wait_for(lambda: gate.begun)
    async with opened(config) as hall:
        assert (await ask(hall, f"/studies/{info.id}")).state == "absent"
        gate.open.set()
        assert (await ask(hall, f"/studies/{info.id}", {})).id == info.id
        found = await done(hall, info.id)
    async with opened(config) as hall:
        assert await ask(hall, f"/studies/{info.id}") == found
        assert (await hall.client._call("GET", f"/api/studies/{info.id}/replay", dict))["length"] == len(
            read_transcript(PIG, text)
        )
    assert gate.begun == 2


async def test_a_failure_is_told_and_may_be_tried_again(
    hall: Open, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = played(PIG, 2, 1).transcript()
    with monkeypatch.context() as patch:
        patch.setattr("quincunx.server.study.studies.study_of", None)
        gate.open.set()
        info = await ask(hall, "/studies", StudyAsked(text))
        assert (await done(hall, info.id)).state == "failed"
    await ask(hall, "/studies", StudyAsked(text))
    assert (await done(hall, info.id)).state == "done"


FINISHED = played(PIG, 2, 1).transcript()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "transcript"),
        ("\0\ud800", ""),
        ("quincunx 2\ngame: chess\nrules: 1\nseats: 2\n\n", "no game"),
        ("quincunx 2\ngame: pig\nrules: 1\nseats: 99999999999\n\n", ""),
        (FINISHED.replace("hold", "fold", 1), "line"),
        (FINISHED.replace("* ", "* 9 ", 1), "line"),
        (FINISHED[: len(FINISHED) // 2].rpartition("\n")[0] + "\n", "not over"),
        (FINISHED.rpartition("= ")[0] + "= 1 1, 1 1\n", "line"),
    ],
    ids=["empty", "no text", "no game", "no seats", "no action", "no die", "unfinished", "another result"],
)
async def test_a_hostile_transcript_is_refused_in_a_sentence(hall: Open, gate: Gate, text: str, said: str) -> None:
    with pytest.raises(HallError) as refusal:
        await ask(hall, "/studies", {"transcript": text.encode("utf-8", "replace").decode()})
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert gate.begun == 0


async def test_a_huge_transcript_is_refused(hall: Open, gate: Gate) -> None:
    with pytest.raises(HallError) as refusal:
        await ask(hall, "/studies", StudyAsked(FINISHED + "# " + "x" * 70_000))
    assert "65,536" in str(refusal.value)


async def test_names_from_elsewhere_are_cleaned(hall: Open, gate: Gate) -> None:
    text = FINISHED.replace("names: ", "names: \u202eevil" + "x" * 200 + ", Bob\nwas: ", 1)
    info = await ask(hall, "/studies", StudyAsked(text))
    assert all(len(name) <= 24 and name.isprintable() for name in info.names)


async def test_one_address_has_few_at_a_time(hall: Open, gate: Gate) -> None:
    for seed in range(3):
        await ask(hall, "/studies", StudyAsked(played(PIG, 2, seed).transcript()))
    with pytest.raises(HallError) as refusal:
        await ask(hall, "/studies", StudyAsked(played(PIG, 2, 3).transcript()))
    assert refusal.value.code == "too_many"
    await wait_for(lambda: gate.begun)
    states = [job.state for job in hall.hall.studies._jobs.values()]
    assert states == ["working", "waiting", "waiting"]


async def test_nobody_waits_for_the_long_studies_of_another_address(hall: Open, gate: Gate) -> None:
    studies, texts = hall.hall.studies, [played(PIG, 2, seed).transcript() for seed in range(4)]
    for text in texts[:3]:
        await studies.of_text(text, "198.51.100.7")
    other = await studies.of_text(texts[3], "198.51.100.8")
    await wait_for(lambda: gate.begun == 2)
    assert (await studies.info(other.id)).state == "working"
    gate.open.set()
    await wait_for(lambda: not studies._jobs)
    assert gate.begun == 4


async def test_one_address_has_few_in_an_hour(config: HallConfig, gate: Gate) -> None:
    gate.open.set()
    config.limits = Limits(studies_an_hour=1, tries_a_minute=0.01, tries_burst=1)
    async with opened(config) as hall:
        info = await ask(hall, "/studies", StudyAsked(FINISHED))
        with pytest.raises(HallError, match="1 match per hour"):
            await ask(hall, "/studies", StudyAsked(played(PIG, 2, 3).transcript()))
        await done(hall, info.id)
        wanted = TryAsked(0, 0, "roll")
        codes = []
        for _ in range(2):
            with pytest.raises(HallError) as refusal:
                await ask(hall, f"/studies/{info.id}/tries", wanted, Tried)
            codes.append(refusal.value.code)
        assert codes == ["status", "too_many"]


async def test_asking_for_studies_without_end_is_refused_except_while_they_are_made(
    config: HallConfig, gate: Gate
) -> None:
    config.limits = Limits(documents_a_minute=0.01, documents_burst=2)
    async with opened(config) as hall:
        made = await ask(hall, "/studies", StudyAsked(FINISHED))
        await hall.hall.store.note(begin_study, "other", played(PIG, 2, 3).transcript(), hall.hall.now())
        for _ in range(5):
            await ask(hall, f"/studies/{made.id}")
        codes = []
        for _ in range(4):
            try:
                codes.append((await ask(hall, "/studies/other")).state)
            except HallError as refusal:
                codes.append(refusal.code)
    assert codes == ["absent", "absent", "too_many", "too_many"]


async def test_the_study_of_a_table_needs_its_transcript_once(
    hall: Open, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await finished(hall)
    written: list[Match] = []
    transcript = Match.transcript

    def counted(match: Match) -> str:
        written.append(match)
        return transcript(match)

    monkeypatch.setattr(Match, "transcript", counted)
    for _ in range(3):
        await ask(hall, f"/tables/{table}/study")
    assert len(written) == 1


async def test_what_nobody_asks_for_is_deleted(hall: Open, gate: Gate) -> None:
    info = await ask(hall, "/studies", StudyAsked(FINISHED))
    store, now = hall.hall.store, hall.hall.now()
    assert await store.run(tidy_studies, now - DAY_MS) == 0
    assert await store.run(tidy_studies, now + DAY_MS) == 1
    assert await store.run(read_study, info.id, now) is None


async def test_there_is_no_study_of_that_id(hall: Open) -> None:
    for name in ("nothing", "%00", "a" * 500):
        with pytest.raises(HallError) as refusal:
            await ask(hall, f"/studies/{name}")
        assert refusal.value.code == "http"


# The trainer


async def test_a_position_to_try_shows_what_the_seat_knew(hall: Open, gate: Gate) -> None:
    """Hidden things stay hidden there, unlike in the replay."""
    spec = game("popalotsy")
    match = played(spec, 2, 1)
    info = await ask(hall, "/studies", StudyAsked(match.transcript()))
    at = next(number for number in range(len(match)) if 1 in match.fork(number).actors)
    now = await ask(hall, f"/studies/{info.id}/position?at={at}&seat=1", kind=Snapshot)
    fork, presenter = match.fork(at), presenter_of(spec)
    shown = presenter.picture(presenter.view(fork.state, 1), 1)
    assert now == await ask(hall, f"/studies/{info.id}/position?at={at}&seat=1", kind=Snapshot)
    assert now.picture == msgspec.to_builtins(shown)
    assert now.legal == [fork.format_action(action, 1) for action in fork.legal_actions(1)]
    for wrong in (f"at={at}&seat=5", "at=100000&seat=0"):
        with pytest.raises(HallError) as refusal:
            await ask(hall, f"/studies/{info.id}/position?{wrong}", kind=Snapshot)
        assert refusal.value.code == "status"


async def test_a_try_is_worth_what_the_study_says(hall: Open, gate: Gate) -> None:
    gate.open.set()
    info = await done(hall, (await ask(hall, "/studies", StudyAsked(played(PIG, 2, 4, "random").transcript()))).id)
    assert info.study is not None
    mistake = max(info.study.decisions, key=lambda one: one.loss)
    for choice, loss in zip(mistake.choices, (mistake.loss, 0), strict=True):
        tried = await ask(hall, f"/studies/{info.id}/tries", TryAsked(mistake.at, mistake.seat, choice.action), Tried)
        assert tried == Tried(True, None, None, choice.action, loss, mistake.loss - loss)
    for nonsense in ("", "fly", "\u0000"):
        tried = await ask(hall, f"/studies/{info.id}/tries", TryAsked(mistake.at, mistake.seat, nonsense), Tried)
        assert not tried.legal
        assert tried.said is not None
    with pytest.raises(HallError) as refusal:
        await ask(hall, f"/studies/{info.id}/tries", TryAsked(mistake.at, 1 - mistake.seat, "hold"), Tried)
    assert refusal.value.code == "status"


@pytest.mark.slow
async def test_workers_study_a_match_to_its_end(hall: Open) -> None:
    """In processes of their own; a try of a choice that the match did not know is valued there, too."""
    match = played(game("popalotsy"), 2, 1)
    info = await done(hall, (await ask(hall, "/studies", StudyAsked(match.transcript()))).id)
    assert info.study is not None
    decision = next(one for one in info.study.decisions if len(one.choices) > 2)
    wanted = TryAsked(decision.at, decision.seat, decision.choices[2].action)
    tried = await ask(hall, f"/studies/{info.id}/tries", wanted, Tried)
    assert tried.legal
    assert tried.loss >= 0


@pytest.mark.slow
async def test_a_killed_hall_forgets_no_study(tmp_path: Path) -> None:
    process = Process(f"sqlite:///{tmp_path}/hall.db", tmp_path / "hall.log")
    process.start()
    hall = Open(process.url, None, HallClient(process.url), None)  # type: ignore[arg-type]  # only its client is used
    text = played(game("sixes"), 2, 1).transcript()
    try:
        info = await ask(hall, "/studies", StudyAsked(text))
        while (await ask(hall, f"/studies/{info.id}")).state == "waiting":
            pass
        process.kill()
        process.start()
        assert (await ask(hall, f"/studies/{info.id}")).state == "absent"
        assert (await ask(hall, "/studies", StudyAsked(text))).state in ("waiting", "working")
    finally:
        process.kill()
