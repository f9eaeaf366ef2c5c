"""What the tests of the library as other programs get it share."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

WINNOW = Path(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"]).resolve()
BUILD = WINNOW.parent
CONSUMER = Path(__file__).parent
ROOT = CONSUMER.parents[1]
SKIPPED = 77  # a consumer's exit status where there is no device
LIMIT = 240  # seconds
VERSION = "0.2"


def run(*command, status=0, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=LIMIT, **options)
    if done.returncode != status and status is not None:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="winnow install ")
        cls.path = Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def build_consumer(self, prefix):
        """Builds the consumer against the installation below `prefix`. Returns the build folder."""
        build = Path(tempfile.mkdtemp(dir=self.path))
        run("cmake", "-S", CONSUMER, "-B", build, "-D", f"CMAKE_PREFIX_PATH={prefix}", "-D", "CMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", build)
        return build

    def run_consumer(self, program):
        done = run(program, status=None)
        if done.returncode == SKIPPED:
            self.skipTest(f"{program.name}: {done.stdout.strip()}")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "1,000,000 elements are right\n")
