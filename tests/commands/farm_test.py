#!/usr/bin/env python3
"""Films that several machines render in parts: farm_test.py WINNOW. Parts are the frames of one run to the byte, a run that was
killed goes on where it was, and the manifests say what does not belong together."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
FINE, BAD_INPUT = 0, 2
LIMIT = 120  # seconds
EFFECT = {"format": 2, "name": "quick", "emitters": [{"rate": 500, "lifetime": [0.1, 0.2], "modules": [{"module": "jet"}]}]}
FNV_BASIS, FNV_PRIME = 0xCBF29CE484222325, 0x100000001B3


def fnv1a64(data):
    value = FNV_BASIS
    for byte in data:
        value = (value ^ byte) * FNV_PRIME & (1 << 64) - 1
    return f"{value:016x}"


class FarmTest(unittest.TestCase):
    effect = "quick.json"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "quick.json").write_text(json.dumps(EFFECT))

    def winnow(self, *words):
        return subprocess.run([WINNOW, *map(str, words)], capture_output=True, text=True, timeout=LIMIT, cwd=self.folder)

    def command(self, span, output, *more):
        return ["render", self.effect, "--size", "32x18", "--range", span, "--output", output, *more]

    def render(self, span, output, *more):
        done = self.winnow(*self.command(span, output, *more))
        self.assertEqual(done.returncode, FINE, done.stderr)
        return done.stdout

    def refused(self, *words):
        """Returns the lines that say why."""
        done = self.winnow(*words)
        self.assertEqual(done.returncode, BAD_INPUT, done)
        return done.stderr.splitlines()

    def manifest(self, name):
        return json.loads((self.folder / name).read_text())

    def bytes_of(self, name):
        return {path.name: path.read_bytes() for path in (self.folder / name).iterdir()}

    def times_of(self, name):
        return {path.name: path.stat().st_mtime_ns for path in (self.folder / name).iterdir()}


class RangesTest(FarmTest):
    def test_two_ranges_are_the_frames_of_one_run(self):
        self.render("1-12", "whole", "--manifest", "whole.json", "--trace", "trace")
        self.render("1-5", "parts", "--manifest", "a.json")
        self.render("6-12", "parts", "--manifest", "b.json")
        self.assertEqual(len(self.bytes_of("whole")), 12)
        self.assertEqual(self.bytes_of("parts"), self.bytes_of("whole"))
        whole, a, b = map(self.manifest, ("whole.json", "a.json", "b.json"))
        self.assertEqual((a["range"], b["range"]), ([1, 5], [6, 12]))
        states = {row["step"]: row["hash"] for row in map(json.loads, (self.folder / "trace").read_text().splitlines())}
        for row, part in zip(whole["frames"], a["frames"] + b["frames"], strict=True):
            data = (self.folder / row["file"]).read_bytes()
            self.assertEqual((row["bytes"], row["hash"], row["state"]), (len(data), fnv1a64(data), states[row["step"]]))
            self.assertEqual(part, row | {"file": row["file"].replace("whole", "parts")})
        self.assertEqual({key: a[key] for key in a if key not in ("range", "frames")},
                         {key: b[key] for key in b if key not in ("range", "frames")})

    def test_ranges_are_checked(self):
        for span in ("0-3", "3-", "-3", "5-3", "a-b", "1-2-3", ""):
            with self.subTest(span):
                self.assertEqual(len(self.refused("render", "quick.json", f"--range={span}", "--output", "film")), 1)
        for other in ("--start", "--frames"):
            self.assertIn("--range", self.refused(*self.command("1-3", "film", other, 2))[0])
        self.assertFalse((self.folder / "film").exists())

    def test_a_manifest_needs_files(self):
        for output in ("film.png", "-"):
            self.assertIn("--manifest", self.refused(*self.command("1-3", output, "--manifest", "m.json"))[0])
        self.assertFalse((self.folder / "m.json").exists())


class ResumeTest(FarmTest):
    def kill_early(self, count, *more):
        """Kills a run when it has written its manifest once. Returns the files that are listed."""
        with subprocess.Popen([WINNOW, *self.command(f"1-{count}", "film", *more)], cwd=self.folder, stdout=subprocess.DEVNULL) as task:
            while not (self.folder / "film.json").exists() and task.poll() is None:
                time.sleep(0.001)
            task.kill()
        return {pathlib.Path(row["file"]).name for row in self.manifest("film.json")["frames"]}

    def test_a_killed_run_goes_on(self):
        count, resume = 400, ["--manifest", "film.json", "--resume"]
        while len(there := self.kill_early(count, *resume)) == count:  # the machine is fast
            (self.folder / "film.json").unlink()
            count *= 2
        self.assertTrue(there)
        for rest in (self.folder / "film").glob("*.part-*"):
            rest.unlink()
        before = self.times_of("film")
        self.assertIn(f"{len(there)} were there", self.render(f"1-{count}", "film", *resume))
        self.render(f"1-{count}", "whole")
        self.assertEqual(self.bytes_of("film"), self.bytes_of("whole"))
        after = self.times_of("film")
        self.assertEqual({name: after[name] for name in there}, {name: before[name] for name in there})
        self.assertEqual([row["frame"] for row in self.manifest("film.json")["frames"]], list(range(1, count + 1)))

    def test_a_damaged_file_is_rendered_again(self):
        (self.folder / "lists").mkdir()
        sorted_seldom = ["--prewarm", 1, "--sort", "on", "--sort-every", 4]  # frame 8 has the order of frame 5
        for self.effect, more in (("quick.json", []), ("ink", sorted_seldom)):
            with self.subTest(self.effect):
                self.render("3-9", "film", "--manifest", "lists/film.json", *more)
                whole, times, listed = self.bytes_of("film"), self.times_of("film"), self.manifest("lists/film.json")
                damaged = self.folder / "film" / "frame_00008.png"
                data = bytearray(damaged.read_bytes())
                data[-20] ^= 1
                damaged.write_bytes(data)
                (self.folder / "film" / "frame_00009.png").unlink()
                self.render("3-9", "film", "--manifest", "lists/film.json", "--resume", *more)
                self.assertEqual(self.bytes_of("film"), whole)
                self.assertEqual(self.manifest("lists/film.json"), listed)
                changed = {name for name, when in self.times_of("film").items() if when != times[name]}
                self.assertEqual(changed, {"frame_00008.png", "frame_00009.png"})

    def test_other_conditions_are_refused(self):
        self.render("1-3", "film", "--manifest", "film.json")
        before = self.times_of("film")
        resume = ["--manifest", "film.json", "--resume"]
        for said, more in (("seed is 1, not 2", ["--seed", 2]), ("density", ["--density", 2]), ("bloom", ["--no-bloom"])):
            with self.subTest(said):
                lines = self.refused(*self.command("1-3", "film", *resume, *more))
                self.assertEqual(len(lines), 1)
                self.assertIn(said, lines[0])
        self.assertIn("range is 1-3, not 1-4", self.refused(*self.command("1-4", "film", *resume))[0])
        (self.folder / "quick.json").write_text(json.dumps(EFFECT | {"steps_per_second": 61}))
        self.assertIn("digest", self.refused(*self.command("1-3", "film", *resume))[0])
        self.assertEqual(self.times_of("film"), before)

    def test_what_is_no_manifest_is_refused(self):
        for text in ("", "[]", "{}", '{"schema":1,"range":[1,2]}', '{"schema":9,"range":[1,2],"frames":[]}',
                     '{"schema":1,"range":[2,1],"frames":[]}', '{"schema":1,"range":[1,2],"frames":[{"frame":3}]}',
                     '{"schema":1,"range":[1,2],"frames":[{"frame":1}]}', '{"schema":1,"range":{"a":1,"b":2},"frames":[]}',
                     '{"schema":1,"range":[1,2],"frames":[7]}'):
            with self.subTest(text):
                (self.folder / "film.json").write_text(text)
                lines = self.refused(*self.command("1-2", "film", "--manifest", "film.json", "--resume"))
                self.assertEqual(len(lines), 1, lines)
                self.assertIn("film.json", lines[0])
        self.assertFalse((self.folder / "film").exists())


class JoinTest(FarmTest):
    def parts(self, *spans, more=()):
        """Renders parts to a.json, b.json and so on; their frames have folders of the same names."""
        names = [f"{letter}.json" for letter in "abcd"[:len(spans)]]
        for span, name in zip(spans, names):
            self.render(span, name[0], "--manifest", name, *more)
        return names

    def test_parts_that_belong_together(self):
        a, b, c = self.parts("1-4", "3-7", "8-9")
        joined = self.winnow("join", c, a, b, "--verify")
        self.assertEqual(joined.returncode, FINE, joined.stderr)
        lines = joined.stdout.splitlines()
        self.assertEqual([line.rsplit(",", 1)[0] for line in lines[:3]],
                         ["a.json: frames 1-4", "b.json: frames 3-7", "c.json: frames 8-9"])
        self.assertEqual(lines[3:], ["the film: 9 frames"])

    def test_what_does_not(self):
        a, b, c, d = self.parts("1-4", "3-7", "12-12", "14-15")
        self.assertEqual(self.refused("join", d, a, c, b), ["winnow: no part has frames 8-11, 13"])
        (self.folder / "a" / "frame_00002.png").unlink()
        self.assertEqual(self.refused("join", a, b), ["winnow: a.json: frame 2: the file is missing"])
        self.render("1-4", "a", "--manifest", a, "--seed", 2)
        self.assertEqual(self.refused("join", a, b), ["winnow: b.json: seed is 1, not 2 as in a.json",
                                                      "winnow: a.json and b.json have different pictures or states of frames 3-4"])
        text = (self.folder / a).read_text()
        (self.folder / a).write_text("\n".join(line for line in text.splitlines() if '"frame":3,' not in line))
        self.assertEqual(self.refused("join", a), ["winnow: a.json: frame 3 not rendered yet: --resume does it"])
        (self.folder / a).write_text(text.replace('"vendor":"', '"vendor":"Other '))
        self.assertIn("device/vendor is \"Other ", self.refused("join", b, a)[0])
        for words in ([], ["absent.json"], ["quick.json"], [a, "--output", "film.png"]):
            self.assertEqual(len(self.refused("join", *words)), 1)

    def test_a_damaged_file_is_found_and_rendered_again(self):
        [a] = self.parts("1-4")
        damaged = self.folder / "a" / "frame_00003.png"
        whole = damaged.read_bytes()
        damaged.write_bytes(whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:])
        self.assertEqual(self.winnow("join", a).returncode, FINE, "the size is right")
        self.assertEqual(self.refused("join", a, "--verify"), ["winnow: a.json: frame 3: the file has other bytes"])
        self.assertIn("frame_00003.png: the file has other bytes", self.refused("join", a, "--output", "film.mp4")[0])
        self.render("1-4", "a", "--manifest", a, "--resume")
        self.assertEqual(damaged.read_bytes(), whole)
        self.assertEqual(self.winnow("join", a, "--verify").returncode, FINE)

    @unittest.skipUnless(shutil.which("ffmpeg"), "there is no ffmpeg")
    def test_a_film_is_the_one_that_is_rendered_at_once(self):
        for film, more in (("film.mp4", []), ("film.webm", ["--transparent"])):
            with self.subTest(film):
                names = self.parts("1-4", "5-9", more=more)
                self.render("1-9", film, *more)
                whole = self.pixels(film)
                (self.folder / film).unlink()
                joined = self.winnow("join", *names, "--output", film)
                self.assertEqual(joined.returncode, FINE, joined.stderr)
                self.assertEqual(len(whole), 9 * 32 * 18 * 4)
                self.assertEqual(self.pixels(film), whole)
        self.assertIn("alpha", self.refused("join", *names, "--output", "film.mp4")[0])

    def pixels(self, film):
        decoder = ["-c:v", "libvpx-vp9"] if film.endswith("webm") else []  # of the alpha
        return subprocess.run(["ffmpeg", "-v", "error", *decoder, "-i", film, "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
                              cwd=self.folder, capture_output=True, check=True).stdout


if __name__ == "__main__":
    unittest.main()
