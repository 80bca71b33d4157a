"""Tables on disk: written whole, read back, made again when they are old or damaged."""

from pathlib import Path

import numpy as np
import pytest

from quincunx.core.words import PLAIN
from quincunx.solvers.array_folder import READ_AT_ONCE, ArrayFolder, ArrayFolderError
from quincunx.solvers.phase10.build import Build, BuildPart


def parts(log: list[str], stop_in: str = "") -> tuple[BuildPart, ...]:
    """Three parts; the second goes on from what it noted when it was interrupted."""

    def first(build: Build, tick: object) -> None:
        log.append("first")
        build.arrays.save("squares", np.arange(1000) ** 2)

    def second(build: Build, tick: object) -> None:
        start = build.arrays.fact("so far", 0)
        log.append(f"second from {start}")
        for number in range(start, 5):
            build.arrays.note("so far", number)
            if stop_in == "second" and number == 3:
                raise KeyboardInterrupt
        build.arrays.note("sum", int(build.arrays.load("squares").sum()))

    def third(build: Build, tick: object) -> None:
        log.append("third")
        build.arrays.save("halves", build.arrays.load("squares") / 2)

    return (
        BuildPart(PLAIN(text="first"), 1, ("squares",), first),
        BuildPart(PLAIN(text="second"), 2, ("sum",), second),
        BuildPart(PLAIN(text="third"), 1, ("halves",), third),
    )


def build(folder: Path, log: list[str], version: str = "1", stop_in: str = "") -> ArrayFolder:
    arrays = ArrayFolder(folder, version)
    Build(arrays).run(parts(log, stop_in))
    return ArrayFolder(folder, version)


def test_what_is_saved_can_be_read_by_another(tmp_path: Path) -> None:
    arrays = build(tmp_path, [])
    assert arrays.fact("sum") == sum(n * n for n in range(1000))
    assert (arrays.load("halves") == np.arange(1000) ** 2 / 2).all()
    assert isinstance(arrays.load("squares"), np.memmap)
    assert arrays.flaws() == arrays.flaws(thorough=True) == []
    assert arrays.size() == sum(path.stat().st_size for path in tmp_path.glob("*.npy"))


@pytest.mark.parametrize("count", [0, 1, READ_AT_ONCE, 3 * READ_AT_ONCE + 1])
def test_entries_are_taken_in_any_order(tmp_path: Path, count: int) -> None:
    arrays = ArrayFolder(tmp_path, "1")
    arrays.save("squares", np.arange(1000) ** 2)
    places = np.random.default_rng(count).integers(1000, size=count)
    assert (arrays.take("squares", places) == places**2).all()


def test_a_second_build_has_nothing_to_do(tmp_path: Path) -> None:
    build(tmp_path, [])
    log: list[str] = []
    build(tmp_path, log)
    assert log == []


def test_an_interrupted_build_goes_on(tmp_path: Path) -> None:
    log: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        build(tmp_path, log, stop_in="second")
    arrays = build(tmp_path, log)
    assert log == ["first", "second from 0", "second from 3", "third"]
    assert arrays.has("squares", "sum", "halves")


def test_tables_of_another_version_are_made_again(tmp_path: Path) -> None:
    build(tmp_path, [])
    (tmp_path / "left over.npy").touch()
    log: list[str] = []
    arrays = build(tmp_path, log, version="2")
    assert log == ["first", "second from 0", "third"]
    assert not ArrayFolder(tmp_path, "1").has("squares")
    assert arrays.has("squares")
    assert not (tmp_path / "left over.npy").exists()


@pytest.mark.parametrize("harm", ["a bit", "its end", "all of it"])
def test_a_damaged_table_is_made_again(tmp_path: Path, harm: str) -> None:
    build(tmp_path, [])
    path = tmp_path / "squares.npy"
    data = bytearray(path.read_bytes())
    data[-5] ^= 4
    if harm == "all of it":
        path.unlink()
    else:
        path.write_bytes(data if harm == "a bit" else data[:-8])
    assert ArrayFolder(tmp_path, "1").flaws() == ["squares"]
    log: list[str] = []
    arrays = build(tmp_path, log)
    assert log == ["first"]
    assert arrays.flaws(thorough=True) == []
    assert (arrays.load("squares") == np.arange(1000) ** 2).all()


def test_a_damaged_manifest_is_like_none(tmp_path: Path) -> None:
    build(tmp_path, [])
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    log: list[str] = []
    build(tmp_path, log)
    assert log == ["first", "second from 0", "third"]


def test_two_do_not_build_at_once(tmp_path: Path) -> None:
    with ArrayFolder(tmp_path, "1").building(), pytest.raises(ArrayFolderError, match="another process is building"):
        Build(ArrayFolder(tmp_path, "1")).run(parts([]))


def test_a_table_that_is_not_there_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ArrayFolderError, match="no table squares"):
        ArrayFolder(tmp_path, "1").load("squares")


def test_progress_adds_up(tmp_path: Path) -> None:
    heard: list[float] = []
    Build(ArrayFolder(tmp_path, "1"), lambda what, more: heard.append(more)).run(parts([]))
    assert sum(heard) == pytest.approx(1)
