"""Random proofs and forgeries of them, for three checkers that share no code."""

import json
import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import msgspec

from quincunx.core.spec import GameSpec
from quincunx.server.hall.info import dice_info, landings_of
from tests.table.test_rules import Live, played, wander

Case = dict[str, Any]


def told(live: Live) -> Case:
    """What a hall shows of a finished match, and the chain that somebody noted at its end."""
    table = live.ledger
    return {
        "table": table.id,
        "dice": msgspec.to_builtins(dice_info(table)),
        "landings": msgspec.to_builtins(landings_of(table)),
        "seq": table.seq,
        "chain": table.chain.hex(),
        "proof": live.proof,
    }


def at_random(spec: GameSpec, seed: int) -> Live:
    """A match at a table where anything happened that may."""
    live = Live(spec)
    wander(live, seed)
    return live


# Each changes one thing that a proof binds


def step_character(case: Case, rng: random.Random) -> None:
    lines = case["proof"].split("\n")
    places = [number for number, line in enumerate(lines) if line.startswith("| ")]
    number = rng.choice(places)
    lines[number] = lines[number][:2] + other_character(lines[number][2:], rng)
    case["proof"] = "\n".join(lines)


def step_order(case: Case, rng: random.Random) -> None:
    """A step is missing, doubled or moved."""
    lines = case["proof"].split("\n")
    place = rng.choice([number for number, line in enumerate(lines[:-2]) if line.startswith("| ")])
    step = lines[place]
    lines[place : place + 2] = rng.choice(
        [[lines[place + 1]], [step, step, lines[place + 1]], [lines[place + 1], step]]
    )
    case["proof"] = "\n".join(lines)


def bound_line(case: Case, rng: random.Random) -> None:
    name = rng.choice(["game", "rules", "seats", "salt"])
    in_line(case, name, lambda value: other_character(value, rng))


def variants(case: Case, rng: random.Random) -> None:
    """Those that the table opened with: in the first change of them, or else in the header."""
    if '"was":"' in case["proof"]:
        case["proof"] = re.sub(r'"was":"[^"]*"', '"was":"form=other"', case["proof"], count=1)
    else:
        text = re.sub(r"\nvariants: .*", "", case["proof"], count=1)
        case["proof"] = re.sub(r"\n(rules: .*)", r"\n\1\nvariants: form=other", text, count=1)


def seed(case: Case, rng: random.Random) -> None:
    in_line(case, "seed", lambda value: other_character(value, rng))
    case["dice"]["seed"] = re.search(r"^seed: (.*)$", case["proof"], re.MULTILINE)[1]  # type: ignore[index]  # it is there


def commitment(case: Case, rng: random.Random) -> None:
    """The hall's last one."""
    last = case["dice"]["commitment"]
    case["dice"]["commitment"] = other_character(last, rng)
    case["proof"] = case["proof"].replace(last, case["dice"]["commitment"])


def entropy(case: Case, rng: random.Random) -> None:
    """Somebody's, or somebody's who gave none."""
    seat = rng.randrange(len(case["dice"]["entropy"]))
    case["dice"]["entropy"][seat] = (case["dice"]["entropy"][seat] or "") + "x"
    in_line(case, "entropy", lambda _: " ".join(text or "-" for text in case["dice"]["entropy"]))


def die(case: Case, rng: random.Random) -> None:
    """In the steps, and in the landings."""
    landed = case["landings"]["landed"]
    number = rng.randrange(len(landed))
    which, outcome = landed[number]
    odds = case["landings"]["odds"][which]
    other = rng.choice([side for side in range(len(odds)) if side != outcome])
    landed[number][1] = other
    lines, left = case["proof"].split("\n"), number
    for place, line in enumerate(lines):
        land = json.loads(line[2:])[3].get("land", []) if line.startswith("| ") else []
        if left < len(land):
            land[left] = other
            lines[place] = re.sub(r'"land":\[[^]]*\]', f'"land":{json.dumps(land, separators=(",", ":"))}', line)
            break
        left -= len(land)
    case["proof"] = "\n".join(lines)


def noted(case: Case, rng: random.Random) -> None:
    case["chain"] = other_character(case["chain"], rng)


FORGERIES: tuple[Callable[[Case, random.Random], None], ...] = (
    step_character,
    step_order,
    bound_line,
    variants,
    seed,
    commitment,
    entropy,
    die,
    noted,
)


def in_line(case: Case, name: str, change: Callable[[str], str]) -> None:
    """Change a line of the header."""
    case["proof"] = re.sub(
        rf"^{name}: (.*)$", lambda found: f"{name}: {change(found[1])}", case["proof"], count=1, flags=re.MULTILINE
    )


def other_character(text: str, rng: random.Random) -> str:
    """The text with another letter or digit in one place."""
    place = rng.choice([number for number, sign in enumerate(text) if sign.isalnum()])
    others = "0123456789" if text[place].isdigit() else "abcdef"
    return text[:place] + rng.choice(others.replace(text[place], "")) + text[place + 1 :]


def cases(specs: list[GameSpec], seeds: range, *, each: int) -> Iterator[Case]:
    """Honest proofs, each with so many forgeries of every kind; `right` says which is which."""
    rng = random.Random(seeds.start)
    yield {"name": "undone and void", "right": True, **told(played())}
    for spec in specs:
        for number in seeds:
            honest = told(at_random(spec, number))
            yield {"name": f"{spec.slug} {number}", "right": True, **honest}
            for forge in FORGERIES:
                for _ in range(each):
                    case = deepcopy(honest)
                    forge(case, rng)
                    yield {"name": f"{spec.slug} {number}, {forge.__name__}", "right": False, **case}
