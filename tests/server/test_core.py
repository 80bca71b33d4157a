"""What a hall's tables need: no sockets, no database, no framework, so that a browser's worker can run them."""

import subprocess
import sys

HEAVY = ("sqlalchemy", "litestar", "uvicorn", "websockets", "prometheus_client", "numpy", "numba")
PROGRAM = f"""
import sys
import quincunx.server.door.table_connection, quincunx.server.http.answers
print([name for name in {HEAVY} if name in sys.modules])
"""


def test_tables_load_no_framework_and_no_database() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
