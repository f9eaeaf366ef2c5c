"""Test programs run in folders where they were not built: relocation_test.py WINNOW; its folder is the build."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = Path(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"]).resolve().parent
SOURCE = Path(__file__).resolve().parents[2]
PROGRAMS = sorted(BUILD.glob("winnow_test_*"))
READS_THE_TREE = "ReferenceDocument.SaysWhatTheTablesSay"  # a test of winnow_test_effects


def run_moved(folder, **environment):
    """Copies a test program into `folder` and runs its test that reads files of the source tree."""
    folder.mkdir(parents=True)
    program = Path(shutil.copy(BUILD / "winnow_test_effects", folder))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("WINNOW")}
    return subprocess.run([program, f"--gtest_filter={READS_THE_TREE}"], cwd="/", env=inherited | environment,
                          capture_output=True, text=True, timeout=60)


class Relocation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="winnow relocation ")
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name)
        self.tree = self.path / "tree"
        for part in ("shaders", "assets/effects", "docs"):
            shutil.copytree(SOURCE / part, self.tree / part)

    def assert_passed(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("[  PASSED  ] 1 test", done.stdout)

    def test_no_program_knows_where_its_sources_were(self):
        if "ASAN_OPTIONS" in os.environ:
            self.skipTest("debug information, which the sanitizers' reports need, names the sources")
        self.assertTrue(PROGRAMS, BUILD)
        knowing = [program.name for program in PROGRAMS if os.fsencode(SOURCE) + b"/" in program.read_bytes()]
        self.assertEqual(knowing, [])

    def test_a_program_finds_the_tree_above_it(self):
        self.assert_passed(run_moved(self.tree / "build/deeper"))

    def test_a_program_elsewhere_takes_the_tree_that_is_named(self):
        self.assert_passed(run_moved(self.path / "bin", WINNOW_SOURCE=str(self.tree)))

    def test_without_a_tree_it_says_what_to_set(self):
        done = run_moved(self.path / "bin")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("set WINNOW_SOURCE", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
