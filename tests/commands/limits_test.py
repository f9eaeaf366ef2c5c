#!/usr/bin/env python3
"""Limits of the process, from outside: limits_test.py WINNOW. Where a driver would crash or wait
forever, one line says which limit is too low, and the status is 2."""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
BAD_INPUT = 2
LIMIT = 60  # seconds
NOBODY = 65534
COMMANDS = (["list"], ["test", "scan", "--quick"], ["render", "--frames", "1", "--trace", "-"])


def limited(kind, most):
    return lambda: resource.setrlimit(kind, (most, most))


def limited_threads():
    """Gives up root first, because root has no such limit."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def header_of(state):
    """Returns the JSON header of a saved state. 24 bytes precede it, and four of them hold its length."""
    content = state.read_bytes()
    return json.loads(content[24:24 + int.from_bytes(content[12:16], "little")])


class Limits(unittest.TestCase):
    def expect_one_line(self, before, words):
        for command in COMMANDS:
            with self.subTest(command=command):
                try:
                    result = subprocess.run([WINNOW, *command], capture_output=True, text=True, timeout=LIMIT,
                                            preexec_fn=before)
                except PermissionError:
                    self.skipTest("a user without privileges may not run the program in its folder")
                self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                self.assertRegex(result.stderr, rf"\Awinnow: [^\n]*{words}[^\n]*\n\Z")

    def test_too_little_address_space(self):
        if "ASAN_OPTIONS" in os.environ:
            self.skipTest("the address sanitizer takes more than any limit")
        self.expect_one_line(limited(resource.RLIMIT_AS, 300_000_000), "ulimit -v")

    def test_too_small_a_stack(self):
        self.expect_one_line(limited(resource.RLIMIT_STACK, 100 << 10), "ulimit -s")

    def test_no_threads(self):
        self.expect_one_line(limited_threads, "ulimit -u")

    def test_a_run_that_fails_in_its_midst_keeps_what_it_made(self):
        """A replay asks for a capacity that this device refuses."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            render = [WINNOW, "render", "--size", "64x48", "--trace", "x.jsonl", "--save-state", "x.state"]
            subprocess.run([*render, "--frames", "1", "--capacity", "999"], cwd=folder, check=True, timeout=LIMIT)
            begin = {"schema": 1, "recording": 1, **header_of(folder / "x.state"), "step": 0}
            edit = {"pointer": "/simulation/capacity", "value": 134_000_000}
            lines = [begin, {"step": 5, "edit": edit}, {"step": 9, "end": True}]
            (folder / "x.rec").write_text("".join(json.dumps(line) + "\n" for line in lines))
            result = subprocess.run([*render, "--replay", "x.rec", "--output", "frames"], cwd=folder, timeout=LIMIT,
                                    capture_output=True, text=True)
            if result.returncode == 0:
                self.skipTest("this device has room for every capacity")
            self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
            self.assertRegex(result.stderr, r"\Awinnow: [^\n]*x.rec: after step 5: [^\n]*\n\Z")
            trace = [json.loads(line)["step"] for line in (folder / "x.jsonl").read_text().splitlines()]
            self.assertEqual(trace, [1, 2, 3, 4, 5])
            self.assertEqual(header_of(folder / "x.state")["step"], 5)
            self.assertEqual(len(list((folder / "frames").iterdir())), 5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
