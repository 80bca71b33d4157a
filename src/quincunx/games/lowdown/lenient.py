"""Informal positions: two players, and the first of them picks a pair."""

from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts, whole
from quincunx.core.words import A_NUMBER, quoted
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import BLACKED_OUT, EMPTY, NUMBERS
from quincunx.games.lowdown.notation import BOX_NAMES, COLOUR_LETTERS
from quincunx.games.lowdown.rules import land, setup
from quincunx.games.lowdown.state import ALL_DICE, ALL_OPEN, OPEN_DICE, State

EXAMPLE = "5 3 r g, board R1 4 G5 2, against R2 1 P9 3, wilds 1 to 0"
NAMES = ("dice", "board", "against", "wilds")
BLACK = "x"


def parse_lenient(text: str) -> State:
    """Parse the open dice and both boards: `5 3 r g, board R1 4 G5 2, against R2 1 P9 3, wilds 1 to 0`."""
    parts = read_parts(text, NAMES, EXAMPLE)
    shown = [*parts.get("dice", [])]
    numbers = [whole(word, 1, NUMBERS, A_NUMBER) for word in shown if word.isdecimal()]
    colours = [COLOUR_LETTERS.find(word[0]) for word in shown if not word.isdecimal()]
    if len(numbers) != OPEN_DICE or len(colours) != OPEN_DICE or min(colours) < 1:
        raise NotationError(words.SAID_OPEN_DICE(example=quoted(EXAMPLE)))
    state = State()
    setup(state, 2, [0])
    for seat, name in enumerate(("board", "against")):
        _write(state, seat, parts.get(name, []))
    filled = [sum(mark != EMPTY for mark in state.box.row(seat)) for seat in range(2)]
    if filled[0] != filled[1]:
        raise NotationError(words.SAID_BOARDS(mine=filled[0], theirs=filled[1]))
    state.turn = filled[0] + 1
    _use_wilds(state, parts.get("wilds", ["0", "to", "0"]))
    for side in [number - 1 for number in numbers] + [colour - 1 for colour in colours]:
        land(state, side)
    for _ in range(ALL_OPEN, ALL_DICE):  # the secret pair is hidden from who asks: any does
        land(state, 0)
    return state


def _write(state: State, seat: int, said: list[str]) -> None:
    if len(said) % 2:
        raise NotationError(words.SAID_BOX_BY_BOX(example=quoted(EXAMPLE)))
    for box, mark in zip(said[::2], said[1::2], strict=True):
        if box.upper() not in BOX_NAMES:
            raise NotationError(words.SAID_NO_BOX(box=quoted(box), first=BOX_NAMES[0], last=BOX_NAMES[-1]))
        held = BLACKED_OUT if mark == BLACK else whole(mark, 1, NUMBERS, A_NUMBER)
        state.box[seat, BOX_NAMES.index(box.upper())] = held


def _use_wilds(state: State, said: list[str]) -> None:
    used = [whole(word, 0, 4, words.SAID_WILDS_USED) for word in said if word != "to"]
    if len(used) != 2:
        raise NotationError(words.SAID_WILDS(text=quoted(" ".join(said))))
    state.wilds[0], state.wilds[1] = used
