#!/usr/bin/env python3
"""Files that are hostile or on a full disk: files_test.py WINNOW. Every refusal is one line that names
the file and the reason, with status 2. If one of several outputs fails, the others are still completed."""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
FINE, BAD_INPUT = 0, 2
LIMIT = 120  # seconds
NAMED = 100  # characters of a path that a message names, however long it is

# Commands with an argument that names a file; {} is the path.
INPUTS = ["{}", "bake {}", "render {} --trace -", "render --trace - --load-state {}", "render --trace - --replay {}",
          "bench scan --report - --from {}", "join {}"]
DIRECTORIES = ["list --shaders {}"]
OUTPUTS = ["list --json {}", "render --json {}", "render --trace {}", "render --trace-events {}",
           "render --save-state {}", "render --output {}.png", "render --output {}.mp4",
           "bake points --frames 1 --output {}.ply", "bake points --frames 1 --output a.csv --dry-run --json {}", "view --record {}",
           "view --ui-map {}", "view --trace-events {}", "view --save-state {}", "test scan --json {}",
           "bench scan --report {}", "lab kogge-stone --svg {}", "lab --json {}"]
NEW_DIRECTORIES = ["render --output {}"]

ACTING = set("\x1b\u202e\u2066\x9b\x7f")  # characters that a terminal acts on
EFFECT = {"format": 2, "name": "quick", "steps_per_second": 1000,
          "emitters": [{"rate": 500, "lifetime": [0.1, 0.2], "modules": [{"module": "jet"}]}]}


def winnow(*arguments, **keywords):
    return subprocess.run([WINNOW, *arguments], capture_output=True, text=True, timeout=LIMIT, **keywords)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.effect = self.write("quick.json", json.dumps(EFFECT))

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)


MODULE = """/*{"name": "own", "stage": "react", "does": "Slows."}*/
void react(inout Particle p, Parameters a, Moment m) { p.velocity *= 0.9; }
"""
TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


class OutputsOverInputs(Folder):
    """An output is never a file that the effect reads, whoever names that file."""

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("frames"))
        self.run_fine("render", self.effect, "--frames", "1", "--size", "8x8", "--output", self.path("frames"))
        self.write("own.glsl", MODULE)
        self.write("tet.obj", TETRAHEDRON)
        self.effect = self.write("e.json", json.dumps({
            "format": 2, "scenery": {"objects": [{"shape": "mesh", "mesh": "tet.obj"}]},
            "emitters": [{"rate": 600, "modules": [{"module": "jet"}, {"module": "own"},
                                                   {"module": "mask", "file": "frames/frame_00001.png"}]}]}))
        self.state = self.path("s.state")
        self.run_fine("render", self.effect, "--frames", "1", "--size", "8x8", "--save-state", self.state)

    def run_fine(self, *arguments):
        result = winnow(*arguments)
        self.assertEqual(result.returncode, FINE, result.stderr)

    def test_every_output(self):
        small = ["--frames", "1", "--size", "8x8"]
        of_effect, of_state = ["render", self.effect, *small], ["render", "--load-state", self.state, *small]
        extract = ["effect", "extract", self.state, "--output"]
        for file, arguments in [("own.glsl", [*of_effect, "--trace"]), ("own.glsl", [*of_effect, "--json"]),
                                ("tet.obj", [*of_effect, "--save-state"]), ("own.glsl", [*of_state, "--trace"]),
                                ("frames/frame_00001.png", [*of_effect, "--trace-events"]), ("own.glsl", extract),
                                ("tet.obj", extract)]:
            with self.subTest(arguments, file=file):
                self.expect_kept(self.path(file), [*arguments, self.path(file)])
        self.expect_kept(self.path("frames/frame_00001.png"), [*of_effect, "--output", self.path("frames")])

    def expect_kept(self, file, arguments):
        with open(file, "rb") as before:
            bytes_before = before.read()
        result = winnow(*arguments)
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        self.assertIn("the effect reads", result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        with open(file, "rb") as after:
            self.assertEqual(after.read(), bytes_before)

    def test_a_state_is_resumed_where_its_effect_lies_now(self):
        moved = self.path("moved")
        os.mkdir(moved)
        for name in ("e.json", "own.glsl", "tet.obj", "frames"):
            os.rename(self.path(name), os.path.join(moved, name))
        arguments = ["render", "--load-state", self.state, "--frames", "1", "--size", "8x8", "--trace", "-"]
        self.assertEqual(winnow(*arguments).returncode, BAD_INPUT)
        result = winnow(*arguments, os.path.join(moved, "e.json"))
        self.assertEqual(result.returncode, FINE, result.stderr)


class Places(Folder):
    def test_a_file_that_is_mounted_by_itself_is_written(self):
        picture = self.write("frame.png", "old")
        mount = 'mount --bind "$1" "$1" && shift && exec "$@"'
        command = ["unshare", "-rm", "sh", "-c", mount, "sh", picture, WINNOW, "render", self.effect, "--frames", "1",
                   "--size", "8x8", "--output", picture]
        if subprocess.run(["unshare", "-rm", "sh", "-c", mount, "sh", picture, "true"], capture_output=True).returncode:
            self.skipTest("this system allows no mount in a namespace")
        result = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(result.returncode, FINE, result.stderr)
        with open(picture, "rb") as file:
            self.assertEqual(file.read(4), b"\x89PNG")
        self.assertEqual([name for name in os.listdir(self.folder) if ".part" in name], [])

    def test_a_pattern_for_numbers_is_refused(self):
        for name in ("f.%04d.png", "f.%d.png"):
            result = winnow("render", self.effect, "--frames", "1", "--size", "8x8", "--output", self.path(name))
            self.assertEqual(result.returncode, BAD_INPUT, name)
            self.assertIn("directory", result.stderr)

    def test_closed_descriptors_are_given_to_no_file(self):
        trace = self.path("t.jsonl")
        command = ["render", self.effect, "--frames", "1", "--size", "8x8", "--trace", trace]
        for closed in ([1], [2], [1, 2], [0, 1, 2]):
            def close():
                for number in closed:  # pylint: disable=cell-var-from-loop
                    os.close(number)
            status = subprocess.run([WINNOW, *command], preexec_fn=close, timeout=LIMIT).returncode
            self.assertEqual(status, FINE, closed)
            with open(trace) as file:
                self.assertEqual([json.loads(line)["step"] for line in file][:1], [1], closed)
        status = subprocess.run([WINNOW, "list"], preexec_fn=lambda: os.close(1), timeout=LIMIT, stderr=subprocess.DEVNULL)
        self.assertEqual(status.returncode, BAD_INPUT, "what was printed is lost")


class HostilePaths(Folder):
    def expect_refused(self, command, path, reason):
        with self.subTest(command, reason=reason):
            result = winnow(*(word.format(path) for word in command.split()))
            self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
            self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
            self.assertIn(path[:NAMED], result.stderr, "messages cut long words in the middle")
            self.assertIn(reason, result.stderr)
            self.assertEqual(result.stdout, "")

    def test_every_option_that_takes_a_file_names_it_and_the_reason(self):
        os.symlink("loop", self.path("loop"))
        self.write("file", "")
        self.write("file.png", "")
        for command in INPUTS + DIRECTORIES + OUTPUTS + NEW_DIRECTORIES:
            for path, reason in ((self.path("x" * 300), "File name too long"),
                                 (self.path("loop", "x"), "Too many levels of symbolic links"),
                                 (self.path("file", "x"), "Not a directory")):
                self.expect_refused(command, path, reason)
        for command in INPUTS + DIRECTORIES:
            self.expect_refused(command, self.path("loop"), "Too many levels of symbolic links")
        for command in INPUTS + [output for output in OUTPUTS if output.endswith("{}")]:
            self.expect_refused(command, self.folder, "irectory")
        for command in INPUTS[1:] + DIRECTORIES:
            self.expect_refused(command, self.path("none", "x"), "o such" if "render {}" in command else
                                "No such file or directory")

    def test_a_folder_in_a_shaders_place(self):
        shutil.copytree(os.path.join(os.path.dirname(__file__), "..", "..", "shaders"), self.path("shaders"))
        broken = self.path("shaders", "particles", "simulate.comp")
        os.remove(broken)
        os.mkdir(broken)
        self.expect_refused(f"render {self.effect} --backend glsl --trace - --shaders {self.path('shaders')}", broken,
                            "directory")

    def test_what_a_name_or_a_file_holds_does_nothing_to_the_terminal(self):
        hostile = "\x1b[2J\u202eevil\u2066\x9b\x7f\n"
        for arguments in ([hostile], ["render", self.folder + "/" + hostile, "--trace", "-"],
                          ["list", "--json", self.folder + "/none/" + hostile],
                          ["render", self.write("x.json", json.dumps({"format": 2, hostile: 1})), "--trace", "-"]):
            with self.subTest(arguments):
                result = winnow(*arguments)
                self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
                self.assertFalse(ACTING & set(result.stderr), ascii(result.stderr))
        renamed = self.write("named.json", json.dumps({**EFFECT, "name": hostile}))
        state = self.path("named.state")
        result = winnow("render", renamed, "--frames", "1", "--save-state", state, "--json", "-")
        for text in (result.stdout, result.stderr, winnow("render", "rain", "--trace", "-", "--load-state", state).stderr):
            self.assertFalse(ACTING & set(text), ascii(text))


class EachForItself(Folder):
    """If one output fails, the others are complete."""

    def expect_only(self, result, names, words):
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        lines = [line for line in result.stderr.splitlines()
                 if line.startswith("winnow: ") and "there is no Chart.js" not in line]
        self.assertEqual(len(lines), len(words), result.stderr)
        for line, word in zip(lines, words):
            self.assertIn(word, line)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted([*names, "quick.json"]))

    def render(self, *arguments, **keywords):
        return winnow("render", self.effect, "--size", "64x64", *arguments, **keywords)

    def test_a_trace_on_a_full_disk_discards_neither_film_nor_state(self):
        film = "x.mp4" if shutil.which("ffmpeg") else "x.png"
        result = self.render("--frames", "20", "--trace", "/dev/full", "--output", self.path(film), "--json",
                             self.path("x.jsonl"), "--save-state", self.path("x.state"))
        self.expect_only(result, [film, "x.jsonl", "x.state"], ["/dev/full: No space left on device"])
        with open(self.path("x.jsonl")) as file:
            self.assertEqual(json.load(file)["frames"], 20)
        self.assertGreater(os.path.getsize(self.path(film)), 100)
        self.assertEqual(winnow("render", "--frames", "1", "--load-state", self.path("x.state"), "--trace", "-").returncode,
                         FINE)

    def test_every_failure_is_said(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))
        result = self.render("--frames", "20", "--trace", self.path("x.jsonl"), "--json", self.path("x.json"),
                             "--save-state", self.path("x.state"), preexec_fn=small_files)
        self.expect_only(result, ["x.json"], ["x.jsonl: File too large", "x.state: File too large"])

    def test_pictures_that_cannot_be_written_do_not_end_the_trace(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([WINNOW, "render", self.effect, "--size", "64x64", "--frames", "3", "--output", "-",
                                     "--trace", self.path("x.jsonl")], stdout=full, stderr=subprocess.PIPE, text=True,
                                    timeout=LIMIT)
        self.expect_only(result, ["x.jsonl"], ["standard output: No space left on device"])
        with open(self.path("x.jsonl")) as file:
            self.assertEqual(len(file.readlines()), 50)

    def test_devices_may_be_written_twice(self):
        self.assertEqual(self.render("--frames", "2", "--trace", "/dev/null", "--json", "/dev/null").returncode, FINE)

    def test_nobody_steps_on_for_nothing(self):
        with open("/dev/full", "w") as full:  # a million frames would take hours
            result = subprocess.run([WINNOW, "render", self.effect, "--frames", "1M", "--trace", "-"], stdout=full,
                                    stderr=subprocess.PIPE, text=True, timeout=LIMIT)
        self.expect_only(result, [], ["standard output: No space left on device"])

    def expect_replays(self, text):
        """Each effect runs for 300 steps, and once more while the algorithm changes every few steps."""
        lines = [json.loads(line) for line in text]
        self.assertEqual([line["step"] for line in lines[:300]], list(range(1, 301)))
        for line in lines:
            self.assertEqual(line["schema"], 1)
            self.assertRegex(line["hash"], r"\A[0-9a-f]{16}\Z")
        self.assertEqual([line["hash"] for line in lines[300:600]], [line["hash"] for line in lines[:300]])

    def test_of_test_and_bench(self):
        result = winnow("test", "replay", "--quick", "--backend", "cpu", "--density", "0.02", "--json",
                        "/dev/full", "--trace", self.path("x.jsonl"))
        self.expect_only(result, ["x.jsonl"], ["/dev/full: No space left on device"])
        self.expect_replays(pathlib.Path(self.path("x.jsonl")).read_text(encoding="utf-8").splitlines())
        os.remove(self.path("x.jsonl"))
        result = winnow("bench", "sort", "--sizes", "2000", "--key-bits", "16", "--runs", "20", "--json", "/dev/full",
                        "--report", self.path("x.html"))
        self.expect_only(result, ["x.html"], ["/dev/full: No space left on device"])


class Films(Folder):
    def trace(self, *arguments):
        result = winnow("render", *arguments, "--trace", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        return [(line["step"], line["hash"]) for line in map(json.loads, result.stdout.splitlines())]

    def test_parts_join_to_the_step(self):
        for steps_per_second, fps, steps in ((1000, 60, 334), (60, 144, 9)):
            effect = self.write("x.json", json.dumps({**EFFECT, "steps_per_second": steps_per_second}))
            state, rate = self.path("x.state"), ("--fps", str(fps))
            whole = self.trace(effect, *rate, "--frames", "20")
            self.assertEqual(len(whole), steps)
            for cut in (10, 11):
                with self.subTest(fps=fps, cut=cut):
                    first = self.trace(effect, *rate, "--frames", str(cut), "--save-state", state)
                    rest = self.trace(*rate, "--frames", str(20 - cut), "--load-state", state)
                    self.assertEqual(first + rest, whole)


if __name__ == "__main__":
    unittest.main()
