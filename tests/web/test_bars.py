"""The bars: weight, waiting, and from an action to its drawing. Of times the best counts: a busy machine only adds."""

from collections.abc import Callable

from tests.web.drive import Hall, Person

KIB = 1024
FIRST_ROLL = """async () => {
  const start = performance.now()
  const rolled = new Promise(done => new MutationObserver((_, self) => {
    if (document.querySelector('.tray .die')) {
      self.disconnect(); requestAnimationFrame(() => done(performance.now()))
    }
  }).observe(document.body, {subtree: true, childList: true}))
  document.querySelector('.game[data-game=phase10] .play').click()
  return await rolled - start
}"""
DRAWN = """async () => {
  const tray = document.querySelector('.phase10')
  const drawn = new Promise(done => new MutationObserver((_, self) => {
    if (document.querySelector("[aria-label='Roll 2 of 3']")) {
      self.disconnect(); requestAnimationFrame(() => done(performance.now()))
    }
  }).observe(tray, {subtree: true, childList: true, attributes: true}))
  const start = performance.now()
  document.querySelector('[data-testid=roll]').click()
  return await drawn - start
}"""


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


def test_from_the_lobby_to_the_first_roll(own_hall: Hall, people: Callable[..., Person]) -> None:
    """On a hall that has just been started."""
    waits = []
    for _ in range(3):
        ann = people(own_hall, motion="full", speed="normal")
        page = ann.page
        page.goto(own_hall.url)
        page.wait_for_selector(".game[data-game=phase10] .play")
        loaded = page.evaluate("performance.now()")
        waits.append(loaded + page.evaluate(FIRST_ROLL))
    assert min(waits) < 2000, waits


def test_from_an_action_to_its_drawing(hall: Hall, people: Callable[..., Person]) -> None:
    ann = people(hall)
    page = ann.page
    ann.take_seat_of(hall.open_table("phase10", 1, []))
    times: list[float] = []
    while len(times) < 8 or (min(times) >= 50 and len(times) < 60):
        page.wait_for_selector("[aria-label='Roll 1 of 3']")
        page.wait_for_selector("[data-testid=roll]")
        times.append(page.evaluate(DRAWN))
        page.wait_for_selector("[data-testid=roll]")
        page.keyboard.press("s")
    assert min(times) < 50, times
