"""Tables on disk: arrays and facts, written whole or not at all, with checksums, read by memory-mapping.

A folder belongs to one version. Files of another version and damaged files are deleted, and the next build makes them
again.
"""

import hashlib
import json
import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from quincunx.core.errors import QuincunxError
from quincunx.solvers import words
from quincunx.solvers.solved import LOCK, MANIFEST, SO_FAR

TOLD_STEP = 0.002
"""Report progress when it has grown by this share of the whole."""
TRIES, PAUSE_S = 20, 0.05
"""The number of tries for a lock: asking whether a lock is held takes it for a moment."""
READ_AT_ONCE = 128
"""The number of entries of a mapped array to read at once: the system maps 64 KiB, or even 2 MiB, for each."""


class ArrayFolderError(QuincunxError):
    """Tables are missing, of another version or damaged."""


class ArrayFolder:
    """A folder of arrays and facts, all of one version."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder = folder
        self.version = version
        self._manifest: dict[str, Any] = self._read()
        self._mapped: dict[str, Any] = {}
        self._told = 0.0

    def _read(self) -> dict[str, Any]:
        try:
            manifest = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
            if manifest["version"] == self.version:
                return {"version": self.version, "arrays": dict(manifest["arrays"]), "facts": dict(manifest["facts"])}
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return {"version": self.version, "arrays": {}, "facts": {}}

    def _write(self) -> None:
        part = self.folder / f"{MANIFEST}.part"
        part.write_text(json.dumps(self._manifest, indent=1), encoding="utf-8")
        part.replace(self.folder / MANIFEST)

    @contextmanager
    def building(self) -> Iterator[None]:
        """Lock the folder against other builders, and delete files of other versions."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("w") as lock:
            _take(lock, self.folder)
            self._manifest = self._read()
            known = {f"{name}.npy" for name in self._manifest["arrays"]} | {LOCK, MANIFEST}
            for path in self.folder.iterdir():
                if path.is_file() and path.name not in known:
                    path.unlink()
            self._told = 0.0
            yield

    def tell(self, done: float) -> None:
        """Publish the progress of the build to other processes, from 0 to 1."""
        if done >= self._told + TOLD_STEP:
            self._told = done
            part = self.folder / f"{SO_FAR}.part"
            part.write_text(f"{done:.3f}", encoding="utf-8")
            part.replace(self.folder / SO_FAR)

    def save(self, name: str, array: Any) -> None:
        """Store an array."""
        part = self.folder / f"{name}.part"
        with part.open("wb") as out:
            np.save(out, array, allow_pickle=False)
            out.flush()
            os.fsync(out.fileno())
        entry = {"sha256": _digest(part)} | _look(part)
        part.replace(self._path(name))
        self._mapped.pop(name, None)
        self._manifest["arrays"][name] = entry
        self._write()

    def load(self, name: str) -> Any:
        """Map an array read-only; only the parts that are read come into memory."""
        if name not in self._manifest["arrays"]:
            raise ArrayFolderError(words.NO_TABLE(folder=str(self.folder), name=name))
        if name not in self._mapped:
            self._mapped[name] = np.load(self._path(name), mmap_mode="r", allow_pickle=False)
        return self._mapped[name]

    def take(self, name: str, places: Any) -> Any:
        """Read some entries of an array, without keeping its pages in this process.

        They are read in the array's order, some at a time, so that the process never holds much of it at once.
        """
        array = self.load(name)
        order = np.argsort(places)
        found = np.empty(len(places), array.dtype)
        for part in np.array_split(order, len(order) // READ_AT_ONCE + 1):
            found[part] = array[places[part]]
            if hasattr(mmap, "MADV_DONTNEED"):
                array._mmap.madvise(mmap.MADV_DONTNEED)
        return found

    def note(self, name: str, fact: Any) -> None:
        """Keep a fact: anything that JSON can hold."""
        self._manifest["facts"][name] = fact
        self._write()

    def fact(self, name: str, default: Any = None) -> Any:
        """A fact that was noted."""
        return self._manifest["facts"].get(name, default)

    def has(self, *names: str) -> bool:
        """Whether the folder has arrays and facts of these names."""
        return all(name in self._manifest["arrays"] or name in self._manifest["facts"] for name in names)

    def flaws(self, *, thorough: bool = False) -> list[str]:
        """The damaged arrays, by size and date; `thorough` reads every byte."""
        return [name for name in self._manifest["arrays"] if not self._is_sound(name, thorough)]

    def forget(self, name: str) -> None:
        """Throw an array away."""
        del self._manifest["arrays"][name]
        self._mapped.pop(name, None)
        self._write()
        self._path(name).unlink(missing_ok=True)

    def size(self) -> int:
        """The size of all arrays in bytes."""
        return sum(entry["size"] for entry in self._manifest["arrays"].values())

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.npy"

    def _is_sound(self, name: str, thorough: bool) -> bool:
        entry, path = self._manifest["arrays"][name], self._path(name)
        try:
            looks = _look(path)
            if not thorough and looks == {key: entry[key] for key in looks}:
                return True
            return bool(looks["size"] == entry["size"] and _digest(path) == entry["sha256"])
        except OSError:
            return False


def _look(path: Path) -> dict[str, int]:
    found = path.stat()
    return {"size": found.st_size, "changed": found.st_mtime_ns}


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _take(lock: Any, folder: Path) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: there two builds at once are only a waste
        return
    for _ in range(TRIES):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(PAUSE_S)
        else:
            return
    raise ArrayFolderError(words.BEING_BUILT(folder=str(folder)))
