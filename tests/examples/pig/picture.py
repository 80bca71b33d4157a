"""Pig for the browser: {turn, brought, scores}."""

from typing import Any

from quincunx.core.seats import Seat
from tests.examples.pig.rules import State


def picture(view: State, seat: Seat) -> dict[str, Any]:
    return {"turn": view.turn, "brought": view.brought, "scores": view.score[: view.seats]}
