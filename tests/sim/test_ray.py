"""Simulations and arenas on a Ray cluster: the figures of one process, also when a worker is killed in mid-run."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quincunx.cli import run
from quincunx.cli.options import BAD_INPUT
from quincunx.sim.cluster import LOCAL, Cluster

ROOT = Path(__file__).parents[2]
SIMULATION = ("simulate", "sixes", "--bots", "tests.sim.ray_bot:steady,greedy", "--matches", "100", "--seed", "5")
ARENA = ("arena", "sixes", "--bots", "tests.sim.ray_bot:steady,greedy,random", "--matches", "40", "--seed", "5")


def test_without_ray_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for words in (SIMULATION, ARENA):
        assert run([*words, "--ray", "auto"]) == BAD_INPUT
        assert "pip install 'quincunx[ray]' (No module named 'ray')" in capsys.readouterr().err
    assert run([*SIMULATION, "--ray", "auto", "--lang", "de"]) == BAD_INPUT
    assert "pip install 'quincunx[ray]' (es gibt kein Modul „ray“)" in capsys.readouterr().err


def test_machines_of_a_cluster_are_not_counted_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*SIMULATION, "--ray", "auto", "--workers", "2"]) == BAD_INPUT
    assert "omit --workers" in capsys.readouterr().err


class AtOnce:
    """Stands in for Ray: each task is done when it is handed over."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        """How many parts each task had."""
        self.put = self.get = lambda value: value
        self.init = self.shutdown = lambda **_: None

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, function: Callable[..., Any]) -> Any:
        def hand_over(work: Any, told: Any, parts: list[Any]) -> Any:
            self.sizes.append(len(parts))
            return function(work, told, parts)

        return SimpleNamespace(options=lambda **_: SimpleNamespace(remote=hand_over))


def test_tasks_grow_while_parts_are_quick_and_results_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = AtOnce()
    monkeypatch.setitem(sys.modules, "ray", ray)
    with Cluster(LOCAL) as cluster:
        found = list(cluster.map(lambda told, number: number, (), ((number,) for number in range(3000))))
        assert found == [*range(3000)]
        assert ray.sizes[0] == 1
        assert max(ray.sizes) > 100
        ray.sizes.clear()
        assert list(cluster.map(lambda told, number: number, (), [(number,) for number in range(16)])) == [*range(16)]
        assert ray.sizes == [4, 4, 4, 4], "a short round keeps both cores busy"


class Nodes:
    """A cluster of two workers, and what is played there."""

    def __init__(self, folder: Path) -> None:
        self.marks = folder / "marks"
        self.marks.mkdir()
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), *filter(None, sys.path)]),
            "QUINCUNX_RAY_MARKS": str(self.marks),
        }
        self._log = (folder / "log").open("w")
        self._process = self._start(str(Path(__file__).with_name("ray_nodes.py")))
        self.address = self._say("")

    def _start(self, *words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=self._environment,
            text=True,
        )

    def play(self, words: Sequence[str]) -> "subprocess.Popen[str]":
        """Begin to."""
        return self._start("-m", "quincunx", *words, "--json", "--ray", self.address)

    def kill_one(self) -> None:
        assert self._say("kill\n") == "1 left"

    def _say(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line)
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate()
        self._log.close()


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Nodes]:
    if find_spec("ray") is None:
        reason = "Ray is not installed (`make test-all` installs it)"
        (pytest.fail if os.environ.get("QUINCUNX_NO_SKIP") else pytest.skip)(reason)
    found = Nodes(tmp_path)
    yield found
    found.close()


def wait_for(condition: Callable[[], Any]) -> None:
    end = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def figures(text: str) -> dict[str, Any]:
    """Without what a clock says."""
    found: dict[str, Any] = json.loads(text)
    found.pop("seconds_a_move", None)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("words", [SIMULATION, ARENA], ids=["simulate", "arena"])
def test_a_worker_killed_in_mid_run_changes_no_figure(
    words: Sequence[str], nodes: Nodes, capsys: pytest.CaptureFixture[str]
) -> None:
    running = nodes.play(words)
    wait_for(lambda: len(list(nodes.marks.iterdir())) >= 2 or running.poll() is not None)
    assert running.poll() is None, "both workers play, and it is not over"
    nodes.kill_one()
    assert running.poll() is None, "killed in mid-run"
    there, _ = running.communicate()
    assert running.returncode == 0
    assert run([*words, "--json", "--workers", "1"]) == 0
    assert figures(there) == figures(capsys.readouterr().out)


@pytest.mark.slow
def test_a_cluster_of_this_run_alone_gives_way_no_more_than_processes_do() -> None:
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed (`make test-all` installs it)")
    script = """
import os
from quincunx.sim.cluster import LOCAL, Cluster
with Cluster(LOCAL) as cluster:
    nice = list(cluster.map(lambda told: os.nice(0), (), [()]))
assert nice == [os.nice(0)], nice
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.slow
def test_where_no_cluster_is_it_says_so_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed (`make test-all` installs it)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", *SIMULATION, "--ray", address], capture_output=True, text=True, check=False
    )
    assert done.returncode == BAD_INPUT
    assert done.stderr.startswith(f"quincunx: no Ray cluster at {address}: ")
    assert done.stderr.count("\n") == 1
