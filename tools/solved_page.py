"""Write docs/solved-phase10.md from the solver's output.

quincunx solve phase10 --certify --json --plot docs/images/solved-phase10.png | python -m tools.solved_page
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parent.parent / "docs" / "solved-phase10.md"
COMMAND = "quincunx solve phase10 --certify --json --plot docs/images/solved-phase10.png | python -m tools.solved_page"
EVERY = 20
"""The step of the totals on the page, in points; the command prints them all."""


def main() -> None:
    """Read the solver's output from standard input, and write the page."""
    PAGE.write_text(page(json.load(sys.stdin)), encoding="utf-8")


HEAD = """# Phase 10 Dice for one player, solved

Optimal play scores **{optimum:.6f} points** per match on average, with a standard deviation of
{deviation:.2f}. This is exact, under the full rules (rules version {rules}). The probability of the five phase bonus is
{five:.2f} %, that of the first finish bonus {first:.2f} %.

![The probability of each final score](images/solved-phase10.png)

This page is written by `{command}`; `quincunx solve phase10 --json` prints the value of every phase and total, and
`quincunx advise phase10` the best action at a position.
"""
CERTIFICATE = """
## The certificate

A checker that shares no code with the solver verifies Bellman's equations on the full tables, up to {residual:.1e}
points. {matches:,} matches by the stored plans through the rules engine (seed {seed}) average {mean:.4f} points; their
99.9 % interval, {low:.4f} to {high:.4f}, {verdict} the solved value.
"""


def page(found: dict[str, Any]) -> str:
    """The page as Markdown, from the solver's output."""
    head = HEAD.format(
        **found, five=100 * found["five_phase_bonus"], first=100 * found["first_finish_bonus"], command=COMMAND
    )
    phases = [
        (
            str(one["phase"]),
            one["asks_for"],
            f"{100 * one['first_try']:.2f} %",
            f"{one['turns']:.3f}",
            f"{one['points']:.2f}",
        )
        for one in found["phases"]
    ]
    quantiles = found["quantiles"]
    parts = [
        head,
        "## The phases\n",
        table(("phase", "asks for", "first try", "turns", "points"), phases),
        "\n## Points to come\n",
        f"The mean of all further points, by phase and by the points of the earlier phases, in steps of {EVERY}.\n",
        table(("phase", "total", "value"), values(found)),
        "\n## The final score\n",
        table(tuple(f"{100 * float(share):g} %" for share in quantiles), [tuple(map(str, quantiles.values()))]),
        certificate(found),
    ]
    return "\n".join(parts)


def values(found: dict[str, Any]) -> list[tuple[str, ...]]:
    """A line for each stand that is shown."""
    return [
        (
            f"{one['phase']}{' after a failure' if one['tried'] else ''}",
            str(one["total"]) if 1 < one["phase"] <= 5 else "any",
            f"{one['value']:.4f}",
        )
        for one in found["values"]
        if one["total"] % EVERY == 0
    ]


def certificate(found: dict[str, Any]) -> str:
    """What was checked, if it was."""
    checked = found.get("certificate")
    if checked is None:
        return ""
    residual = max(checked["number_residual"], checked["colour_residual"])
    return CERTIFICATE.format(
        **checked, residual=residual, verdict="contains" if checked["holds"] else "DOES NOT CONTAIN"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
