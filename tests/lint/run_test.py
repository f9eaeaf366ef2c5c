"""tests/lint/run accepts a clean tree and fails on a fault of each kind that it checks."""
import json
import shlex
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
    ("structure", "app/base/a.cpp", "std::vector<int> twice();\n"),
    ("structure", "README.md", "[other](docs/other.md)\n"),
    ("scripts", "run", "#!/usr/bin/env bash\nrm $1\n"),
    ("tidy", "app/base/a.cpp", "char* nothing() {\n    return 0;\n}\n"),
]


def lint(changes, together=()):
    """Runs a copy of the linters over the clean tree with these files changed. Of `together`, the build compiles each file
    of app by another one that includes it."""
    with tempfile.TemporaryDirectory(prefix="winnow lint ") as folder:
        root = Path(folder)
        shutil.copytree(ROOT / "tests/lint", root / "tests/lint")
        (root / "cmake").mkdir()
        for name in (".clang-format", ".clang-tidy", "cmake/rooms.json"):
            shutil.copy(ROOT / name, root / name)
        for path, contents in {**CLEAN, **changes}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(contents)
        units = [str(root / "app/base/a.cpp")] if not together else []
        for number, path in enumerate(together):
            unit = root / f"build/app/Unity/unity_{number}.cxx"
            unit.parent.mkdir(parents=True, exist_ok=True)
            unit.write_text(f'#include "{root / path}"\n')
            units.append(str(unit))
        commands = [{"directory": folder, "file": unit, "command": shlex.join(["c++", "-std=c++20", "-c", unit])} for unit in units]
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
        clean = CLEAN["app/base/a.cpp"]
        other = "app/base/b.cpp"
        kind, path, faulty = FAULTS[-1]
        # That both give the same name to a function of their own is no fault.
        self.assertEqual(lint({other: clean}, [path, other]).returncode, 0)
        self.assertIn(f"lint: {kind}: FAILED", lint({other: faulty}, [path, other]).stdout)
        self.assertIn(f"lint: {kind}: FAILED", lint({path: faulty, other: clean}, [path, other]).stdout)


if __name__ == "__main__":
    absent = [tool for tool in TOOLS if not shutil.which(tool)]
    if absent:
        print("not installed:", ", ".join(absent))
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
