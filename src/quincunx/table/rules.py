"""The rules of a table: what may happen, who may do it, and what follows.

`objection` says why a step is refused, `apply` lets it happen. Live play asks, stores and applies; rebuilding applies;
`verify` asks and applies. `by` is the seat whose player does the step, or none for the hall itself.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from msgspec.structs import replace

from quincunx.bots import default_bot
from quincunx.core.bots import PERFECT
from quincunx.core.errors import ChanceError, IllegalAction, QuincunxError, SetupError
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.real import Throw, face_text, slots_of
from quincunx.core.seats import OVER, Seat
from quincunx.core.timeline import Moment
from quincunx.core.transcript import variants_text
from quincunx.core.words import NO_SUCH_BOT, quoted
from quincunx.solvers.solved import solved_for
from quincunx.table import words
from quincunx.table.entry import correct, due_of, entry_at, left_of, read, ready_of
from quincunx.table.proof import PATIENT_ROUNDS, player_commitment
from quincunx.table.refusal import Refuse
from quincunx.table.state import EMPTY, MEMBERS, STEP_FIELDS, Chair, Play, TableState, TakenHint, Trial, advance
from quincunx.table.steps import (
    Acted,
    Added,
    Agreed,
    AnyStep,
    Away,
    Closed,
    Committed,
    Corrected,
    Decided,
    Entered,
    Filled,
    Followed,
    Hinted,
    Hosted,
    Left,
    Offered,
    Opened,
    Removed,
    Renamed,
    Resumed,
    Revealed,
    Sat,
    Started,
    Undone,
    Varied,
    Voided,
)

WHAT: Callable[[Moment], int] = attrgetter("event.what")


class LandingError(QuincunxError):
    """A stored step has other dice than the match takes."""


def objection(table: TableState, step: AnyStep, by: Seat | None) -> Refuse | None:
    """Return why this seat, or the hall, may not do this now; None if it may."""
    try:
        KINDS[type(step)].check(table, step, by)
    except Refuse as refusal:
        return refusal
    return None


def apply(table: TableState, step: AnyStep, now: int) -> list[Moment] | None:
    """Apply a step; return the moments that it added to the match."""
    table.seq += 1
    table.now = now
    moments = KINDS[type(step)].happen(table, step)
    table.trial = None
    return moments


# Seats


def _check_sat(table: TableState, step: Sat, by: Seat | None) -> None:
    _check_hall(by)
    if table.status != "waiting":
        raise Refuse("status", words.HAS_BEGUN_WATCH())
    _check_calm(table)
    if step.token and step.token in table.tokens:  # a write in doubt was stored after all, and this is decided again
        raise Refuse("seat", words.HERE_ALREADY())
    if table.is_full:
        raise Refuse("seat", words.ALL_TAKEN())
    if not _chair(table, step.seat).is_empty:
        raise Refuse("seat", words.SEAT_TAKEN(seat=step.seat))
    if step.owner != table.next_owner:
        raise Refuse("seat", words.OTHER_PERSON(person=str(step.owner), next=table.next_owner))


def _sit(table: TableState, step: Sat) -> None:
    table.owners = step.owner
    _put(table, step.seat, Chair(name=step.name, token=step.token, owner=step.owner, player=step.player))
    table.tokens[step.token] = step.seat
    table.own[step.seat] = 0
    table.agreed[step.seat] = False
    table.host = step.seat if table.host is None else table.host


def _check_filled(table: TableState, step: Filled, by: Seat | None) -> None:
    _check_host_or_hall(table, by)
    _check_calm(table)
    chair = _chair(table, step.seat)
    known = (*table.spec.bot_names, PERFECT) if solved_for(table.spec, table.seats) else table.spec.bot_names
    if step.bot not in known:
        raise Refuse("seat", NO_SUCH_BOT(game=table.spec.title, bot=quoted(step.bot), known=", ".join(known)))
    if table.status == "over":
        raise Refuse("status", words.IS_OVER())
    if chair.is_human:
        raise Refuse("seat", words.SITS_THERE(name=chair.name))


def _fill(table: TableState, step: Filled) -> None:
    chair = table.chairs[step.seat]
    _put(table, step.seat, Chair(name=chair.name if chair.left else step.name, bot=step.bot, left=chair.left))


def _check_opened(table: TableState, step: Opened, by: Seat | None) -> None:
    chair = _chair(table, step.seat)
    if by != step.seat or chair.is_empty:
        _check_host(table, by)
        _check_calm(table)
    _check_waiting(table)
    if chair.is_empty:
        raise Refuse("seat", words.NOBODY_THERE(seat=step.seat))


def _open(table: TableState, step: Opened) -> None:
    _vacate(table, step.seat)
    _put(table, step.seat, EMPTY)
    table.rounds = table.rounds.forgotten(step.seat)


def _check_added(table: TableState, _: Added, by: Seat | None) -> None:
    _check_host(table, by)
    _check_waiting(table)
    _check_calm(table)
    _check_size(table, table.seats + 1)


def _add(table: TableState, _: Added) -> None:
    table.seats += 1
    table.chairs.append(EMPTY)
    table.offers.append(None)
    table.own.append(0)
    table.agreed.append(False)
    table.rounds = table.rounds.added()
    table._names = None


def _check_removed(table: TableState, step: Removed, by: Seat | None) -> None:
    _check_host(table, by)
    _check_waiting(table)
    _check_calm(table)
    chair = _chair(table, step.seat)
    if not chair.is_empty:
        raise Refuse("seat", words.SITS_THERE(name=chair.name))
    _check_size(table, table.seats - 1)


def _remove(table: TableState, step: Removed) -> None:
    seat = step.seat
    table.seats -= 1
    del table.chairs[seat], table.offers[seat], table.own[seat], table.agreed[seat]
    table.rounds = table.rounds.removed(seat)
    table.tokens = {token: other - (other > seat) for token, other in table.tokens.items()}
    if table.host is not None and table.host > seat:
        table.host -= 1
    table._names = None


def _check_left(table: TableState, step: Left, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    if table.status == "waiting":
        raise Refuse("status", words.NOT_BEGUN())


def _leave(table: TableState, step: Left) -> None:
    _vacate(table, step.seat)
    bot = default_bot(table.spec) if table.settings.away == "bot" else table.chairs[step.seat].bot
    _put(table, step.seat, Chair(name=table.chairs[step.seat].name, bot=bot, left=True))
    table.offers[step.seat] = None


def _check_renamed(table: TableState, step: Renamed, by: Seat | None) -> None:
    _check_own_or_hall(table, step.seat, by)
    if table.status == "over":
        raise Refuse("status", words.NAMES_STAY())


def _rename(table: TableState, step: Renamed) -> None:
    _put(table, step.seat, replace(table.chairs[step.seat], name=step.name))


def _check_hosted(table: TableState, step: Hosted, by: Seat | None) -> None:
    _check_hall(by)
    if table.host == step.seat or not _chair(table, step.seat).is_human:
        raise Refuse("host", words.HAS_HOST())


def _make_host(table: TableState, step: Hosted) -> None:
    table.host = step.seat


def _check_away(table: TableState, step: Away, by: Seat | None) -> None:
    chair = _chair(table, step.seat)
    if step.bot is None:
        _check_own_or_hall(table, step.seat, by)
        if chair.bot is None:
            raise Refuse("seat", words.HERE_ALREADY())
        return
    _check_host_or_hall(table, by)
    is_someones = chair.is_human or chair.left
    if not is_someones or (by is None and chair.bot is not None) or table.status != "playing":
        raise Refuse("seat", words.NOBODY_MISSING())


def _stand_in(table: TableState, step: Away) -> None:
    table.chairs[step.seat] = replace(table.chairs[step.seat], bot=step.bot)


# The table


def _check_decided(table: TableState, step: Decided, by: Seat | None) -> None:
    if by is None or by != table.host:
        raise Refuse("host", words.HOST_ONLY())
    if table.series is not None and replace(step.settings, pace=table.settings.pace) != table.settings:
        raise Refuse("host", words.SAME_FOR_ALL())


def _decide(table: TableState, step: Decided) -> None:
    table.settings = step.settings


def _check_varied(table: TableState, step: Varied, by: Seat | None) -> None:
    _check_host(table, by)
    _check_waiting(table)
    _check_calm(table)
    if table.start is not None:
        raise Refuse("status", words.VARIANTS_OF_POSITION())
    try:
        whole = table.spec.variant_names(table.spec.options(step.variants))
    except SetupError as error:
        raise Refuse("rules", error.message) from None
    if step.was != variants_text(table.variants) or step.variants != whole:
        raise Refuse("stale", words.OTHER_VARIANTS())


def _vary(table: TableState, step: Varied) -> None:
    table.variants = step.variants
    table._is_race = None


def _check_offered(table: TableState, step: Offered, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    _check_alone_standing(table)
    _check_over(table)


def _offer(table: TableState, step: Offered) -> None:
    table.offers[step.seat] = step.yes


def _check_followed(table: TableState, _: Followed, by: Seat | None) -> None:
    _check_hall(by)
    _check_alone_standing(table)
    _check_over(table)


def _follow(table: TableState, step: Followed) -> None:
    table.rematch = step.table


# The coach


def _check_agreed(table: TableState, step: Agreed, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    if table.status == "over":
        raise Refuse("status", words.IS_OVER())


def _agree(table: TableState, step: Agreed) -> None:
    table.agreed[step.seat] = step.yes


def _check_hinted(table: TableState, step: Hinted, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    if table.settings.coach == "off":
        raise Refuse("status", words.NO_HINTS())
    if table.coach == "off":
        raise Refuse("status", words.NOT_ALL_AGREE())
    if step.seat not in table.actors:
        raise Refuse("turn", whose_move(table))
    if table.has_hint(step.seat):
        raise Refuse("status", words.HINT_TAKEN())


def _take_hint(table: TableState, step: Hinted) -> list[Moment]:
    table.hints.append(TakenHint(table.seq, table.now, step.seat, table.moved))
    return []


def resume(table: TableState) -> Resumed:
    """The match goes on after an action that the coach has judged, with the dice and cards that land."""
    match = table.match
    if match is None or table.held is None:
        raise Refuse("status", words.NOTHING_HELD())
    play = advance(match, match.chance, most=_most(table))
    step = Resumed(list(map(WHAT, play.moments)))
    table.trial = Trial(step, play)
    return step


def _check_resumed(table: TableState, step: Resumed, by: Seat | None) -> None:
    if by is not None and by != table.held:
        raise Refuse("seat", words.HALL_ONLY())
    if table.trial is None or table.trial.step is not step:
        _compare(table, step, resume(table))


def _resume(table: TableState, step: Resumed) -> list[Moment]:
    trial = table.trial
    assert table.match is not None
    return _played(
        table, trial.play if trial is not None and trial.step is step else _replay(table, table.match, step.land)
    )


# The dice


def _check_committed(table: TableState, step: Committed, by: Seat | None) -> None:
    _check_takes_entropy(table)
    _check_own(table, step.seat, by)
    _check_waiting(table)
    rounds = table.rounds
    if step.round != rounds.number or rounds.stage != "commit":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if rounds.failed[step.seat]:
        raise Refuse("status", words.DID_NOT_REVEAL())
    if rounds.commitments[step.seat] is not None:
        raise Refuse("status", words.COMMITTED_ALREADY())


def _commit(table: TableState, step: Committed) -> None:
    table.rounds = table.rounds.committed(step.seat, step.commitment)


def _check_closed(table: TableState, step: Closed, by: Seat | None) -> None:
    _check_takes_entropy(table)
    _check_host_or_hall(table, by)
    _check_waiting(table)
    _check_full(table)
    if step.round != table.rounds.number or table.rounds.stage != "commit":
        raise Refuse("stale", words.OTHER_STAGE(round=table.rounds.number))


def _close(table: TableState, _: Closed) -> None:
    table.rounds = table.rounds.closed(table.now)


def _check_revealed(table: TableState, step: Revealed, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    _check_waiting(table)
    rounds = table.rounds
    if step.round != rounds.number or rounds.stage != "reveal":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if step.seat not in rounds.missing():
        raise Refuse("status", words.NOTHING_TO_REVEAL())
    if player_commitment(table.id, step.round, step.seat, step.entropy) != rounds.commitments[step.seat]:
        raise Refuse("dice", words.NOT_COMMITTED_TO())


def _reveal(table: TableState, step: Revealed) -> None:
    table.rounds = table.rounds.revealed(step.seat, step.entropy, table.now)


def _check_voided(table: TableState, step: Voided, by: Seat | None) -> None:
    """Whoever could make a round void at will would choose the dice."""
    _check_hall(by)
    _check_waiting(table)
    rounds, missing = table.rounds, table.rounds.missing()
    if step.round != rounds.number or rounds.stage != "reveal":
        raise Refuse("stale", words.OTHER_STAGE(round=rounds.number))
    if (table.is_full and not missing) or not set(step.failed) <= set(missing):
        raise Refuse("dice", words.NOTHING_IS_MISSING())
    if step.commitment != table.dice.commitment(step.round + 1):
        raise Refuse("dice", words.OTHER_NEXT_COMMITMENT(round=str(step.round + 1)))


def _void(table: TableState, step: Voided) -> None:
    table.rounds = table.rounds.void(step.failed, table.now)


# The match


def begin(table: TableState) -> Started:
    """The beginning of the match, with the dice that land first."""
    match = table.new_match()
    play = advance(match, match.chance, most=_most(table))
    step = Started(list(map(WHAT, play.moments)))
    table.trial = Trial(step, play)
    return step


def _check_started(table: TableState, step: Started, by: Seat | None) -> None:
    _check_host_or_hall(table, by)
    _check_waiting(table)
    _check_full(table)
    if table.rounds.missing() and (by is None or table.rounds.voided < PATIENT_ROUNDS):
        raise Refuse("status", words.REVEALING())
    if table.trial is None or table.trial.step is not step:
        _compare(table, step, begin(table))


def _start(table: TableState, step: Started) -> list[Moment]:
    table.started = table.now
    table.first_bots = [chair.bot for chair in table.chairs]
    trial = table.trial
    play = trial.play if trial is not None and trial.step is step else _replay(table, table.new_match(), step.land)
    table.rounds = table.rounds.done()
    return _played(table, play)


def act(table: TableState, seat: Seat, action: int, at: int | None) -> Acted:
    """The action of a seat, if the rules allow it, with the dice and cards that land after it; `at` is the time in a
    race."""
    match = table.match
    if match is None or seat not in table.actors or table.held not in (None, seat):
        raise Refuse("turn", whose_move(table))
    try:
        play = advance(match, match.chance, action, seat, at, _most(table, seat))
    except IllegalAction as error:
        raise Refuse("rules", error.reason) from None
    step = Acted(seat, action, list(map(WHAT, play.moments[1:])), at)
    table.trial = Trial(step, play)
    return step


def _check_acted(table: TableState, step: Acted, by: Seat | None) -> None:
    if by is not None and by != step.seat:
        raise Refuse("seat", words.OTHERS_SEAT(seat=step.seat))
    if table.trial is None or table.trial.step is not step:
        _compare(table, step, act(table, step.seat, step.action, step.at))


def _act(table: TableState, step: Acted) -> list[Moment]:
    trial = table.trial
    if trial is not None and trial.step is step:
        play = trial.play
    else:
        assert table.match is not None
        play = _replay(table, table.match, step.land, step.action, step.seat, step.at)
    table.own[step.seat] = table.seq
    moments = _played(table, play)
    if _trains(table, step.seat) and table.status == "playing":
        table.held, table.trained = step.seat, True
    return moments


def _trains(table: TableState, seat: Seat) -> bool:
    """Whether the coach judges what is done at a seat."""
    chair = table.chairs[seat]
    return table.coach == "training" and chair.is_human and chair.bot is None


def _compare(table: TableState, step: Started | Acted | Resumed, made: Started | Acted | Resumed) -> None:
    """Refuse other dice than those of the table; from here on this step is the one that was tried."""
    trial = table.trial
    assert trial is not None
    table.trial = Trial(step, trial.play)
    if step.land == made.land:
        return
    table.trial = None
    landed = [moment for moment in trial.play.moments if moment.event.by_chance]
    number, format_outcome = trial.play.match.landings - len(landed), table.spec.notation.format_outcome
    for moment, shown in zip(landed, step.land, strict=False):
        number += 1
        if moment.event.what != shown:
            right = format_outcome(moment.before, moment.event.what)
            said = format_outcome(moment.before, shown) if 0 <= shown < table.spec.outcomes else str(shown)
            raise Refuse("dice", words.OTHER_DIE_OF_BOTH(number=str(number), shown=said, right=right))
    raise Refuse("dice", words.OTHER_COUNT(count=len(step.land), right=len(made.land)))


def _most(table: TableState, seat: Seat | None = None) -> int | None:
    """How many dice and cards land with an action at most: those of a real table land when somebody enters them, those
    after an action that the coach judges when it has."""
    return 0 if table.dice.are_real or (seat is not None and _trains(table, seat)) else None


def _replay(
    table: TableState,
    match: Match,
    land: Sequence[int],
    action: int | None = None,
    seat: Seat = 0,
    at: int | None = None,
) -> Play:
    stored = _Stored(land)
    play = advance(match, stored, action, seat, at, _most(table, None if action is None else seat))
    if len(stored):
        raise LandingError(words.STEP_HAS_MORE(count=len(stored)))
    return play


class _Stored:
    """Chance as a stored step has it: the dice and cards that landed then."""

    def __init__(self, land: Sequence[int]) -> None:
        self._coming = list(land)

    def outcome(self, _: Match) -> int:
        """The next die or card; a ChanceError if there is none left."""
        if not self._coming:
            raise ChanceError(words.STEP_LACKS())
        return self._coming.pop(0)

    def __len__(self) -> int:
        return len(self._coming)


def enter(table: TableState, seat: Seat, owner: Seat | None, faces: Sequence[str]) -> Entered:
    """Read entered faces, in any order; a `Refuse` names those that cannot be."""
    match = _match_with_real_dice(table)
    due = due_of(match, table.tray)
    throw = next((throw for throw in due.throws if throw.owner == owner), None)
    if throw is None:
        raise Refuse("dice", words.NOT_DUE() if due.throws or not match.awaits_chance else words.ENTERED_ALREADY())
    _check_enterer(table, throw, seat)
    found = read(match, throw, due.slots, faces)
    step = Entered(seat, owner, found.land, found.first, [(who, what) for who, what, _ in found.events])
    table.trial = Trial(step, _enter_play(table, step))
    return step


def _enter_play(table: TableState, step: Entered) -> Play:
    """The match when all that is known of the dice and cards that are due has landed."""
    match = _match_with_real_dice(table)
    if step.first is not None:
        match = match.fork(step.first)
        match.follow(step.events)
    landing = ready_of(match, table.tray | {step.owner: step.land})
    return advance(match, _Stored(landing), most=len(landing))


def _check_entered(table: TableState, step: Entered, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    if table.trial is not None and table.trial.step is step:
        return
    match = _match_with_real_dice(table)
    due = due_of(match, table.tray)
    throw = next((throw for throw in due.throws if throw.owner == step.owner), None)
    if throw is None or len(step.land) != len(throw.places):
        raise Refuse("dice", words.NOT_DUE())
    _check_enterer(table, throw, step.seat)
    if step.first is None:
        texts = [
            face_text(match, due.slots[place].state, outcome)
            for place, outcome in zip(throw.places, step.land, strict=True)
            if 0 <= outcome < match.spec.outcomes
        ]
    else:
        fork = _retold(match, step)
        texts = [face_text(fork, slot.state, outcome) for slot, outcome in zip(slots_of(fork), step.land, strict=False)]
    if enter(table, step.seat, step.owner, texts) != step:
        raise Refuse("dice", words.NOT_AS_THEY_LAND())


def _retold(match: Match, step: Entered) -> Match:
    fork = match.fork(step.first)
    try:
        fork.follow(step.events)
    except QuincunxError:
        raise Refuse("dice", words.NOT_AS_THEY_LAND()) from None
    return fork


def _enter(table: TableState, step: Entered) -> list[Moment]:
    trial = table.trial
    play = trial.play if trial is not None and trial.step is step else _enter_play(table, step)
    landed = len(play.moments)
    match = _match_with_real_dice(table)
    is_same = landed < len(slots_of(match))
    since = table.due_since
    tray = table.tray | {step.owner: step.land}
    moments = _played(table, play)
    if is_same:
        table.tray, table.due_since = left_of(slots_of(match), tray, landed), since
    return moments


def correction(table: TableState, seat: Seat, first: int, owner: Seat | None, faces: Sequence[str]) -> Corrected:
    """Other dice or cards in place of those that began to land with that event; what followed happens again as far as
    it fits."""
    match = _match_with_real_dice(table)
    entry = entry_at(match, first, owner)
    _check_enterer(table, entry.throw, seat)
    found = correct(match, entry, faces)
    return Corrected(seat, first, owner, list(faces), found.first, [(who, what) for who, what, _ in found.events])


def _check_corrected(table: TableState, step: Corrected, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    if correction(table, step.seat, step.entry, step.owner, step.faces) != step:
        raise Refuse("dice", words.NOT_AS_THEY_LAND())


def _happen_corrected(table: TableState, step: Corrected) -> list[Moment]:
    old = _match_with_real_dice(table)
    match = old.fork(step.first)
    match.follow(step.events)
    keeps = len(match) == len(old)
    tray, since = table.tray, table.due_since
    while table.history and table.history[-1] >> 1 >= step.first:
        del table.history[-STEP_FIELDS:]
    moments = list(match.walk(step.first))
    _played(table, Play(match, moments, match.to_act))
    table.own[:] = [table.seq] * table.seats
    if keeps:
        table.tray, table.due_since = tray, since
    else:
        table.misfit = next(old.walk(len(match)))
    return moments


def _match_with_real_dice(table: TableState) -> Match:
    if not table.dice.are_real:
        raise Refuse("dice", words.HALL_ROLLS())
    if table.match is None:
        raise Refuse("status", words.NOT_BEGUN())
    return table.match


def may_know(table: TableState, throw: Throw, seat: Seat) -> bool:
    """Whether a seat may enter dice or cards: secret ones only their owner, those of a bot anyone."""
    owner = throw.owner
    return not throw.secret or owner is None or owner == seat or not table.chairs[owner].is_human


def _check_enterer(table: TableState, throw: Throw, seat: Seat) -> None:
    if not may_know(table, throw, seat):
        raise Refuse("seat", words.OTHERS_SECRET(name=table.names[throw.owner or 0]))


def _played(table: TableState, play: Play) -> list[Moment]:
    moments = play.moments
    table.match = play.match
    table.tray = {}
    table.due_since = table.seq
    table.misfit = table.held = None
    first = moments[0].number if moments else len(play.match)
    barred = not moments or table.narrator.bar_to_undo(moments[-1], table.seats) is not None
    table.history.extend((table.seq, table.now, 2 * first + barred))
    table.actors = MEMBERS[play.actors]
    table.status = "over" if play.actors == OVER else "playing"
    return moments


def _check_undone(table: TableState, step: Undone, by: Seat | None) -> None:
    _check_own(table, step.seat, by)
    if table.match is None or step.seat != table.undoer or step.length != len(table.match) - 1:
        raise Refuse("rules", words.ONLY_OWN_LAST())


def _undo(table: TableState, step: Undone) -> None:
    assert table.match is not None
    table.match = table.match.fork(step.length)
    del table.history[-STEP_FIELDS:]
    table.due_since, table.misfit, table.held = table.seq, None, None
    could, to_act = table.actors, table.match.to_act
    table.actors = MEMBERS[to_act]
    table.status = "over" if to_act == OVER else "playing"
    for seat in (*could, step.seat):
        if seat not in table.actors or seat == step.seat:  # who still may act is not held up by the others' undoing
            table.own[seat] = table.seq


# Checks


def _chair(table: TableState, seat: Seat) -> Chair:
    if not 0 <= seat < table.seats:
        raise Refuse("seat", words.NO_SUCH_SEAT(seat=seat))
    return table.chairs[seat]


def _check_own(table: TableState, seat: Seat, by: Seat | None) -> None:
    if by != seat or not _chair(table, seat).is_human:
        raise Refuse("seat", words.OTHERS_SEAT(seat=seat))


def _check_own_or_hall(table: TableState, seat: Seat, by: Seat | None) -> None:
    if by not in (None, seat) or not _chair(table, seat).is_human:
        raise Refuse("seat", words.OTHERS_SEAT(seat=seat))


def _check_hall(by: Seat | None) -> None:
    if by is not None:
        raise Refuse("seat", words.HALL_ONLY())


def _check_host(table: TableState, by: Seat | None) -> None:
    if by is None or by != table.host:
        raise Refuse("host", words.HOST_ONLY())
    if table.series is not None:
        raise Refuse("host", words.SAME_FOR_ALL())


def _check_host_or_hall(table: TableState, by: Seat | None) -> None:
    if by is not None:
        _check_host(table, by)


def _check_size(table: TableState, seats: int) -> None:
    if table.origin is not None:
        raise Refuse("seat", words.SEATS_OF_POSITION())
    try:
        table.spec.check_seats(seats)
    except SetupError as error:
        raise Refuse("seat", error.message) from None


def _check_takes_entropy(table: TableState) -> None:
    if not table.dice.take_entropy:
        raise Refuse("dice", words.PLAYERS_ROLL() if table.dice.are_real else words.SHARED_DICE())


def _check_alone_standing(table: TableState) -> None:
    if table.series is not None:
        raise Refuse("status", words.SAME_FOR_ALL())


def _check_calm(table: TableState) -> None:
    """Refuse to change who sits where while players reveal their parts of the dice: otherwise a hall could choose,
    knowing everything, whose entropy counts."""
    if table.rounds.stage == "reveal":
        raise Refuse("status", words.REVEALING())


def _check_full(table: TableState) -> None:
    for seat in table.empty:
        raise Refuse("seat", words.SEAT_EMPTY(seat=seat))


def _check_waiting(table: TableState) -> None:
    if table.status != "waiting":
        raise Refuse("status", words.HAS_BEGUN())


def _check_over(table: TableState) -> None:
    if table.status != "over":
        raise Refuse("status", words.NOT_OVER())
    if table.rematch is not None:
        raise Refuse("status", words.NEXT_IS_OPEN())


def whose_move(table: TableState) -> Message:
    """The seats to move, for someone whose move it is not."""
    if table.held is not None:
        return words.COACH_JUDGES()
    names = [table.names[seat] for seat in table.actors]
    if names:
        return words.MOVE_OF(names=names)
    is_due = table.dice.are_real and table.status == "playing"
    return words.DICE_FIRST() if is_due else words.NOBODY_MAY_ACT()


# Changes


def _put(table: TableState, seat: Seat, chair: Chair) -> None:
    table.chairs[seat] = chair
    table._names = None


def _vacate(table: TableState, seat: Seat) -> None:
    """Clear a seat: its player's token, and that they were the host."""
    chair = table.chairs[seat]
    if chair.token is not None:
        table.tokens.pop(chair.token, None)
    if table.host == seat:
        table.host = None


class Kind(NamedTuple):
    """The rules of a kind of step."""

    check: Callable[[TableState, Any, Seat | None], None]
    """Raises a `Refuse` if it may not happen."""
    happen: Callable[[TableState, Any], list[Moment] | None]


KINDS: dict[type, Kind] = {
    Sat: Kind(_check_sat, _sit),
    Filled: Kind(_check_filled, _fill),
    Opened: Kind(_check_opened, _open),
    Added: Kind(_check_added, _add),
    Removed: Kind(_check_removed, _remove),
    Left: Kind(_check_left, _leave),
    Renamed: Kind(_check_renamed, _rename),
    Hosted: Kind(_check_hosted, _make_host),
    Away: Kind(_check_away, _stand_in),
    Decided: Kind(_check_decided, _decide),
    Varied: Kind(_check_varied, _vary),
    Offered: Kind(_check_offered, _offer),
    Followed: Kind(_check_followed, _follow),
    Agreed: Kind(_check_agreed, _agree),
    Hinted: Kind(_check_hinted, _take_hint),
    Committed: Kind(_check_committed, _commit),
    Closed: Kind(_check_closed, _close),
    Revealed: Kind(_check_revealed, _reveal),
    Voided: Kind(_check_voided, _void),
    Started: Kind(_check_started, _start),
    Acted: Kind(_check_acted, _act),
    Entered: Kind(_check_entered, _enter),
    Corrected: Kind(_check_corrected, _happen_corrected),
    Resumed: Kind(_check_resumed, _resume),
    Undone: Kind(_check_undone, _undo),
}
