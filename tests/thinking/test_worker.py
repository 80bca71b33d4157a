"""A worker process."""

import subprocess

from quincunx.core.bots import Budget
from quincunx.core.match import Match
from quincunx.thinking.process import COMMAND, surroundings
from quincunx.thinking.tasks import HEAD, Question, Reply, decode_reply, frame
from tests.examples.pig import SPEC
from tests.examples.pig.rules import HOLD, ROLL


def test_what_a_bot_prints_is_no_reply() -> None:
    match = Match(SPEC, 2, seed=5)
    asked = (0, match.view(0).to_bytes(), [HOLD, ROLL], [1, 2, 3, 4], Budget(seconds=1.0))
    question = Question("answer", SPEC.package, "tests.bots.own:talkative", *asked)
    pipe = subprocess.PIPE
    with subprocess.Popen((*COMMAND, "10"), stdin=pipe, stdout=pipe, stderr=pipe, env=surroundings()) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdin.write(frame(question))
        worker.stdin.flush()
        length = int.from_bytes(worker.stdout.read(HEAD), "big")
        assert length < 100
        assert decode_reply(worker.stdout.read(length)) == Reply(ROLL)
        worker.stdin.close()
        assert worker.wait() == 0
        assert worker.stdout.read() == b""
