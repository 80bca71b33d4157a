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
"""The endings of the file's name and of two more files, in which SQLite keeps recent writes."""
LEAST_ROOM = 128 << 10
"""Bytes that must be free on the disk for one more commit."""
PAGES = 2000
"""The number of database pages copied at a time."""

Progress = Callable[[int, int], None]
"""Called with the number of pages copied and of all pages."""


class HallFile:
    """A SQLite file, and the files that SQLite and the hall keep beside it."""

    _claimed_here: ClassVar[set[Path]] = set()
    """The files that this process has claimed: the system's locks only keep other processes out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: int | None = None
        self._real = path
        """The claimed file, with all links resolved."""
        self._known: dict[str, tuple[int, int]] = {}
        """By file: its device and inode when the hall opened it."""

    def prepare(self) -> None:
        """Make sure that the file exists, and that only this user can read and write it."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in self._files():
            with contextlib.suppress(FileNotFoundError, PermissionError):
                os.chmod(file, os.stat(file).st_mode & 0o700)

    def _files(self) -> Iterator[str]:
        return (f"{self.path}{end}" for end in BESIDE)

    def size(self) -> int:
        """Return the size in bytes, including writes not yet in the file itself."""
        return sum(os.stat(file).st_size for file in self._files() if os.path.exists(file))

    # One hall at a time

    def claim(self) -> None:
        """Lock the file against other halls until this process releases it or dies.

        Raise OccupiedError if another hall has it.
        """
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
        """Write down where the hall is open, for the next process that tries to open the same file."""
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

    # Checks of the file

    def remember(self) -> None:
        """Note the identity of the files written from now on."""
        self._known = {
            file: found for file in self._files() if not file.endswith("-shm") and (found := _identity(file))
        }

    def check(self) -> None:
        """Raise StoreError if they have been deleted or replaced: writes would be lost."""
        if self._known:
            self._keep_claim()
        for file, known in self._known.items():
            if _identity(file) != known:
                raise StoreError(words.FILE_GONE(file=str(file)))

    def check_room(self) -> None:
        """Raise StoreError if the disk has no room for another commit; a small write may still fit into the file."""
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
    """Return where the hall with this SQLite file is open; None if it is not."""
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
    """Return the address that the hall with the lock has written down."""
    try:
        return str(json.loads(os.pread(lock, 1000, 0))["url"])
    except (OSError, ValueError, LookupError, TypeError):
        return None
