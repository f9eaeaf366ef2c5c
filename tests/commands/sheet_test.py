#!/usr/bin/env python3
"""Contact sheets from outside: sheet_test.py WINNOW. Each picture of a sheet is compared with the frame that
`winnow render` writes."""
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
LIMIT = 240  # seconds
SIZE = 64, 36
LOOK = ["--size", "%dx%d" % SIZE, "--supersample", "2", "--no-bloom"]

# Arguments after `sheet fire`, and a part of the line on stderr.
BAD = [
    ("", "nothing varies"),
    ("--seeds 1-4", "nothing to write"),
    ("--seeds 1-2 --times 1,2 --set heat=0.5..1:2", "3 things vary"),
    ("--seeds 4-1", "4-1 is reversed: 1 comes after 4"),
    ("--seeds 1-4294967295", "more than the 1024"),
    ("--seeds -1", "'-1' is not a whole number"),
    ("--seeds 1-", "'' is not a whole number"),
    ("--seeds 1,,2", "'' is not a whole number"),
    ("--seeds 4294967296", "out of range"),
    ("--seeds 1-4 --seed 1", "leave one of them out"),
    ("--set heat=1..0.1:5", "values must rise, but 0.775 comes after 1"),
    ("--set heat=1..1:2", "values must rise"),
    ("--set heat=0.1..1:1", "1 is out of range; from 2 to 1024"),
    ("--set heat=0.1..1", "must be FIRST..LAST:N"),
    ("--set heat=0.1:5", "must be FIRST..LAST:N"),
    ("--set heat=..1:5", "'' is not a number"),
    ("--set heat", "must be NAME=VALUE"),
    ("--set heat=0.5,1 --set heat=1", "given more than once"),
    ("--set heat=0.5..3:5 --output x.png", "heat: must be 0.3 to 2, not 2.375"),
    ("--set heatt=0.5,1 --output x.png", "did you mean heat"),
    ("--seeds 1-2 --set wind=1 --output x.png", "it has heat or gusts"),
    ("--times -1", "-1 is out of range; from 0 to 3600"),
    ("--times 2,1", "values must rise, but 1 comes after 2"),
    ("--times 1,nan", "nan is out of range"),
    ("--times 1..2:1025", "from 2 to 1024"),
    ("--times 1,2 --time 1", "leave one of them out"),
    ("--seeds 1-2 --time 3601", "out of range"),
    ("--seeds 1-100 --times 1..2:11", "1,100 pictures; a sheet may have 1,024"),
    ("--seeds 1-4 --columns 0", "--columns: 0 is out of range"),
    ("--seeds 1-4 --times 1,2 --columns 2", "leave --columns out"),
    ("--seeds 1-400 --size 1600x900", "a side may have 16384"),
    ("--seeds 1-4 --size 8192x9 --supersample 4", "a side may have 16384"),
    ("--seeds 1-4 --output x.jpg", "x.jpg: a sheet is a PNG file"),
    ("--seeds 1-4 --output /nonexistent/x.png", "/nonexistent/x.png"),
    ("--seeds 1-4 --output /", "/"),
    ("--seeds 1-4 --output same.png --json same.png", "both write"),
]


def winnow(*arguments, **keywords):
    return subprocess.run([WINNOW, *arguments], capture_output=True, timeout=LIMIT, **keywords)


def rows_of(png):
    """Returns the rows of a PNG image of red, green and blue, as bytes."""
    width, height = struct.unpack(">II", png[16:24])
    at, packed = 8, b""
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        packed += png[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    data, above, rows = zlib.decompress(packed), bytes(3 * width), []
    for y in range(height):
        kind, *row = data[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        for i, up in enumerate(above):
            left, corner = (row[i - 3], above[i - 3]) if i >= 3 else (0, 0)
            nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
        above = bytes(row)
        rows.append(above)
    return rows


class Sheets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def sheet(self, effect, *arguments):
        """Returns the rows of the sheet, and what --json tells of it."""
        result = winnow("sheet", effect, *arguments, *LOOK, "--output", "-", "--json", "sheet.json", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(os.path.join(self.folder, "sheet.json")) as file:
            return rows_of(result.stdout), json.load(file)

    def expect_frames(self, effect, *arguments):
        """Each picture is the frame that `winnow render` writes. Returns what --json tells."""
        rows, told = self.sheet(effect, *arguments)
        for picture in told["pictures"]:
            with self.subTest(picture["caption"]):
                sets = [word for name, value in picture["properties"].items() for word in ("--set", f"{name}={value}")]
                frame = winnow("render", effect, "--seed", str(picture["seed"]), *sets, "--start", str(picture["frame"]),
                               "--frames", "1", "--fps", "60", *LOOK, "--output", "-", cwd=self.folder)
                x, y = picture["x"], picture["y"]
                self.assertEqual([row[3 * x:3 * (x + SIZE[0])] for row in rows[y:y + SIZE[1]]], rows_of(frame.stdout))
        return told

    def test_pictures_of_seeds_are_frames_of_render(self):
        told = self.expect_frames("fire", "--seeds", "1,3-4", "--time", "0.4", "--columns", "2")
        self.assertEqual([p["caption"] for p in told["pictures"]], ["seed 1", "seed 3", "seed 4"])
        self.assertEqual([p["frame"] for p in told["pictures"]], [24] * 3)
        self.assertEqual((told["columns"], told["rows"]), (2, 2))

    def test_pictures_of_values_and_times_are_frames_of_render(self):
        told = self.expect_frames("fire", "--set", "heat=0.3..2:2", "--times", "0.1,0.5")
        self.assertEqual([(p["properties"]["heat"], p["frame"]) for p in told["pictures"]],
                         [(0.30000001192092896, 6), (0.30000001192092896, 30), (2, 6), (2, 30)])

    def test_a_run_does_not_see_the_frames_of_the_one_before(self):
        """These particles meet what the last frame shows, and the first steps of a run follow no frame."""
        effect = {"format": 2, "prewarm": 0.5, "view": {"target": [0, 1, 0], "distance": 5, "yaw": 0, "pitch": 0},
                  "scenery": {"objects": [{"shape": "ball", "position": [0, 1, 0], "size": [1.5, 1.5, 1.5]}]},
                  "emitters": [{"rate": 2000, "lifetime": [3, 3], "position": [0, 1, 2], "modules": [
                      {"module": "jet", "direction": [0, 0, -1], "spread": 4, "speed": 6},
                      {"module": "collide-depth", "bounce": 0.5, "thickness": 0.6}]}]}
        with open(os.path.join(self.folder, "ball.json"), "w") as file:
            json.dump(effect, file)
        self.expect_frames("ball.json", "--seeds", "1-2", "--times", "0.1,0.2")

    def test_a_file_is_whole_and_has_the_size_that_is_told(self):
        result = winnow("sheet", "fountain", "--times", "0.1,0.2,0.3", "--size", "160x90", "--output", "s.png",
                        cwd=self.folder, text=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with open(os.path.join(self.folder, "s.png"), "rb") as file:
            width, height = struct.unpack(">II", file.read()[16:24])
        self.assertEqual(result.stdout, f"s.png: 3 pictures, 2 in a row, {width}x{height} pixels\n")
        self.assertEqual((width, height), (2 * 160 + 3 * 8, 2 * (90 + 4 + 9) + 4 * 8 + 9))

    def test_bad_input_is_one_line_and_leaves_nothing(self):
        for line, words in BAD:
            with self.subTest(line):
                result = winnow("sheet", "fire", *line.split(), cwd=self.folder, text=True)
                self.assertEqual((result.returncode, result.stdout), (2, ""))
                self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
                self.assertIn(words, result.stderr)
                self.assertEqual(os.listdir(self.folder), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
