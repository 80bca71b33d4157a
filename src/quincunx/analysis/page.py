"""An analysis as one self-contained page of HTML."""

from collections.abc import Iterable, Sequence
from functools import partial
from html import escape

from quincunx.analysis import words
from quincunx.analysis.report import Analysis, Highlight, Mark
from quincunx.analysis.sentences import ACCOUNT_TITLES, account_row, how_it_was_valued, shown
from quincunx.core.messages import Message
from quincunx.core.render import language, say
from quincunx.sim.plot import COLOURS

WIDTH, HEIGHT = 900, 320
STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #8884; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
svg { width: 100%; height: auto; background: #8881; }
polyline { fill: none; stroke-width: 2; }
"""


def page(analysis: Analysis[Message]) -> str:
    """The page, in the language of this process."""
    title = escape(say(words.MATCH_OF(game=analysis.title)))
    parts = [
        f"<h1>{title}</h1>",
        _table([say(one()) for one in ACCOUNT_TITLES], (account_row(analysis, one) for one in analysis.accounts)),
        f"<p>{escape(say(how_it_was_valued(analysis)))}</p>",
        _curve(analysis),
        _list(say(words.MISTAKES()), analysis.mistakes),
        _list(say(words.ROLLS()), analysis.rolls),
        f"<h2>{escape(say(words.COURSE()))}</h2>",
        _course(analysis),
    ]
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{STYLE}</style>"
    )
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="{language()}">\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n'


def _table(titles: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table>\n<tr>{head}</tr>\n{body}\n</table></div>'


def _list(title: str, highlights: Sequence[Highlight[Message]]) -> str:
    said = "".join(f"<li>{escape(say(one.said))}</li>" for one in highlights)
    return f"<h2>{escape(title)}</h2>\n" + (f"<ol>{said}</ol>" if said else f"<p>{escape(say(words.NONE_FOUND()))}</p>")


def _curve(analysis: Analysis[Message]) -> str:
    """The value of every moment to every seat, mistakes as dots; the table below says the same in figures."""
    curves = [
        [*(mark.before[account.seat] for mark in analysis.marks), account.result] for account in analysis.accounts
    ]
    least = 0 if analysis.unit == "wins" else min(map(min, curves))
    most = analysis.scale if analysis.unit == "wins" else max(map(max, curves)) + 1

    def point(number: int, value: int) -> str:
        return f"{WIDTH * number / len(analysis.marks):.1f},{HEIGHT * (most - value) / (most - least):.1f}"

    drawn = []
    for account, curve in zip(analysis.accounts, curves, strict=True):
        colour = COLOURS[account.seat % len(COLOURS)]
        points = " ".join(point(number, value) for number, value in enumerate(curve))
        drawn.append(f'<polyline points="{points}" stroke="{colour}"/>')
        mistakes = (one for one in analysis.mistakes if one.seat == account.seat)
        drawn += [_dot(point(one.first, curve[one.first]), colour, one) for one in mistakes]
    names = ", ".join(
        f'<span style="color:{COLOURS[one.seat % len(COLOURS)]}">■</span> {escape(one.name)}'
        for one in analysis.accounts
    )
    label = escape(say(words.MATCH_OF(game=analysis.title)))
    picture = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{"".join(drawn)}</svg>'
    return f"<p>{names}</p>\n{picture}"


def _dot(place: str, colour: str, one: Highlight[Message]) -> str:
    x, y = place.split(",")
    return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"><title>{escape(say(one.said))}</title></circle>'


def _course(analysis: Analysis[Message]) -> str:
    """Every event with its values, luck and loss."""
    titles = [
        say(words.EVENT()),
        say(words.PLAYER()),
        *analysis.names,
        say(words.ERROR()),
        say(words.LUCK()),
        say(words.LOSS()),
        say(words.BETTER()),
    ]
    return _table(titles, (_row(analysis, mark) for mark in analysis.marks))


def _row(analysis: Analysis[Message], mark: Mark) -> list[str]:
    value = partial(shown, analysis)
    lucky = max(range(analysis.seats), key=lambda seat: mark.luck[seat])
    luck = f"{analysis.names[lucky]} {value(mark.luck[lucky], '+.1f')}" if mark.luck[lucky] else ""
    return [
        mark.text,
        "" if mark.seat is None else analysis.names[mark.seat],
        *(value(units) for units in mark.before),
        value(mark.error, ".2f"),
        luck,
        value(mark.loss, ".2f") if mark.loss else "",
        mark.choices[1].text if mark.loss else "",
    ]
