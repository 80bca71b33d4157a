"""Parts of a job are done in other processes, in their order."""

import os

from quincunx.thinking.crew import Crew


def twice(told: tuple[int], part: int) -> tuple[int, int]:
    return os.getpid(), told[0] * part


def test_parts_are_done_elsewhere_and_come_in_their_order() -> None:
    with Crew(2) as crew:
        found = list(crew.map(twice, (2,), ((part,) for part in range(20))))
    assert [result for _, result in found] == list(range(0, 40, 2))
    assert os.getpid() not in {process for process, _ in found}
