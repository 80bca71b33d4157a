"""Rulings for players of Mixed Doubles at their own table: what two dice win or push, and from whom."""

from quincunx.core.contract import Question
from quincunx.core.errors import NotationError
from quincunx.core.lenient import read_parts
from quincunx.core.messages import Message
from quincunx.games.mixeddoubles import words
from quincunx.games.mixeddoubles.charts import DICE, PUSH, WILD, colours_pushed, colours_won, is_swap
from quincunx.games.mixeddoubles.notation import COLOURS_SAID, read_colour, read_face, say_colours

EXAMPLE = "wild yellow, wager orange"
QUESTIONS = (Question(words.JUDGE_ROLL, "blue push"), Question(words.JUDGE_WAGER, EXAMPLE))


def judge(text: str) -> list[Message]:
    """Judge what a roll wins or pushes, with or without a wager: `wild yellow, wager orange`."""
    parts = read_parts(text, ("dice", "wager"), EXAMPLE)
    dice = [read_face(word) for word in parts.get("dice", [])]
    if len(dice) != DICE:
        raise NotationError(words.JUDGE_TWO_DICE(count=len(dice)))
    wager = read_colour(" ".join(parts["wager"])) if "wager" in parts else None
    first, second = dice
    if is_swap(first, second):
        return [words.JUDGE_SWAPS()]
    if PUSH in dice:
        pushed = words.JUDGE_PUSHES(colours=say_colours(colours_pushed(first, second)))
        said = words.JUDGE_PUSHES_ALL() if WILD in dice else pushed
        return [said, *([] if wager is None else [words.JUDGE_WAGER_FAILS(colour=COLOURS_SAID[wager]())])]
    won = colours_won(first, second)
    return [_RULES[_kind(first, second)](colours=say_colours(won)), *_judge_wager(won, wager)]


def _judge_wager(won: int, wager: int | None) -> list[Message]:
    if wager is None:
        return [words.JUDGE_NO_WAGER()]
    wins = words.JUDGE_WAGER_WINS if won >> wager & 1 else words.JUDGE_WAGER_FAILS
    return [wins(colour=COLOURS_SAID[wager]())]


def _kind(first: int, second: int) -> int:
    """The number of wilds on two dice; -1 for two equal colours."""
    wilds = (first == WILD) + (second == WILD)
    return -1 if first == second and not wilds else wilds


_RULES = {-1: words.JUDGE_SAME, 0: words.JUDGE_MIXED, 1: words.JUDGE_WILD, 2: words.JUDGE_DOUBLE_WILD}
