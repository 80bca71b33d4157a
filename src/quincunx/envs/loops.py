"""Many matches at once, each with one learner: linked for a game, then interpreted or compiled.

A batch of states has the matches, then two scratch states. Other data of a match is in its row of `books`. Nothing is
allocated while the loops run.
"""

from typing import Any, NamedTuple

from quincunx.core.fields import Grid, Row
from quincunx.core.generator import below, seed_key, weighted
from quincunx.core.loops import BOT_NUMBER, choose, next_to_act
from quincunx.core.seats import CHANCE, OVER, Seat, holds
from quincunx.core.slots import (
    ACTIONS,
    apply,
    copy_state,
    land,
    legal_actions,
    objection,
    odds,
    setup,
    standings,
    to_act,
    view,
)
from quincunx.core.standings import PLACE, POINTS
from quincunx.envs.features import KIND, LEAST, MOST, ONE_OF, START, write_part

ENTRIES = ("reset_all", "step_all", "sample")
"""The functions called from Python when compiled."""

SCRATCH = 2
"""States behind the matches: a view, and a state that is all zero."""

SEED, NEXT, DONE, COUNT, EVENTS, SCORE, ACTOR = range(7)
"""The columns of the book of a match: its seed, the number of its next match, whether it is over or cut off, the number
of the learner's legal actions, events so far, the learner's points at its last decision, and the learner's seat: where
all seats learn, the one that decides now or has decided last."""
BOOK = 7
ALL_LEARN = -1
"""The setting of the learner where all seats learn."""
UNTOLD, TOLD = 1, 2
"""A match that is done: a step has yet to say so, or has said so."""

WIN, GAIN = range(2)
"""The rewards: the place at the end, or the change of points from decision to decision."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a finished match restarts: at the next step, at once, or on request."""

BLOCK = 32
"""The number of ints of a view that are compared at once with their previous values, in wide registers."""

SEATS, LEARNER, REWARD, AUTORESET, LIMIT, ME = range(6)
"""The settings, one int each; ME is the first feature that says whose view it is."""

DECISIONS, OTHERS, ILLEGAL = range(3)
"""The counters over all steps: decisions of learners and of bots, and refused actions."""
COUNTERS = 3


class Room(NamedTuple):
    """The arrays that the loops share: those of all matches, and buffers."""

    books: Any
    keys: Any
    key: Any
    setting: Any
    options: Any
    bots: Any
    legal: Any
    weights: Any
    knowledge: Any
    points: Any
    counters: Any
    ints: Any
    """The states as rows of ints."""
    seen: Any
    """By match: the ints of the view that its features were written from."""
    plan: Any
    features: Any
    mask: Any


def reset_all(states: Any, matches: int, which: Row, room: Room) -> None:
    """Restart the matches that `which` names."""
    for index in range(matches):
        if which[index]:
            begin(states, matches, index, room)
            show(states, matches, index, room)


def step_all(
    states: Any,
    matches: int,
    actions: Row,
    room: Room,
    rewards: Any,
    ended: Any,
    cut: Any,
    illegal: Any,
    last: Any,
    results: Any,
    penalty: float,
) -> None:
    """Apply one decision of every learner, and play on until each must decide again."""
    books, counters, features = room.books, room.counters, room.features
    autoreset = room.setting[AUTORESET]
    for index in range(matches):
        learner = books[index, ACTOR]
        rewards[index] = 0.0
        ended[index] = False
        cut[index] = False
        illegal[index] = False
        tell_results(states, index, room, False, results)
        if books[index, DONE] == TOLD:
            if autoreset == NEXT_STEP:
                begin(states, matches, index, room)
                show(states, matches, index, room)
            continue
        if books[index, DONE] == 0:
            action = actions[index]
            if action < 0 or action >= ACTIONS or objection(states[index], learner, action) != 0:
                illegal[index] = True
                rewards[index] = penalty
                counters[ILLEGAL] += 1
                continue
            apply(states[index], learner, action)
            counters[DECISIONS] += 1
            books[index, EVENTS] += 1
            take_key(room.keys, index, room.key)
            go_on(states, matches, index, room)
            put_key(room.keys, index, room.key)
        over = to_act(states[index]) == OVER
        ended[index] = over
        cut[index] = books[index, DONE] != 0 and not over
        rewards[index] = reward(states, index, room, over, learner)
        tell_results(states, index, room, over, results)
        if books[index, DONE]:
            books[index, DONE] = TOLD
        if books[index, DONE] and autoreset == SAME_STEP:
            show(states, matches, index, room)
            for column in range(features.shape[1]):
                last[index, column] = features[index, column]
            begin(states, matches, index, room)
        show(states, matches, index, room)


def begin(states: Any, matches: int, index: int, room: Room) -> None:
    """Begin the next match of a seed, up to the learner's first decision; skip one that is over before that.

    If it is cut off before that, the next step reports it.
    """
    books = room.books
    over = True
    while over:
        seed_key(room.key, books[index, SEED], books[index, NEXT])
        books[index, NEXT] += 1
        books[index, EVENTS] = 0
        books[index, DONE] = 0
        copy_state(states, index, matches + 1)
        setup(states[index], room.setting[SEATS], room.options)
        go_on(states, matches, index, room)
        over = to_act(states[index]) == OVER
    put_key(room.keys, index, room.key)
    keep_score(states, index, room)


def go_on(states: Any, matches: int, index: int, room: Room) -> None:
    """Land dice and let bots act until the learner must decide, the match is over or too long."""
    state, books, key, bots, weights = states[index], room.books, room.key, room.bots, room.weights
    learner, limit = room.setting[LEARNER], room.setting[LIMIT]
    events = books[index, EVENTS]
    while True:
        actors = to_act(state)
        if actors == OVER or events >= limit:
            books[index, DONE] = UNTOLD
            break
        if actors == CHANCE:
            land(state, weighted(key, weights, odds(state, weights)))
        else:
            seat = next_to_act(actors, bots, key)
            if learner in (seat, ALL_LEARN):
                books[index, ACTOR] = seat
                break
            bot = bots[seat] & BOT_NUMBER
            apply(state, seat, choose(states, index, matches, bot, seat, room.legal, key, room.knowledge))
            room.counters[OTHERS] += 1
        events += 1
    books[index, EVENTS] = events


def take_key(keys: Grid, index: int, key: Row) -> None:
    """Take a match's generator out of its book, to draw from."""
    for word in range(4):
        key[word] = keys[index, word]


def put_key(keys: Grid, index: int, key: Row) -> None:
    """Put the generator back into the book, for the match's next step."""
    for word in range(4):
        keys[index, word] = key[word]


def keep_score(states: Any, index: int, room: Room) -> None:
    """Remember how the learner stands, where gains are rewarded."""
    if room.setting[REWARD] == GAIN:
        standings(states[index], room.points)
        room.books[index, SCORE] = room.points[room.setting[LEARNER], POINTS]


def reward(states: Any, index: int, room: Room, over: bool, learner: Seat) -> float:
    """The learner's reward for a step."""
    if room.setting[REWARD] == GAIN:
        before = room.books[index, SCORE]
        keep_score(states, index, room)
        return float(room.books[index, SCORE] - before)
    if not over:
        return 0.0
    standings(states[index], room.points)
    return utility(room.points, room.setting[SEATS], learner)


def tell_results(states: Any, index: int, room: Room, over: bool, results: Any) -> None:
    """Write every seat's reward at the end of a match, where all learn; 0 before."""
    setting, points = room.setting, room.points
    if setting[LEARNER] == ALL_LEARN:
        if over:
            standings(states[index], points)
        for seat in range(setting[SEATS]):
            results[index, seat] = utility(points, setting[SEATS], seat) if over else 0.0


def utility(points: Grid, seats: int, seat: Seat) -> float:
    """The value of a place, -1 to 1: seats behind minus seats before, by the number of others; all sum to 0."""
    if seats == 1:
        return 0.0
    behind = 0
    for other in range(seats):
        if points[other, PLACE] > points[seat, PLACE]:
            behind += 1
        elif points[other, PLACE] < points[seat, PLACE]:
            behind -= 1
    return behind / (seats - 1)


def show(states: Any, matches: int, index: int, room: Room) -> None:
    """Write the learner's view as features and its legal actions as a mask; unchanged parts are left alone."""
    books, setting, legal, plan, features, mask = (
        room.books, room.setting, room.legal, room.plan, room.features, room.mask,
    )  # fmt: skip
    learner = books[index, ACTOR]
    if setting[LEARNER] == ALL_LEARN:
        for seat in range(setting[SEATS]):
            features[index, setting[ME] + seat] = 1.0 if seat == learner else 0.0
    copy_state(states, matches, index)
    view(states[index], learner, states[matches])
    now, was, length = room.ints[matches], room.seen[index], len(plan)
    for first in range(0, length, BLOCK):
        end = min(first + BLOCK, length)
        changed = 0
        for number in range(first, end):
            changed |= now[number] ^ was[number]
        if changed:
            write_changes(now, was, first, end, plan, features[index])
    count = 0
    if books[index, DONE] == 0 and holds(to_act(states[index]), learner):
        count = legal_actions(states[index], learner, legal)
    if count < ACTIONS or books[index, COUNT] < ACTIONS:
        for action in range(ACTIONS):
            mask[index, action] = 0
        for place in range(count):
            mask[index, legal[place]] = 1
    books[index, COUNT] = count


def write_changes(now: Any, was: Any, first: int, end: int, plan: Any, out: Any) -> None:
    """Write the features of the ints of a view that have changed."""
    for number in range(first, end):
        if now[number] != was[number]:
            kind, least, most, start = plan[number, KIND], plan[number, LEAST], plan[number, MOST], plan[number, START]
            if kind == ONE_OF and least <= was[number] <= most:
                out[start + was[number] - least] = 0.0
            was[number] = now[number]
            write_part(now[number], kind, least, most, start, out)


def sample(matches: int, mask: Any, books: Grid, key: Row, actions: Row) -> None:
    """Draw a random legal action for every match; 0 where there is none."""
    for index in range(matches):
        actions[index] = 0
        count = books[index, COUNT]
        if count == 0:
            continue
        actions[index] = any_legal(mask, index, count, key)


def any_legal(mask: Any, index: int, count: int, key: Row) -> int:
    """Draw a random legal action: by trial if most are legal, without a test if all are, else by counting."""
    if 4 * count > ACTIONS:
        while True:
            action = below(key, ACTIONS)
            if count == ACTIONS or mask[index, action]:
                return action
    rest = below(key, count)
    for action in range(ACTIONS):
        if mask[index, action]:
            if rest == 0:
                return action
            rest -= 1
    return 0
