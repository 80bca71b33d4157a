"""The one catalogue of the page's texts: two complete languages, also for what the server says."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

from quincunx.core.chance import Seeded
from quincunx.core.match import Match
from quincunx.core.seats import SPECTATOR
from quincunx.core.spec import GameSpec
from quincunx.games import GAMES
from tests.web.drive import ROOT

SOURCE = ROOT / "web" / "src"
ENTRY = re.compile(r"^  '(?P<key>[^']+)': '(?P<text>(?:[^'\\]|\\.)*)',$", re.M)
PHRASE = re.compile(r"^    \['(?P<source>(?:[^'\\]|\\.)*)', '(?P<target>(?:[^'\\]|\\.)*)'\],$", re.M)
HOLE = re.compile(r"\{(\w+)\}")
SENTENCES = re.compile(r"(?<=[.!?]) (?=\S)")
NAMES = ["Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal"]
VOICED = ("status", "bot", "choice", "phase10.sort", "mix.face", "colour", "letter")
"""Keys that are put together in the code."""


@cache
def catalogue() -> str:
    return (SOURCE / "lib" / "catalogue.ts").read_text(encoding="utf-8")


def language(name: str) -> dict[str, str]:
    start = catalogue().index(f"const {name}")
    return dict(ENTRY.findall(catalogue()[start : catalogue().index("\n}", start)]))


@cache
def phrases() -> list[re.Pattern[str]]:
    start, end = catalogue().index("  de: ["), catalogue().index("'de.words'")
    return [_pattern(source.replace("\\'", "'")) for source, _ in PHRASE.findall(catalogue()[start:end])]


def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(HOLE.sub("(.+?)", re.sub(r"[.*+?^$()|\[\]\\]", lambda found: "\\" + found.group(), source)))


def is_translated(text: str) -> bool:
    whole = any(pattern.fullmatch(text) for pattern in phrases())
    return whole or all(any(p.fullmatch(part) for p in phrases()) for part in SENTENCES.split(text))


def test_both_languages_have_the_same_keys_with_the_same_holes() -> None:
    english, german = language("en"), language("de")
    assert english.keys() == german.keys()
    assert len(english) > 200
    for key, text in english.items():
        assert set(HOLE.findall(text)) == set(HOLE.findall(german[key])), key
        assert (" | " in text) == (" | " in german[key]), key


def test_every_text_is_used() -> None:
    files = [*SOURCE.rglob("*.svelte"), *SOURCE.rglob("*.ts")]
    code = "".join(file.read_text(encoding="utf-8") for file in files if file.name != "catalogue.ts")
    unused = [key for key in language("en") if f"'{key}'" not in code and not key.startswith(VOICED)]
    assert unused == []


def told(spec: GameSpec, seats: int, seed: int) -> Iterator[str]:
    """What a random match says to a spectator and to the first seat."""
    choose = random.Random(seed)
    variants = {variant.name: choose.choice(variant.choices) for variant in spec.variants}
    match = Match(spec, seats=seats, variants=variants, chance=Seeded(seed), settle=False)
    for _ in range(1500):
        if match.is_over:
            return
        views = [match.view(seat) for seat in (SPECTATOR, 0)]
        if match.awaits_chance:
            match.land(Seeded(choose.random().hex()).outcome(match))
        else:
            seat = choose.choice(match.actors)
            match.push(choose.choice(match.legal_actions(seat)), seat)
        event = match.event(len(match) - 1)
        for before, seat in zip(views, (SPECTATOR, 0), strict=True):
            said = spec.notation.describe_event(before, match.view(seat), event.who, event.what, NAMES)
            yield said if isinstance(said, str) else ""


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.slug)
def test_german_knows_what_the_games_say(spec: GameSpec) -> None:
    said: set[str] = set()
    for seed in range(3):
        said.update(told(spec, spec.seats[min(seed, len(spec.seats) - 1)], seed))
    assert [text for text in sorted(said) if text and not is_translated(text)] == []
