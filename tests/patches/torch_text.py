"""The source files of PyTorch's mesh layouts, downloaded rather than copied here."""

import hashlib
import importlib.util
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from types import ModuleType

from verif.upstream.environments import cache_folder

VERSION = "2.14.1"
FILE = "torch/distributed/_mesh_layout.py"
LICENCE = f"torch-{VERSION}.dist-info/licenses/LICENSE"
OF_VERSION = "torch/version.py"
SHA256 = "81b7b52f0520399dd8ca27b5ac30cc99fb5037f5c73874831db6f170afb08275"

# This wheel has the same source files as the other wheels, and is a tenth as large.
ANY_PLATFORM = ["--platform", "macosx_14_0_arm64", "--python-version", "3.12"]


def fetched():
    """Return the folder of PyTorch's source files; the first use downloads 127 MB."""
    folder = cache_folder() / f"torch-{VERSION}-texts"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            command = ["pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            arguments = [*ANY_PLATFORM, "--dest", scratch, f"torch=={VERSION}"]
            subprocess.run([sys.executable, "-m", *command, *arguments], check=True)
            (wheel,) = Path(scratch).glob("torch-*.whl")
            text = Path(scratch) / "text"
            with zipfile.ZipFile(wheel) as packed:
                below = [n for n in packed.namelist() if n.startswith("torch/distributed/_pycute/")]
                packed.extractall(text, [FILE, LICENCE, OF_VERSION, *below])
            text.rename(folder)
    digest = hashlib.sha256((folder / FILE).read_bytes()).hexdigest()
    assert digest == SHA256, digest
    return folder


def flat_layout(folder):
    """Return the class `_FlatLayout` of the source files in a folder.

    The source uses one name of `torch`, in an annotation, so a stub replaces the compiled package.
    """
    packages = {name: ModuleType(name) for name in ("torch", "torch.distributed")}
    packages["torch"].Tensor = object
    packages["torch.distributed"].__path__ = [str(folder / "torch/distributed")]
    before = {name: module for name, module in sys.modules.items() if name.startswith("torch")}
    for name in before:
        del sys.modules[name]
    sys.modules |= packages
    try:
        location = importlib.util.spec_from_file_location("mesh_layout", folder / FILE)
        module = importlib.util.module_from_spec(location)
        sys.modules["mesh_layout"] = module
        location.loader.exec_module(module)
    finally:
        for name in [name for name in sys.modules if name.startswith("torch")]:
            del sys.modules[name]
        sys.modules.pop("mesh_layout", None)
        sys.modules |= before
    return module._FlatLayout
