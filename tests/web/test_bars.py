"""What the page weighs. How fast it is, `python -m benchmarks page` measures."""

from collections.abc import Callable

from tests.web.drive import Hall, Person, Scale
from tests.web.test_comeback import table_of_bots


def test_the_first_load_weighs_little(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    scale = Scale(ann)
    ann.visit()
    ann.page.wait_for_selector(".game")
    ann.page.click(".game[data-game=mixeddoubles] .play")
    ann.page.wait_for_selector(".felt")
    assert 0 < scale.kib() <= 200


def test_a_replay_weighs_little_more(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.visit(f"/t/{table_of_bots(hall, 'lowdown')}")
    page.wait_for_selector(".over .chart")
    scale = Scale(ann)
    page.click(".over .btn:has-text('Replay')")
    page.wait_for_selector(".controls")
    assert 0 < scale.kib() <= 60
