"""The hall as `python -m tests.hall` runs it, with uvicorn's own way between socket and hall.

Every message goes through the library's parser and queue, and every answer is framed by the library and written at
once. What is left of the wire is its guard. `benchmarks/wire.py` plays at both halls by turns.
"""

from typing import Any

from quincunx.server.door.wire import EXTENSION, FrameScan, Outbox, Wire
from quincunx.server.hall.tally import TALLY
from tests import hall as server


def _handle_connect(self: Wire, event: Any) -> None:
    super(Wire, self).handle_connect(event)
    if not self.close_sent:
        self._scan = FrameScan()
        self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # uvicorn only knows dicts there


def _say(self: Outbox, message: bytes) -> None:
    if not self.is_open:
        return
    if self.is_full and self.transport.get_write_buffer_size() > self._most_unsent:
        self._wire.turn_out("reader")
        return
    TALLY.sent += 1
    connection = self._wire.conn
    connection.send_text(message)
    self.transport.write(b"".join(connection.data_to_send()))


if __name__ == "__main__":
    # The hall has no setting for this: nobody but this comparison wants it.
    Wire.handle_connect = _handle_connect  # type: ignore[method-assign]  # on purpose
    Outbox.say = _say  # type: ignore[method-assign]  # on purpose
    server.main()
