"""Proofs for three checkers that share no code: `verify`, the small one of docs/dice.md, and the page's.

`python -m tests.table.checkers` records them in tests/data/proofs.json, which the page's unit tests read.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from quincunx import game
from quincunx.core.play import weights_of
from tests.table.test_verify import TABLE, Hall, finished

FILE = Path(__file__).parents[1] / "data" / "proofs.json"


def told(hall: Hall) -> dict[str, Any]:
    """What a hall shows of a finished match, and what somebody noted at its end."""
    odds: list[list[int]] = []
    landed = []
    for moment in hall.match.walk():
        if moment.event.by_chance:
            weights = list(weights_of(hall.spec, moment.before))
            if weights not in odds:
                odds.append(weights)
            landed.append([odds.index(weights), moment.event.what])
    return {
        "table": TABLE,
        "dice": {
            "round": hall.round,
            "stage": "done",
            "commitment": hall.commitment[-1],
            "commitments": hall.commitments,
            "entropy": hall.entropy,
            "contributing": [value is not None for value in hall.entropy],
            "voided": hall.round - 1,
            "seed": hall.seed,
            "salt": hall.notes().salt,
        },
        "seq": hall.ended,
        "chain": hall.chain(hall.ended),
        "landings": {"odds": odds, "landed": landed},
        "proof": hall.text(),
    }


def varied() -> Hall:
    """A match whose host changed the variants first."""
    spec = game("sixes")
    hall = Hall(spec, chosen={"dice": spec.variants[0].choices[1]})
    hall.vary()
    hall.open(first=2)
    hall.play()
    return hall


def other_name(case: dict[str, Any]) -> None:
    case["proof"] = case["proof"].replace('"name":"Eve"', '"name":"Eva"', 1)


def other_variants(case: dict[str, Any]) -> None:
    case["proof"] = re.sub(r'"was":"[^"]*"', '"was":""', case["proof"])


def other_seats(case: dict[str, Any]) -> None:
    case["proof"] = case["proof"].replace("\nseats: 2\n", "\nseats: 3\n")


def missing_step(case: dict[str, Any]) -> None:
    case["proof"] = re.sub(r'\n\| [^\n]*"decided"[^\n]*', "", case["proof"])


def moved_step(case: dict[str, Any]) -> None:
    lines = case["proof"].split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("| "))
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    case["proof"] = "\n".join(lines)


def other_seed(case: dict[str, Any]) -> None:
    case["proof"] = case["proof"].replace(f"\nseed: {case['dice']['seed']}\n", f"\nseed: {'00' * 32}\n")
    case["dice"]["seed"] = "00" * 32


def other_die(case: dict[str, Any]) -> None:
    """One face is another, in the steps, in the landings and in what was noted of it."""
    which, outcome = case["landings"]["landed"][0]
    other = (outcome + 1) % len(case["landings"]["odds"][which])
    case["landings"]["landed"][0] = [which, other]
    case["proof"] = re.sub(r'"land":\[\d+', f'"land":[{other}', case["proof"], count=1)


def other_noted(case: dict[str, Any]) -> None:
    case["chain"] = "00" * 32


FORGERIES: tuple[Callable[[dict[str, Any]], None], ...] = (
    other_name,
    other_seats,
    missing_step,
    moved_step,
    other_seed,
    other_die,
    other_noted,
)


def cases() -> Iterator[dict[str, Any]]:
    """Honest proofs and forged ones, each with whether it is right."""
    for name, hall in (("pig", finished()), ("void rounds", finished(voided=2)), ("variants", varied())):
        forgeries = (*FORGERIES, other_variants) if name == "variants" else FORGERIES if name == "pig" else ()
        yield {"name": name, "right": True, **told(hall)}
        for forge in forgeries:
            case = told(hall)
            forge(case)
            yield {"name": f"{name}, {forge.__name__.replace('_', ' ')}", "right": False, **case}


def text() -> str:
    """The file, a case on each line."""
    return "[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases()) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
