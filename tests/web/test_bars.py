"""What the page weighs. How fast it is, `python -m benchmarks page` measures."""

from collections.abc import Callable

from tests.web.drive import Hall, Person

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
    assert 0 < sum(weights) <= 200 * KIB
