"""Work that is done part by part."""

from structlog.testing import capture_logs

from quincunx.server.turns import Work, by_turns


def test_every_part_is_done_for_all_before_the_next() -> None:
    done: list[tuple[int, int]] = []

    def work(number: int, parts: int) -> Work:
        for part in range(parts):
            done.append((part, number))
            yield

    by_turns([work(0, 3), work(1, 1), work(2, 0), work(3, 2)])
    assert done == [(0, 0), (0, 1), (0, 3), (1, 0), (1, 3), (2, 0)]


def test_what_fails_keeps_nobody_else_from_their_work() -> None:
    done: list[str] = []

    def failing() -> Work:
        yield
        raise ValueError("no")

    def working(name: str) -> Work:
        yield
        done.append(name)

    with capture_logs() as logs:
        by_turns([working("before"), failing(), working("after")])
    assert done == ["before", "after"]
    assert [entry["event"] for entry in logs] == ["work_failed"]
