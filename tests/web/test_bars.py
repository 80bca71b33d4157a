"""What the page weighs. How fast it is, `python -m benchmarks page` measures."""

from collections.abc import Callable

from tests.web.drive import Hall, Person
from tests.web.test_comeback import table_of_bots

KIB = 1024


def test_the_first_load_weighs_little(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    line = ann.context.new_cdp_session(ann.page)
    line.send("Network.enable")
    weights: list[float] = []
    line.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    ann.visit()
    ann.page.wait_for_selector(".game")
    ann.page.click(".game[data-game=mixeddoubles] .play")
    ann.page.wait_for_selector(".felt")
    ann.page.wait_for_load_state("networkidle")
    assert 0 < sum(weights) <= 200 * KIB


def test_a_replay_weighs_little_more(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.visit(f"/t/{table_of_bots(hall, 'lowdown')}")
    page.wait_for_selector(".over .chart")
    line = ann.context.new_cdp_session(page)
    line.send("Network.enable")
    weights: list[float] = []
    line.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    page.click(".over .btn:has-text('Replay')")
    page.wait_for_selector(".controls")
    page.wait_for_load_state("networkidle")
    assert 0 < sum(weights) <= 60 * KIB
