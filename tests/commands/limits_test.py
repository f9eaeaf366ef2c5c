#!/usr/bin/env python3
"""Limits of the process, from outside: limits_test.py WINNOW. Where a driver would crash or wait for ever, one line says what
is too low, and the status is 2."""
import os
import resource
import subprocess
import sys
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
BAD_INPUT = 2
LIMIT = 60  # seconds
NOBODY = 65534
COMMANDS = (["list"], ["test", "scan", "--quick"], ["render", "--frames", "1", "--trace", "-"])


def limited(kind, most):
    return lambda: resource.setrlimit(kind, (most, most))


def limited_threads():
    """Root has no such limit."""
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


class Limits(unittest.TestCase):
    def expect_one_line(self, before, words):
        for command in COMMANDS:
            with self.subTest(command=command):
                try:
                    result = subprocess.run([WINNOW, *command], capture_output=True, text=True, timeout=LIMIT,
                                            preexec_fn=before)
                except PermissionError:
                    self.skipTest("a user without privileges may not run the program where it lies")
                self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                self.assertRegex(result.stderr, rf"\Awinnow: [^\n]*{words}[^\n]*\n\Z")

    def test_too_little_address_space(self):
        if "ASAN_OPTIONS" in os.environ:
            self.skipTest("the address sanitizer takes more than any limit")
        self.expect_one_line(limited(resource.RLIMIT_AS, 300_000_000), "ulimit -v")

    def test_no_threads(self):
        self.expect_one_line(limited_threads, "ulimit -u")


if __name__ == "__main__":
    unittest.main(verbosity=2)
