"""A bot in a process of its own."""

import subprocess

from quincunx.bots.worker import (
    COMMAND,
    HEAD,
    Answer,
    decode_answer,
    encode_task,
    frame,
    question_of,
    surroundings,
)
from quincunx.core.match import Match
from tests.bots.own import ROLL
from tests.examples.pig import SPEC


def test_what_a_bot_prints_is_no_answer() -> None:
    match = Match(SPEC, 2, seed=5)
    question = question_of(
        SPEC, "tests.bots.own:talkative", match.view(0), 0, match.legal_actions(0), [1, 2, 3, 4], 1.0
    )
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, env=surroundings()) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdin.write(frame(encode_task(question)))
        worker.stdin.flush()
        length = int.from_bytes(worker.stdout.read(HEAD), "big")
        assert length < 100
        assert decode_answer(worker.stdout.read(length)) == Answer(ROLL)
        worker.stdin.close()
        assert worker.wait() == 0
        assert worker.stdout.read() == b""
