"""An arena as tables and as a picture for people."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from quincunx.core.messages import Message, Sentence
from quincunx.core.plot import new_plot, save_plot
from quincunx.core.render import digits, say
from quincunx.core.report import new_table
from quincunx.core.words import SEATS, decimal
from quincunx.sim import words
from quincunx.sim.arena import Arena
from quincunx.sim.ratings import Pairing, Rating, Scores, Verdict, interval_of
from quincunx.sim.unlucky import TRIALS


def arena_report(arena: Arena) -> RenderableType:
    """Return the ratings, then the score of every bot against every other."""
    plan = arena.plan
    groups = sum(arena.played.values())
    matches = groups * plan.group
    what = words.HEADING(game=plan.spec.title, count=matches, seats=plan.seats, seed=str(plan.seed))
    heading = Text(say(what), "bold")
    parts: list[RenderableType] = [heading, _ratings(arena), _matrix(arena, words.SCORES, _score)]
    if plan.replays:
        parts.append(_matrix(arena, words.SCORES_WITHOUT_LUCK, _score_without_luck))
    if plan.until_sure:
        parts.append(_verdicts(arena))
    return Group(*parts, Text("\n".join(map(say, _notes(arena))), style="dim"))


def _ratings(arena: Arena) -> RichTable:
    unlucky = {rating.bot: rating for rating in arena.unlucky_ratings}
    without_luck = (words.RATING_WITHOUT_LUCK(), words.BETWEEN()) if unlucky else ()
    table = new_table(words.BOT(), words.RATING(), words.BETWEEN(), *without_luck, words.SECONDS_A_MOVE())
    for rating in arena.ratings:
        answers = arena.answers[rating.bot]
        pace = digits(arena.seconds[rating.bot] / answers, ".3f") if answers else "–"
        cells = [cell for one in (rating, unlucky.get(rating.bot)) if one is not None for cell in _bounds(one)]
        table.add_row(rating.bot, *cells, pace)
    return table


def _bounds(rating: Rating) -> tuple[str, str]:
    return f"{rating.points:+.0f}", f"{rating.low:+.0f} … {rating.high:+.0f}"


def _matrix(arena: Arena, title: Sentence, score: Callable[[Pairing], str]) -> RichTable:
    bots = arena.plan.bots
    order = [bots.index(rating.bot) for rating in arena.ratings]
    table = new_table(title(), *(bots[column] for column in order))
    for row in order:
        cells = ["" if row == column else score(arena.pairing(row, column)) for column in order]
        table.add_row(bots[row], *cells)
    return table


def _score(scores: Scores) -> str:
    score = interval_of(scores)
    return f"{digits(100 * score.rate, '.1f')} ± {digits(50 * (score.high - score.low), '.1f')}"


def _score_without_luck(pairing: Pairing) -> str:
    return _score(pairing.unlucky) if pairing.unlucky is not None else ""


def _verdicts(arena: Arena) -> RichTable:
    table = new_table(words.PAIRING(), words.GROUPS(), words.VERDICT())
    for a, b in sorted(arena.pairings):
        first, second = arena.plan.bots[a], arena.plan.bots[b]
        said = {
            Verdict.FIRST: words.STRONGER(bot=first),
            Verdict.SECOND: words.STRONGER(bot=second),
            Verdict.OPEN: words.NOT_SURE(),
            Verdict.LEVEL: words.NEITHER(),
        }[arena.verdict(a, b)]
        table.add_row(f"{first} – {second}", digits(arena.pairing(a, b).count, ","), say(said))
    return table


def _notes(arena: Arena) -> list[Message]:
    removed = [pairing.removed for pairing in arena.pairings.values()]
    share = 100 * sum(removed) / len(removed) if removed else 0.0
    less = words.SAME_DICE if share > 0 else words.SAME_DICE_NOTHING
    model = words.RATINGS_OF_TWO if arena.plan.seats == 2 else words.RATINGS_OF_MORE
    lines = [less(share=f"{share:.0f}"), *_notes_on_luck(arena), model()]
    if arena.plan.until_sure:
        lines.append(words.VERDICTS_ARE())
    return lines


def _notes_on_luck(arena: Arena) -> list[Message]:
    """Return how luck was removed, and how much narrower that makes the intervals."""
    plan = arena.plan
    if not plan.replays:
        return []
    by_turns, by_rolls = words.LUCK_BY_TURNS(count=plan.replays), words.LUCK_BY_ROLLS(count=TRIALS * plan.replays)
    fewer = [
        words.FEWER_MATCHES(first=plan.bots[a], second=plan.bots[b], times=decimal(pairing.fewer))
        for (a, b), pairing in sorted(arena.pairings.items())
        if pairing.fewer is not None
    ]
    return [by_turns if plan.all_compiled else by_rolls, *fewer]


def draw_arena(arena: Arena, path: Path) -> None:
    """Ratings with their bounds, as a picture."""
    ratings = list(reversed(arena.ratings))
    figure, axes = new_plot(8, 1.2 + 0.5 * len(ratings))
    points = [rating.points for rating in ratings]
    reach = [[rating.points - rating.low for rating in ratings], [rating.high - rating.points for rating in ratings]]
    axes.errorbar(points, range(len(ratings)), xerr=reach, fmt="o", color="#0072b2", capsize=4)
    axes.set_yticks(range(len(ratings)), [rating.bot for rating in ratings])
    axes.set_xlabel(say(words.RATING_AXIS()))
    axes.set_title(say(words.ARENA_OF(game=arena.plan.spec.title, seats=SEATS(count=arena.plan.seats))))
    axes.grid(axis="x", alpha=0.3)
    save_plot(figure, path, 100)
