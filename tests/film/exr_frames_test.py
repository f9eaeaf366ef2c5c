#!/usr/bin/env python3
"""Frames of light, as other programs read them: exr_frames_test.py WINNOW. FFmpeg and exrheader are the readers."""
import array
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
LIMIT = 120  # seconds
SIZE = (160, 90)
PLAIN = ["--size", "160x90", "--no-bloom", "--no-vignette", "--no-grading"]
BALL = {"module": "ball", "radius": 0.5}
LIGHT = {"format": 2, "floor": {"enabled": False}, "emitters": [{"rate": 3000, "lifetime": 1, "modules": [
    BALL, {"module": "size", "diameter": 0.2}, {"module": "colour", "colour": [0.9, 0.3, 0.1, 1]}]}]}
COVER = {"format": 2, "floor": {"enabled": False}, "blend": "alpha", "emitters": [{"rate": 3000, "lifetime": 1, "modules": [
    BALL, {"module": "size", "diameter": 0.2}, {"module": "colour", "colour": [0.2, 0.3, 0.1, 0.8]}]}]}
EXPOSURE = 0.62  # of the tone curve in docs/effects.md, beside the effect's own


def winnow(*words, status=0):
    ran = subprocess.run([WINNOW, *words], capture_output=True, text=True, timeout=LIMIT)
    if ran.returncode != status:
        raise AssertionError(f"{words}: status {ran.returncode}, not {status}: {ran.stderr}")
    return ran


def has_exr():
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run([WINNOW, "render", "fountain", "--frames", "1", "--size", "16x16", "--output", f"{folder}/x.exr"],
                             capture_output=True, text=True, timeout=LIMIT)
    return "without OpenEXR" not in ran.stderr


def read(path, pixel_format):
    """Returns red, green, blue and, of light, alpha of each pixel."""
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", pixel_format, "-"],
                         check=True, capture_output=True, timeout=LIMIT).stdout
    if pixel_format == "rgb24":
        return list(zip(raw[::3], raw[1::3], raw[2::3]))
    numbers, count = array.array("f", raw), SIZE[0] * SIZE[1]
    green, blue, red, alpha = (numbers[k * count:(k + 1) * count] for k in range(4))
    return list(zip(red, green, blue, alpha))


def shown(light):
    """Returns the bytes that a frame shows of a pixel's light: the tone curve and the code of screens."""
    def aces(x):
        return min(max(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0), 1)
    brightest = max(light)
    t = min(brightest / 1.2, 1)
    kept = 0.6 * t * t * (3 - 2 * t) * 8 / (8 + brightest)
    levels = [aces(x) * (1 - kept) + x / max(brightest, 1e-6) * aces(brightest) * kept for x in light]
    return [255 * (1.055 * x ** (1 / 2.4) - 0.055 if x > 0.0031308 else x * 12.92) for x in levels]


@unittest.skipUnless(has_exr(), "this Winnow was built without OpenEXR")
class Frames(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory()) if hasattr(self, "enterContext") else tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def render(self, effect, name, *words):
        with open(self.path("effect.json"), "w") as file:
            json.dump(effect, file)
        winnow("render", self.path("effect.json"), "--start", "30", "--frames", "1", *PLAIN, *words, "--output", self.path(name))
        return self.path(name)

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg here")
    def test_light_behind_the_tone_curve_is_the_png(self):
        png = read(self.render(LIGHT, "a.png"), "rgb24")
        self.assertGreater(max(map(max, png)), 200)
        for precision in ([], ["--float"]):
            light = read(self.render(LIGHT, "a.exr", *precision), "gbrapf32le")
            off = [abs(a - b) for seen, pixel in zip(light, png)
                   for a, b in zip(shown([x * EXPOSURE for x in seen[:3]]), pixel)]
            self.assertLess(max(off), 2.5, precision)
            self.assertLess(sum(off) / len(off), 0.6, precision)

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg here")
    def test_transparent_light_keeps_what_a_png_cannot_hold(self):
        light = read(self.render(COVER, "a.exr", "--transparent"), "gbrapf32le")
        self.assertEqual(light[0][3], 0, "nothing is in the corner")
        self.assertGreater(max(pixel[3] for pixel in light), 0.5)
        self.assertLessEqual(max(pixel[3] for pixel in light), 1)
        glow = read(self.render(LIGHT, "b.exr", "--transparent"), "gbrapf32le")
        self.assertEqual(max(pixel[3] for pixel in glow), 0, "light that adds up covers nothing")
        self.assertGreater(max(pixel[0] for pixel in glow), 1, "more than a PNG holds")

    def test_the_lens_and_the_shutter_are_those_of_a_view(self):
        moving = {**LIGHT, "emitters": [{**LIGHT["emitters"][0], "rate": 300, "modules": [
            *LIGHT["emitters"][0]["modules"], {"module": "jet", "speed": 6, "spread": 60}]}]}
        words = ["--samples", "8", "--camera", "20,10,4"]

        def frame(view, *more):
            with open(self.render({**moving, "view": view}, "a.png", *words, *more), "rb") as file:
                return file.read()
        lens = {"aperture": 0.3, "focus": 2.5, "shutter": 1 / 120}
        chosen = ["--shutter", "180", "--aperture", "0.3", "--focus", "2.5"]
        self.assertEqual(frame(lens), frame({}, *chosen))
        self.assertEqual(frame(lens, "--shutter", "0", "--aperture", "0"), frame({}))
        self.assertNotEqual(frame(lens), frame({}))
        self.assertNotEqual(frame({}, "--shutter", "180"), frame({}))
        self.assertIn("--shutter 360: is open for 0.1 s at 10 frames per second; 0.05 s are the most",
                      winnow("render", "fountain", "--shutter", "360", "--fps", "10", "--output", self.path("b.png"), status=2).stderr)

    @unittest.skipUnless(shutil.which("exrheader"), "there is no exrheader here")
    def test_exrheader_lists_the_channels_of_each_file(self):
        winnow("render", "fountain", "--frames", "3", "--start", "7", *PLAIN, "--fps", "24", "--channels", "all", "--output",
               self.path("f_#.exr"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["f_00007.exr", "f_00008.exr", "f_00009.exr"])
        header = subprocess.run(["exrheader", self.path("f_00008.exr")], check=True, capture_output=True, text=True).stdout
        channels = re.findall(r"^    (\S+), (\d+-bit [a-z -]+),", header, re.MULTILINE)
        half, float_, word = "16-bit floating-point", "32-bit floating-point", "32-bit unsigned integer"
        self.assertEqual(dict(channels), {
            "R": half, "G": half, "B": half, "A": half, "Z": float_, "velocity.X": half, "velocity.Y": half, "emitter": word,
            "identity.birth_step": word, "identity.ordinal": word, "position.X": float_, "position.Y": float_,
            "position.Z": float_})
        self.assertIn("compression (type compression): zip", header)
        self.assertIn("frame (type int): 8", header)
        self.assertIn("framesPerSecond (type rational): 24/1", header)

    def test_files_of_a_sequence_are_those_of_a_directory(self):
        words = ["render", "fountain", "--frames", "4", "--size", "64x48"]
        winnow(*words, "--output", self.path("frames"))
        winnow(*words, "--output", self.path("own_##.png"))
        for n in range(1, 5):
            with open(self.path(f"frames/frame_{n:05}.png"), "rb") as one, open(self.path(f"own_{n:05}.png"), "rb") as other:
                self.assertEqual(one.read(), other.read())

    def test_what_cannot_be_is_one_line(self):
        cases = {
            ("--output", self.path("a_#_#.exr")): "only one run of # can stand for the number",
            ("--output", self.path("no/such/a.exr")): "cannot write",
            ("--output", self.path("a.png"), "--channels", "depth"): "--channels: only EXR has these",
            ("--output", self.path("a.png"), "--float"): "--float: only EXR has these",
            ("--output", self.path("a.exr"), "--channels", "dept"): "there is no channel dept (did you mean depth?)",
            ("--output", self.path("a.exr"), "--channels", "depth,"): "there is no channel",
        }
        for words, said in cases.items():
            ran = winnow("render", "fountain", "--frames", "1", *words, status=2)
            self.assertIn(said, ran.stderr)
            self.assertEqual(ran.stderr.count("\n"), 1, ran.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_full_disk_ends_the_frames_and_keeps_whole_ones(self):
        os.mkdir(self.path("out"))
        ran = subprocess.run(["prlimit", "--fsize=20000", WINNOW, "render", "fountain", "--frames", "6", "--size", "320x180",
                              "--output", self.path("out/a_#.exr")], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(ran.returncode, 2, ran.stderr)
        self.assertIn("cannot write", ran.stderr)
        self.assertEqual(os.listdir(self.path("out")), [])


if __name__ == "__main__":
    unittest.main()
