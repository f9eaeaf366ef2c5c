#!/usr/bin/env python3
"""Progress on a terminal: progress_test.py WINNOW. The long commands show how much is done and about how much
time is left."""
import os
import pty
import re
import subprocess
import sys
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])


def on_terminal(*arguments):
    """Returns the text that the command writes to standard error if that is a terminal."""
    terminal, far_end = pty.openpty()
    process = subprocess.Popen([WINNOW, *arguments], stdout=subprocess.DEVNULL, stderr=far_end)
    os.close(far_end)
    shown = b""
    try:
        while chunk := os.read(terminal, 65536):
            shown += chunk
    except OSError:  # Linux reports a closed far end in this way
        pass
    os.close(terminal)
    assert process.wait() == 0, shown
    return shown.decode()


class Progress(unittest.TestCase):
    def expect(self, shown, what):
        lines = shown.split("\r\x1b[K")
        pattern = re.compile(what + r".* \((\d+) %, about (\d+ s|\d+ min|\d+ h \d+ min) left\)")
        shares = [int(match[1]) for line in lines if (match := pattern.fullmatch(line))]
        self.assertGreater(len(shares), 0, shown)  # a fast machine shows few
        self.assertEqual(shares, sorted(shares))
        self.assertLessEqual(shares[-1], 100)
        self.assertNotRegex(lines[-1], what)  # the line is cleared before anything else is printed

    def test_render(self):
        self.expect(on_terminal("render", "--frames", "40", "--size", "640x360", "--output", "-"), r"frame \d+ of 40")

    def test_test(self):
        self.expect(on_terminal("test", "scan", "--quick", "--backend", "glsl", "--grid", "chained", "--json", "-"), "checking scan")

    def test_bench(self):
        self.expect(on_terminal("bench", "scan", "--sizes", "1000,4000,16000,64000", "--runs", "10", "--backend", "glsl", "--json", "-"),
                    r"\d+ elements: ")


if __name__ == "__main__":
    unittest.main()
