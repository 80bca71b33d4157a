"""Rulings for players of Battle of the Sixes at their own table: what a pairing scores, whether a total wins."""

from quincunx.core.contract import Question
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.words import quoted
from quincunx.games.sixes import words
from quincunx.games.sixes.combinations import HARD, MOST_TOTAL, NO_DICE, SIX, is_soft, points_against, wins
from quincunx.games.sixes.notation import SIDE_FACES, kind_of, side_text

QUESTIONS = (Question(words.JUDGE_PAIRING, "hard vs 4+2"), Question(words.JUDGE_TOTAL, "total 24"))
NOTHING = ("nothing", "none", "-")


def judge(text: str) -> list[Message]:
    """Judge the score of a pairing (`hard vs 4+2`), or whether totals win (`total 24 60`)."""
    typed = text.lower().replace(",", " ")
    mine, versus, theirs = typed.partition(" vs ")
    if versus:
        return _judge_pairing(_side(mine), _side(theirs))
    verb, *totals = typed.split() or [""]
    if verb not in ("total", "totals", "score") or not totals or not all(word.isdecimal() for word in totals):
        raise NotationError(words.JUDGE_NO_QUESTION(text=quoted(text)))
    return [_judge_total(int(total[:4])) for total in totals]


def _side(text: str) -> int:
    word = text.strip()
    if word in ("hard", str(SIX)):
        return HARD
    if word in NOTHING:
        return NO_DICE
    faces = word.replace("+", " ").split()
    if faces and all(face in ("1", "2", "3", "4", "5") for face in faces):
        dice = tuple(sorted(map(int, faces), reverse=True))
        if dice in SIDE_FACES:
            return SIDE_FACES.index(dice)
    raise NotationError(words.JUDGE_NO_SIDE(text=quoted(word)))


def _judge_pairing(mine: int, theirs: int) -> list[Message]:
    if not _plays(mine) and not _plays(theirs):
        raise NotationError(words.JUDGE_NOBODY_PLAYS())
    if not _plays(mine):
        mine, theirs = theirs, mine
    said = _RULES[kind_of(mine), kind_of(theirs)]
    points = (points_against(mine, theirs), points_against(theirs, mine))
    sides = (
        words.FACES(codes=side_text(side)) if side != NO_DICE else words.JUDGE_NO_DICE() for side in (mine, theirs)
    )
    first, second = sides
    return [said(first=first, second=second, mine=points[0], theirs=points[1])]


def _plays(side: int) -> bool:
    return side == HARD or is_soft(side)


_RULES = {
    ("hard", "hard"): words.JUDGE_HARD_HARD,
    ("hard", "soft"): words.JUDGE_HARD_SOFT,
    ("hard", "single"): words.JUDGE_HARD_SINGLE,
    ("hard", "none"): words.JUDGE_HARD_NONE,
    ("soft", "hard"): words.JUDGE_SOFT_HARD,
    ("soft", "soft"): words.JUDGE_SOFT_SOFT,
    ("soft", "single"): words.JUDGE_SOFT_SINGLE,
    ("soft", "none"): words.JUDGE_SOFT_NONE,
}


def _judge_total(total: int) -> Message:
    if total > MOST_TOTAL:
        return words.JUDGE_OVER(total=total)
    return words.JUDGE_DIGITS(total=total) if wins(total) else words.JUDGE_NOT_WON(total=total)
