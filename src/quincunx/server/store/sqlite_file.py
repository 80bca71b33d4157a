"""The SQLite file of a hall: private to its user, for one hall at a time."""

import contextlib
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

from quincunx.server import words
from quincunx.server.store.errors import OccupiedError, StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

BESIDE = ("", "-wal", "-shm")
"""Endings of the file's name and of two more files, in which SQLite keeps what is not yet in the first."""
LEAST_ROOM = 128 << 10
"""Bytes that must be free on the disk for one more commit."""
PAGES = 2000
"""How many pages of the database are copied at a time."""

Progress = Callable[[int, int], None]
"""Called with how many pages have been copied, and of how many."""


class HallFile:
    """A SQLite file, and the files that SQLite and the hall keep beside it."""

    _claimed_here: ClassVar[set[Path]] = set()
    """The files that this process has claimed: the system's locks keep only other processes out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None
        self._real = path
        """The file that was claimed, behind all links."""
        self._known: dict[str, tuple[int, int]] = {}
        """By file: the device and inode that it had when the hall opened it."""

    def prepare(self) -> None:
        """Make sure that the file is there and can be read and written by this user alone."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in self._files():
            with contextlib.suppress(FileNotFoundError, PermissionError):
                os.chmod(file, os.stat(file).st_mode & 0o700)

    def _files(self) -> Iterator[str]:
        return (f"{self.path}{end}" for end in BESIDE)

    def size(self) -> int:
        """The size in bytes, with what is not yet in the file itself."""
        return sum(os.stat(file).st_size for file in self._files() if os.path.exists(file))

    # One hall at a time

    def claim(self) -> None:
        """Lock the file against other halls until this process lets go or dies; an OccupiedError if another hall has
        it."""
        path = self.path.resolve()
        if path in self._claimed_here:
            raise OccupiedError(str(self.path), None)
        self._lock, self._real = self._locked(path), path
        self._claimed_here.add(path)

    def _locked(self, path: Path) -> int:
        lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(lock)
        except OSError:
            url = _said(lock)
            os.close(lock)
            raise OccupiedError(str(self.path), url) from None
        return lock

    def _keep_claim(self) -> None:
        """Lock the file again if somebody has deleted the lock: otherwise another hall could take the file."""
        if self._lock is None:
            return
        here = os.fstat(self._lock)
        if _identity(f"{self._real}.lock") != (here.st_dev, here.st_ino):
            said, former = os.pread(self._lock, 1000, 0), self._lock
            self._lock = self._locked(self._real)
            os.pwrite(self._lock, said, 0)
            os.close(former)

    def say(self, url: str) -> None:
        """Write down where the hall is open, for whoever wants to open another on the same file."""
        if self._lock is not None:
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, json.dumps({"url": url, "pid": os.getpid()}).encode(), 0)

    def let_go(self) -> None:
        """Unlock the file."""
        if self._lock is not None:
            os.ftruncate(self._lock, 0)
            os.close(self._lock)
            self._lock = None
            self._claimed_here.discard(self._real)

    # Still there

    def remember(self) -> None:
        """Note which files are written to from now on."""
        self._known = {
            file: found for file in self._files() if not file.endswith("-shm") and (found := _identity(file))
        }

    def check(self) -> None:
        """Raise a StoreError if they have been deleted or replaced: what is written then would be lost."""
        if self._known:
            self._keep_claim()
        for file, known in self._known.items():
            if _identity(file) != known:
                raise StoreError(words.FILE_GONE(file=str(file)))

    def check_room(self) -> None:
        """Raise a StoreError if the disk has no room for another commit; a small write may still fit into the file."""
        if shutil.disk_usage(self.path.parent).free < LEAST_ROOM:
            raise StoreError(words.DISK_FULL(file=str(self.path)))


def copy_database(source: sqlite3.Connection, target: Path, progress: Progress | None = None) -> None:
    """Copy a database by SQLite's own backup, even while others write to it; the target appears when it is complete."""
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
    try:
        with contextlib.closing(sqlite3.connect(partial)) as copy:
            source.execute("begin")
            try:
                source.execute("select count(*) from sqlite_master").fetchone()  # from here on nothing changes for us
                source.backup(copy, pages=PAGES, progress=_told(progress))
            finally:
                source.execute("rollback")
        os.replace(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def _told(progress: Progress | None) -> Callable[[int, int, int], None] | None:
    if progress is None:
        return None
    return lambda _, remaining, total: progress(total - remaining, total)


def _identity(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def hall_of(file: Path) -> str | None:
    """Where the hall is open that has this SQLite file; none if there is no such hall."""
    path = Path(f"{file.resolve()}.lock")
    if not path.exists():
        return None
    lock = os.open(path, os.O_RDWR)
    try:
        _lock(lock)
    except OSError:
        return _said(lock)
    finally:
        os.close(lock)
    return None


def _lock(file: int) -> None:
    if sys.platform == "win32":
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _said(lock: int) -> str | None:
    """Where the hall that has the lock has written that it is open."""
    try:
        return str(json.loads(os.pread(lock, 1000, 0))["url"])
    except (OSError, ValueError, LookupError, TypeError):
        return None
