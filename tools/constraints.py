"""Resolve all dependencies, extras included, and write the exact versions to constraints.txt."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "constraints.txt"
HEADER = "# Exact versions of every dependency, direct or not. Written by `make constraints`.\n"
EXTRAS = "dev,bench,ray"


def resolve() -> dict[str, str]:
    """Name and version of each distribution pip would install into an empty environment."""
    command = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed"]
    command += ["--report", "-", "--editable", f"{ROOT}[{EXTRAS}]"]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    found = (item["metadata"] for item in report["install"])
    return {item["name"].lower().replace("_", "-"): item["version"] for item in found}


def main() -> None:
    versions = resolve()
    del versions["quincunx"]
    pins = "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()))
    TARGET.write_text(HEADER + pins, encoding="utf-8")
    print(f"{TARGET.name}: {len(versions)} versions")


if __name__ == "__main__":
    main()
