#!/usr/bin/env python3
"""Flip-books: sheets, their layout, loops and motion: flipbook_test.py WINNOW. FFmpeg reads the pictures."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
LIMIT = 120  # seconds
RATE = 30  # steps per second, and frames


def effect(*emitters, blend="alpha"):
    return {"format": 2, "steps_per_second": RATE, "blend": blend, "floor": {"enabled": False}, "emitters": list(emitters)}


def emitter(name, *modules, **keys):
    look = [{"module": "size", "diameter": 0.3}, {"module": "colour", "colour": [0.3, 0.2, 0.1, 0.8]}]
    return {"name": name, "rate": 120, "lifetime": [0.2, 0.5], "modules": [*modules, *look], **keys}


PUFF = emitter("puff", {"module": "ball", "radius": 0.5}, {"module": "jet", "speed": 2, "spread": 30})
# One particle that flies evenly to the right and up, across the view from the front.
DART = emitter("dart", {"module": "jet", "speed": 1, "spread": 0, "direction": [2, 1, 0]}, rate=0, bursts=[{"count": 1}],
               lifetime=100)


@unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg here")
class Flipbook(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def bake(self, what, *words, output="sheet.png", status=0, fps=RATE):
        with open(self.path("effect.json"), "w") as file:
            json.dump(what, file)
        ran = subprocess.run([WINNOW, "bake", "flipbook", self.path("effect.json"), "--fps", str(fps), *map(str, words),
                              "--output", self.path(output)], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(ran.returncode, status, ran.stderr)
        return ran

    def layout(self, name="sheet.json"):
        with open(self.path(name)) as file:
            return json.load(file)

    def pixels(self, name="sheet.png"):
        """Returns rows of (red, green, blue, alpha)."""
        raw = subprocess.run(["ffmpeg", "-v", "error", "-i", self.path(name), "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
                             check=True, capture_output=True, timeout=LIMIT).stdout
        width = self.layout()["size"][0]
        all_pixels = [tuple(raw[i:i + 4]) for i in range(0, len(raw), 4)]
        return [all_pixels[i:i + width] for i in range(0, len(all_pixels), width)]

    def cells(self, name="sheet.png"):
        """Returns the pixels of each cell, row after row."""
        layout, rows = self.layout(), self.pixels(name)
        (width, height), columns = layout["cell"], layout["columns"]
        return [[pixel for row in rows[top:top + height] for pixel in row[left:left + width]]
                for top in range(0, height * layout["rows"], height) for left in range(0, width * columns, width)]

    def test_cells_lie_where_the_layout_says(self):
        self.bake(effect(PUFF), "--frames", "11-26", "--grid", "3x2", "--cell", "40x32", "--padding", "4")
        layout = self.layout()
        self.assertEqual(layout["size"], [120, 64])
        self.assertEqual((layout["columns"], layout["rows"], layout["padding"]), (3, 2, 4))
        self.assertEqual(layout["frame_of_cell"], [11, 14, 17, 20, 23, 26], "the first and the last frame are seen")
        self.assertEqual(layout["loop"], "none")
        for cell in self.cells():
            rows = [cell[i:i + 40] for i in range(0, len(cell), 40)]
            for y, row in enumerate(rows):
                for x, pixel in enumerate(row):
                    if not (4 <= x < 36 and 4 <= y < 28):
                        self.assertEqual(pixel[3], 0, "the padding is empty")
            self.assertGreater(max(pixel[3] for pixel in cell), 150)
        reach = [pixel for cell in self.cells() for pixel in cell if pixel[3] > 2]
        self.assertGreater(len(reach), 6 * 32 * 24 / 8, "the camera is near")

    def difference(self, one, other):
        return sum(abs(a - b) for p, q in zip(one, other) for a, b in zip(p, q)) / len(one)

    def test_a_loop_has_no_seam(self):
        words = ["--frames", "1-20", "--grid", "5x4", "--cell", "32x32", "--alpha", "premultiplied"]
        said = self.bake(effect(PUFF), *words, "--loop").stdout
        self.assertIn("the loop is exact", said)
        self.assertEqual(self.layout()["loop"], "exact")
        self.assertEqual(self.layout()["frame_of_cell"], list(range(1, 21)))
        cells = self.cells()
        steps = [self.difference(a, b) for a, b in zip(cells, cells[1:])]
        self.assertLess(self.difference(cells[-1], cells[0]), 1.2 * max(steps))
        first = [max(pixel[3] for pixel in cell) for cell in cells]
        self.assertGreater(min(first), 100, "it is in full swing in each cell")
        self.bake(effect(PUFF), *words)
        cells = self.cells()
        self.assertGreater(self.difference(cells[-1], cells[0]), 1.5 * max(steps), "without it there is a seam")

    def test_what_does_not_repeat_itself_is_cross_faded(self):
        said = self.bake(effect({**PUFF, "lifetime": 5000}), "--frames", "61-72", "--grid", "4x3", "--cell", "32x32", "--loop").stdout
        self.assertIn("cross-faded", said)
        self.assertEqual(self.layout()["loop"], "cross-faded")
        cells = self.cells()
        steps = [self.difference(a, b) for a, b in zip(cells, cells[1:])]
        self.assertLess(self.difference(cells[-1], cells[0]), 2 * max(steps))

    def middle(self, cell, width):
        """Returns the middle of a cell's opacity, pixels to the right and down."""
        whole = sum(pixel[3] for pixel in cell)
        return [sum(pixel[3] * at(i) for i, pixel in enumerate(cell)) / whole
                for at in (lambda i: i % width, lambda i: i // width)]

    def test_motion_leads_from_one_cell_to_the_next(self):
        words = ["--frames", "1-21", "--grid", "3x1", "--cell", "120x80", "--camera", "0,0,3,0.4,0.2,0"]
        for convention, down in (("unity", -1), ("unreal", 1)):
            self.bake(effect(DART), *words, "--motion", convention)
            layout = self.layout()
            self.assertEqual((layout["motion"], layout["motion_convention"]), ("sheet_motion.png", convention))
            cells, motion = self.cells(), self.cells("sheet_motion.png")
            places = [self.middle(cell, 120) for cell in cells]
            for n in (1,):
                codes = [code for pixel, code in zip(cells[n], motion[n]) if pixel[3] > 100]
                self.assertGreater(len(codes), 10)
                for axis, side in ((0, 120), (1, 80)):
                    sign = 1 if axis == 0 else down
                    mean = sum(code[axis] for code in codes) / len(codes)
                    moved = sign * (mean / 255 * 2 - 1) * layout["motion_strength"] * side
                    self.assertLess(abs(moved - (places[n + 1][axis] - places[n][axis])), 0.5, (convention, axis))
                self.assertGreater(places[2][0] - places[1][0], 5)

    def test_alpha_and_encoding(self):
        words = ["--frames", "20", "--grid", "1x1", "--cell", "48x48"]
        pictures = {}
        for alpha in ("straight", "premultiplied"):
            self.bake(effect(PUFF), *words, "--alpha", alpha)
            pictures[alpha] = self.cells()[0]
        for (*colour, alpha), (*multiplied, same) in zip(pictures["straight"], pictures["premultiplied"]):
            self.assertLessEqual(abs(alpha - same), 1)
            for a, b in zip(colour, multiplied):
                self.assertLess(abs(a * alpha / 255 - b), 2.5)
        self.bake(effect(PUFF, blend="additive"), *words, "--alpha", "premultiplied")
        glow = self.cells()[0]
        self.assertEqual(max(pixel[3] for pixel in glow), 0, "what only glows covers nothing")
        self.assertGreater(max(pixel[0] for pixel in glow), 100)
        self.bake(effect(PUFF), *words, "--encoding", "linear")
        self.assertLess(max(p[0] for p in self.cells()[0]), max(p[0] for p in pictures["straight"]))

    def test_only_the_emitters_that_are_named(self):
        far = emitter("far", {"module": "ball", "radius": 0.2}, position=[40, 0, 0])
        words = ["--frames", "20", "--grid", "1x1", "--cell", "48x48"]
        self.bake(effect(PUFF, far), *words, "--emitters", "puff")
        named = self.cells()[0]
        self.assertGreater(sum(pixel[3] > 20 for pixel in named), 400, "the other is not looked for")
        said = self.bake(effect(PUFF, far), *words, "--emitters", "puf", status=2).stderr
        self.assertIn("has no puf; it has puff or far", said)

    def test_a_file_describes_it(self):
        with open(self.path("effect.json"), "w") as file:
            json.dump(effect(PUFF), file)
        with open(self.path("book.json"), "w") as file:
            json.dump({"bake": "flipbook", "effect": "effect.json", "frames": [1, 20], "fps": RATE, "columns": 2, "rows": 2,
                       "cell_width": 32, "cell_height": 32, "loop": True, "alpha": "premultiplied", "output": "own.png"}, file)
        subprocess.run([WINNOW, "bake", self.path("book.json")], check=True, capture_output=True, timeout=LIMIT)
        with open(self.path("own.png"), "rb") as file:
            by_file = file.read()
        self.bake(effect(PUFF), "--frames", "1-20", "--grid", "2x2", "--cell", "32x32", "--loop", "--alpha", "premultiplied")
        with open(self.path("sheet.png"), "rb") as file:
            self.assertEqual(file.read(), by_file)

    def test_a_rehearsal_writes_nothing(self):
        said = self.bake(effect(PUFF), "--frames", "1-64", "--grid", "8x8", "--motion", "unity", "--dry-run").stdout
        self.assertIn("sheet_motion.png", said)
        self.assertIn("64 cells of 256x256 pixels, 2048x2048 in all", said)
        self.assertEqual(os.listdir(self.folder), ["effect.json"])

    def test_what_cannot_be_is_one_line(self):
        cases = [
            (["--frames", "1-8", "--grid", "3x3"], "frames 1-8: are fewer than the 9 cells"),
            (["--frames", "9-1"], "the range ends before it begins"),
            (["--frames", "1-64", "--grid", "0x4"], "--grid"),
            (["--frames", "1-64", "--grid", "4"], "--grid 4: must be WIDTHxHEIGHT"),
            (["--frames", "1-9999", "--grid", "64x64", "--cell", "512x512"], "each side must be at most 16384"),
            (["--frames", "1-64", "--cell", "32x32", "--padding", "16"], "padding 16: leaves nothing"),
            (["--frames", "1-64", "--alpha", "strait"], "straight"),
        ]
        for words, said in cases:
            ran = self.bake(effect(PUFF), *words, status=2)
            self.assertIn(said, ran.stderr)
            self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
        self.assertIn("no whole number of the effect's 30 steps per second",
                      self.bake(effect(PUFF), "--frames", "1-17", "--loop", fps=40, status=2).stderr)
        self.assertIn("a flip-book goes to NAME.png or NAME.exr",
                      self.bake(effect(PUFF), "--frames", "1-64", output="a.gif", status=2).stderr)
        self.assertEqual(os.listdir(self.folder), ["effect.json"])


if __name__ == "__main__":
    unittest.main()
