"""`python -m benchmarks.apart WORDS…`: what a program prints, its processor time and the most memory that it held.

A system counts as a process's memory what its parent held when it was started: from a large one every program looks as
large. This one is small.
"""

import json
import resource
import subprocess
import sys


def main() -> None:
    """Run the program that the words name."""
    printed = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, check=True).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    kib = used.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    print(json.dumps({"printed": printed, "seconds": used.ru_utime + used.ru_stime, "kib": kib}))


if __name__ == "__main__":
    main()
