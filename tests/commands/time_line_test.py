#!/usr/bin/env python3
"""Time lines of whole runs: time_line_test.py WINNOW. The file of --trace-events is JSON in Chrome's trace format, its
spans are nested, and the passes of steps and frames are in it, even after an interruption."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
FINE, BAD_INPUT, INTERRUPTED = 0, 2, 130
LIMIT = 120  # seconds
SKIPPED = r"\A(winnow: .* passes? (are|is) missing, because the GPU was too far behind to time them\n)?\Z"
ROUNDING = 0.002  # microseconds: times have three decimals
SMALL = ["--capacity", "32768", "--density", "0.2", "--size", "64x48"]


def winnow(*arguments, **keywords):
    return subprocess.run([WINNOW, *arguments], capture_output=True, text=True, timeout=LIMIT, **keywords)


def end(span):
    return span["ts"] + span["dur"]


def contains(outer, inner):
    return outer["ts"] <= inner["ts"] + ROUNDING and end(inner) <= end(outer) + ROUNDING


class TimeLines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def tracks(self, text):
        """Returns the spans of each track by its name, in the order of time. Checks the format and the nesting."""
        document = json.loads(text)
        self.assertEqual(document["displayTimeUnit"], "ms")
        names, spans = {}, {}
        for event in document["traceEvents"]:
            if event["ph"] == "M":
                names[event["name"], event["tid"]] = event["args"]["name"]
                continue
            self.assertEqual(event["ph"], "X")
            self.assertEqual(set(event), {"name", "cat", "ph", "pid", "tid", "ts", "dur", "args"})
            self.assertGreaterEqual(event["ts"], 0)
            self.assertGreaterEqual(event["dur"], 0)
            self.assertLessEqual(set(event["args"]), {"step", "frame"})
            spans.setdefault(names["thread_name", event["tid"]], []).append(event)
        self.assertEqual(names["process_name", 0], "winnow")
        for track in spans.values():
            track.sort(key=lambda span: (span["ts"], -span["dur"]))
            self.expect_nested(track)
        return spans

    def expect_nested(self, track):
        open_spans = []
        for span in track:
            while open_spans and end(open_spans[-1]) <= span["ts"] + ROUNDING:
                open_spans.pop()
            if open_spans:
                self.assertTrue(contains(open_spans[-1], span), (open_spans[-1], span))
            open_spans.append(span)

    def render(self, *arguments):
        path = self.folder / "line.json"
        result = winnow("render", *arguments, "--trace-events", str(path), cwd=self.folder)
        self.assertEqual(result.returncode, FINE, result.stderr)
        self.assertRegex(result.stderr, SKIPPED)
        return self.tracks(path.read_text())

    def numbers(self, spans, name, unit):
        """Returns the numbers of the steps or frames that have a span of this name."""
        return [span["args"][unit] for span in spans if span["name"] == name]

    def opengl(self, tracks):
        """Returns all spans of OpenGL; on a software renderer they are two tracks."""
        return tracks["OpenGL"] + tracks.get("OpenGL drawing", [])

    def test_steps_and_frames(self):
        tracks = self.render("fountain", *SMALL, "--backend", "glsl", "--compaction", "staged", "--frames", "6", "--fps",
                             "30", "--cull", "--sort", "on", "--output", "frames", "--trace", "steps.jsonl")
        passes, host = self.opengl(tracks), tracks["host"]
        steps = [json.loads(line)["step"] for line in (self.folder / "steps.jsonl").read_text().splitlines()]
        for name in ("simulate", "scan", "spawn", "hash"):
            self.assertEqual(self.numbers(passes, name, "step"), steps, name)
        for name in ("cull", "sort", "floor", "particles", "tone map"):
            self.assertEqual(self.numbers(passes, name, "frame"), list(range(1, 7)), name)
        for name in ("step", "finish step"):
            self.assertEqual(self.numbers(host, name, "step"), steps, name)
        for name in ("frame", "draw", "read back", "encode"):
            self.assertEqual(self.numbers(host, name, "frame"), list(range(1, 7)), name)
        shown = {span["args"]["frame"]: span for span in passes if span["name"] == "tone map"}
        steps_per_frame = len(steps) // len(shown)
        for span in passes:
            if span["name"] == "hash" and span["args"]["step"] % steps_per_frame == 0:
                frame = shown[span["args"]["step"] // steps_per_frame]
                self.assertGreaterEqual(span["ts"] + ROUNDING, end(frame), "a frame waited for the hash of its step")
        self.assertEqual({span["cat"] for span in passes}, {"pass"})
        self.assertEqual({span["cat"] for span in host}, {"host"})

    def test_one_axis(self):
        """The GPU draws a frame after the host has begun to draw it and before the host has read it back."""
        tracks = self.render("fountain", *SMALL, "--backend", "glsl", "--frames", "4", "--output", "frames")
        frames = {span["args"]["frame"]: span for span in tracks["host"] if span["name"] == "frame"}
        apart = 500  # microseconds that the clocks of another device may be apart
        for span in self.opengl(tracks):
            if "frame" in span["args"]:
                frame = frames[span["args"]["frame"]]
                self.assertGreaterEqual(span["ts"], frame["ts"] - apart, span)
                self.assertLessEqual(end(span), end(frame) + apart, span)

    def test_passes_inside_a_pass(self):
        tracks = self.render("fireworks", *SMALL, "--backend", "glsl", "--frames", "3", "--draw", "tiles", "--output",
                             "frames")
        passes = self.opengl(tracks)
        for name in ("project", "light", "resolve"):
            self.assertTrue(self.numbers(passes, name, "frame"), name)
        if "OpenGL drawing" not in tracks:  # a software renderer draws while it computes
            outer = [span for span in passes if span["name"] in ("particles", "reflection")]
            for span in passes:
                if span["name"] == "light":
                    self.assertTrue(any(contains(one, span) for one in outer), span)

    def test_cuda(self):
        backends = json.loads(winnow("list", "--json", "-").stdout)["backends"]
        cuda = next(backend for backend in backends if backend["name"] == "cuda")
        if not cuda["available"]:
            self.skipTest(cuda["reason"])
        tracks = self.render("fireworks", *SMALL, "--backend", "cuda", "--compaction", "staged", "--frames", "3")
        steps = self.numbers(tracks["host"], "step", "step")
        for name in ("scan", "move"):
            self.assertEqual(self.numbers(tracks["CUDA"], name, "step"), steps, name)
        self.assertEqual(self.numbers(tracks["OpenGL"], "hand-over", "step"), steps)

    def test_standard_output(self):
        result = winnow("render", *SMALL, "--frames", "2", "--trace-events", "-")
        self.assertEqual(result.returncode, FINE)
        self.assertIn("host", self.tracks(result.stdout))

    def test_an_interrupted_run_leaves_no_file(self):
        process = self.begin("line.json", subprocess.DEVNULL)
        while not list(self.folder.glob("*.part-*")):
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(LIMIT), INTERRUPTED)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_who_reads_an_interrupted_run_gets_complete_json(self):
        process = self.begin("-", subprocess.PIPE)
        head = process.stdout.read(1 << 17)
        process.send_signal(signal.SIGINT)
        tail = process.stdout.read()
        self.assertEqual(process.wait(LIMIT), INTERRUPTED)
        self.assertIn("host", self.tracks(head + tail))

    def begin(self, path, stdout):
        process = subprocess.Popen([WINNOW, "render", *SMALL, "--frames", "1M", "--trace-events", path], stdout=stdout,
                                   stderr=subprocess.DEVNULL, text=True, cwd=self.folder)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_a_full_disk_is_said_and_ends_the_run(self):
        result = winnow("render", *SMALL, "--frames", "1M", "--trace-events", "/dev/full")
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertEqual(result.stderr, "winnow: cannot write /dev/full: No space left on device\n")


if __name__ == "__main__":
    unittest.main()
