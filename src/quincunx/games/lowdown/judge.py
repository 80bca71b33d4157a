"""Rulings for players of Lowdown at their own table: legal rows to cross out, crossing rows."""

import re

from quincunx.core.contract import Question
from quincunx.core.errors import NotationError
from quincunx.core.messages import Message
from quincunx.core.words import quoted
from quincunx.games.lowdown import words
from quincunx.games.lowdown.board import BLACKED_OUT, MAKES_NOTHING, MAKES_TEN, ROW_CLASHES, makes
from quincunx.games.lowdown.notation import ROW_NAMES

QUESTIONS = (
    Question(words.JUDGE_ROW, "R123 5 2 3"),
    Question(words.JUDGE_ROW_AFTER, "R123 4 4 4, crossed R147 R789"),
    Question(words.JUDGE_LINES, "R123 R159"),
)


def judge(text: str) -> list[Message]:
    """Judge whether a row may be crossed out (`R123 5 2 3, crossed R147`), or which of some rows cross."""
    asked, _, crossed = text.partition(",")
    words_, others = asked.split(), [word for word in crossed.split() if word.lower() != "crossed"]
    numbers = [word for word in words_ if re.fullmatch(r"[1-6xX]", word)]
    rows = [_row(word) for word in words_ if word not in numbers]
    if len(rows) == 1 and len(numbers) == len(ROW_NAMES[0]) - 1:
        return _judge_row(rows[0], [_mark(word) for word in numbers], [_row(word) for word in others])
    if len(rows) < 2 or numbers or others:
        raise NotationError(words.JUDGE_NO_QUESTION(text=quoted(text)))
    return _judge_lines(rows)


def _row(word: str) -> int:
    name = word[:1].upper() + "".join(sorted(word[1:]))
    if name not in ROW_NAMES:
        raise NotationError(words.JUDGE_NO_ROW(text=quoted(word), rows=" ".join(ROW_NAMES[: len(ROW_NAMES) // 3])))
    return ROW_NAMES.index(name)


def _mark(word: str) -> int:
    return BLACKED_OUT if word in "xX" else int(word)


def _judge_row(row: int, marks: list[int], crossed: list[int]) -> list[Message]:
    first, second, third = marks
    made = makes(first, second, third)
    clashing = [other for other in crossed if ROW_CLASHES[row] >> other & 1]
    if made == MAKES_NOTHING:
        if BLACKED_OUT in marks:
            return [words.JUDGE_BLACK(row=ROW_NAMES[row])]
        return [words.JUDGE_MAKES_NOTHING(row=ROW_NAMES[row], sum=sum(marks))]
    if clashing:
        return [words.JUDGE_CROSSES(row=ROW_NAMES[row], others=[ROW_NAMES[other] for other in clashing])]
    return [(words.JUDGE_TEN if made == MAKES_TEN else words.JUDGE_THREE)(row=ROW_NAMES[row], count=sum(marks))]


def _judge_lines(rows: list[int]) -> list[Message]:
    said: list[Message] = []
    for place, row in enumerate(rows):
        for other in rows[place + 1 :]:
            rule = words.JUDGE_DO_CROSS if ROW_CLASHES[row] >> other & 1 else words.JUDGE_DO_NOT_CROSS
            said.append(rule(first=ROW_NAMES[row], second=ROW_NAMES[other]))
    return said
