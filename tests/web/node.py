"""Parts of the page in Node, without a browser."""

import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def builder() -> ModuleType:
    """`web/build.py`."""
    spec = spec_from_file_location("page_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def run_node(script: str, *words: str) -> str:
    """What a module prints that runs in `web/`, where it finds the page's packages."""
    environment = builder().find_npm().environment
    node = shutil.which("node", path=environment["PATH"]) or "node"
    command = [node, "--input-type=module", "-e", script, *words]
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
