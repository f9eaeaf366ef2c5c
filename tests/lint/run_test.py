"""tests/lint/run accepts a clean tree and fails on a fault of each kind that it checks."""
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ["clang-format", "clang-tidy", "shellcheck"]
CLEAN = {
    "app/base/a.cpp": "int twice(int value) {\n    return 2 * value;\n}\n",
    "cuda/a.cu": "int thrice(int value) {\n    return 3 * value;\n}\n",
    "run": "#!/usr/bin/env bash\necho run\n",
    ".ci/run": "#!/usr/bin/env bash\necho run\n",
}
# kind of check, file, faulty contents
FAULTS = [
    ("format", "app/base/a.cpp", "int twice(int value) { return 2*value; }\n"),
    ("format", "cuda/a.cu", "int thrice(int value)\n{\n    return 3 * value;\n}\n"),
    ("structure", "app/base/a.cpp", '#include "gl/buffer.h"\n'),
    ("structure", "README.md", "[other](docs/other.md)\n"),
    ("scripts", "run", "#!/usr/bin/env bash\nrm $1\n"),
    ("tidy", "app/base/a.cpp", "char* nothing() {\n    return 0;\n}\n"),
]


def lint(changes, included=False):
    """Runs a copy of the linters over the clean tree with these files changed. With `included`, the build compiles
    app's file by another one that includes it."""
    with tempfile.TemporaryDirectory(prefix="winnow lint ") as folder:
        root = Path(folder)
        shutil.copytree(ROOT / "tests/lint", root / "tests/lint")
        (root / "cmake").mkdir()
        for name in (".clang-format", ".clang-tidy", "cmake/rooms.json"):
            shutil.copy(ROOT / name, root / name)
        for path, contents in {**CLEAN, **changes}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(contents)
        unit = str(root / "app/base/a.cpp")
        if included:
            together = root / "build/app/together.cxx"
            together.parent.mkdir(parents=True)
            together.write_text(f'#include "{unit}"\n')
            unit = str(together)
        commands = [{"directory": folder, "file": unit, "arguments": ["c++", "-std=c++20", "-c", unit]}]
        (root / "build").mkdir(exist_ok=True)
        (root / "build/compile_commands.json").write_text(json.dumps(commands))
        return subprocess.run([root / "tests/lint/run", root / "build"], capture_output=True, text=True)


class Lint(unittest.TestCase):
    def test_accepts_a_clean_tree(self):
        result = lint({})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("\n4 passed, 0 failed, 0 skipped\n", result.stdout)

    def test_fails_on_each_kind_of_fault(self):
        for kind, path, contents in FAULTS:
            with self.subTest(kind=kind, path=path):
                result = lint({path: contents})
                self.assertEqual(result.returncode, 1)
                self.assertIn(f"lint: {kind}: FAILED", result.stdout)

    def test_sees_files_that_are_compiled_together(self):
        self.assertEqual(lint({}, included=True).returncode, 0)
        kind, path, contents = FAULTS[-1]
        self.assertIn(f"lint: {kind}: FAILED", lint({path: contents}, included=True).stdout)


if __name__ == "__main__":
    absent = [tool for tool in TOOLS if not shutil.which(tool)]
    if absent:
        print("not installed:", ", ".join(absent))
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
