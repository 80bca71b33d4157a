"""Rulings for players of Mixed Doubles at their own table: what two dice win or push, and from whom."""

from quincunx.core.contract import Question
from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts
from quincunx.core.messages import Message
from quincunx.core.words import quoted
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.charts import DICE, FACES, PUSH, WILD, colours_pushed, colours_won, is_swap
from quincunx.games.mixeddoubles.notation import COLOUR_NAMES, COLOURS_SAID, FACE_NAMES, say_colours

EXAMPLE = "wild yellow, wager orange"
QUESTIONS = (Question(words.JUDGE_ROLL, "blue push"), Question(words.JUDGE_WAGER, EXAMPLE))


def judge(text: str) -> list[Message]:
    """What a roll wins or pushes, with a wager or without: `wild yellow, wager orange`."""
    parts = read_parts(text, ("dice", "wager"), EXAMPLE)
    dice = [_face(word) for word in parts.get("dice", [])]
    if len(dice) != DICE:
        raise NotationError(words.JUDGE_TWO_DICE(count=len(dice)))
    wager = _colour(" ".join(parts["wager"])) if "wager" in parts else None
    first, second = dice
    if is_swap(first, second):
        return [words.JUDGE_SWAPS()]
    if PUSH in dice:
        said = words.JUDGE_PUSHES_ALL() if WILD in dice else _pushes(first, second)
        return [said, *([] if wager is None else [words.JUDGE_WAGER_FAILS(colour=COLOURS_SAID[wager]())])]
    won = colours_won(first, second)
    return [_RULES[_kind(first, second)](colours=say_colours(won)), *_judge_wager(won, wager)]


def _pushes(first: int, second: int) -> Message:
    return words.JUDGE_PUSHES(colours=say_colours(colours_pushed(first, second)))


def _judge_wager(won: int, wager: int | None) -> list[Message]:
    if wager is None:
        return [words.JUDGE_NO_WAGER()]
    wins = words.JUDGE_WAGER_WINS if won >> wager & 1 else words.JUDGE_WAGER_FAILS
    return [wins(colour=COLOURS_SAID[wager]())]


def _kind(first: int, second: int) -> int:
    """How many of two dice show wild; -1 for two colours that are the same."""
    wilds = (first == WILD) + (second == WILD)
    return -1 if first == second and not wilds else wilds


_RULES = {-1: words.JUDGE_SAME, 0: words.JUDGE_MIXED, 1: words.JUDGE_WILD, 2: words.JUDGE_DOUBLE_WILD}


def _face(word: str) -> int:
    for face in range(FACES):
        if word in (FACE_NAMES[face], FACE_NAMES[face][0]):
            return face
    raise NotationError(words.CANNOT_SHOW(text=quoted(word), faces=" ".join(FACE_NAMES)))


def _colour(word: str) -> int:
    for colour, name in enumerate(COLOUR_NAMES):
        if word in (name, name[0]):
            return colour
    raise NotationError(words.NO_COLOUR(text=quoted(word), colours=" ".join(COLOUR_NAMES)))
