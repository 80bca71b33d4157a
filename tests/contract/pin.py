"""What random matches of every game lead to, pinned.

`python -m tests.contract.pin` records it anew and tells what has changed.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from quincunx.core.spec import GameSpec
from quincunx.sim.batch import Batch
from tests.contract.games import SPECS, settings

PINNED = Path(__file__).with_name("pinned.json")
COMMAND = "python -m tests.contract.pin"
SEED = 1972
MATCHES = 20


@dataclass(frozen=True)
class Pin:
    """SHA-256 over some random matches of one game, number of seats and choice of variants."""

    events: str
    """Who did what, in order."""
    states: str
    """The bytes of the state that each match ended in."""


@dataclass(frozen=True)
class GamePins:
    """What is pinned of one game."""

    rules_version: int
    pins: dict[str, Pin]
    """By number of seats and choice of variants."""


def setting_name(seats: int, variants: dict[str, str]) -> str:
    """The name of a setting: `4 seats`, `4 seats, form=turns`."""
    return ", ".join([f"{seats} seats", *(f"{name}={choice}" for name, choice in variants.items())])


def pin(spec: GameSpec, seats: int, variants: dict[str, str]) -> Pin:
    """Play the matches and digest them."""
    batch = Batch(spec, seats, variants=variants)
    events, states = hashlib.sha256(), hashlib.sha256()
    for number in range(MATCHES):
        events.update(json.dumps(batch.record(SEED, number)).encode())
        states.update(batch.state_bytes())
    return Pin(events.hexdigest(), states.hexdigest())


def pins_of(spec: GameSpec) -> GamePins:
    """Every setting of a game."""
    return GamePins(
        spec.rules_version, {setting_name(seats, chosen): pin(spec, seats, chosen) for seats, chosen in settings(spec)}
    )


def read_pinned() -> dict[str, GamePins]:
    """What was recorded last, by game."""
    if not PINNED.exists():
        return {}
    return {
        slug: GamePins(game["rules_version"], {name: Pin(**digests) for name, digests in game["pins"].items()})
        for slug, game in json.loads(PINNED.read_text(encoding="utf-8")).items()
    }


def changes(slug: str, old: GamePins | None, new: GamePins) -> Iterator[str]:
    """What is not as it was pinned, a line each."""
    if old is None:
        yield f"{slug}: not pinned yet"
        return
    if old.rules_version != new.rules_version:
        yield f"{slug}: rules version {old.rules_version} is pinned, {new.rules_version} is played"
    for name in sorted(old.pins.keys() | new.pins.keys()):
        before, after = old.pins.get(name), new.pins.get(name)
        if before is None or after is None:
            yield f"{slug}, {name}: {'not pinned yet' if before is None else 'pinned, but no longer a setting'}"
        elif before.events != after.events:
            yield f"{slug}, {name}: other events"
        elif before.states != after.states:
            yield f"{slug}, {name}: the same events lead to other states"


def verdict(slug: str, old: GamePins | None, new: GamePins) -> str | None:
    """What is wrong and what to do about it; None if all is as pinned."""
    lines = list(changes(slug, old, new))
    if not lines:
        return None
    moved = old is not None and any(name in old.pins and old.pins[name] != pin for name, pin in new.pins.items())
    if old is not None and moved and old.rules_version == new.rules_version:
        lines.append(
            f"The rules of {slug} play differently, and its rules_version is still {new.rules_version}. "
            "If the same events may lead to another state, raise rules_version in its __init__.py, so that stored "
            "matches are not replayed under other rules. If not (only the order of choices or the random source "
            "changed), keep it."
        )
    lines.append(f"To record what is played now: {COMMAND}")
    return "\n".join(lines)


def main() -> None:
    """Record every game anew and tell what has changed."""
    console = Console(soft_wrap=True, highlight=False)
    old = read_pinned()
    new = {spec.slug: pins_of(spec) for spec in SPECS}
    text = json.dumps({slug: asdict(game) for slug, game in new.items()}, indent=2)
    PINNED.write_text(text + "\n", encoding="utf-8")
    told = [line for slug, game in new.items() for line in changes(slug, old.get(slug), game)]
    told += [f"{slug}: no longer a game" for slug in old.keys() - new.keys()]
    for line in told or ["nothing has changed"]:
        console.print(line, markup=False)


if __name__ == "__main__":
    main()
