#!/usr/bin/env python3
"""The program from outside: cli_test.py WINNOW. Checks exit statuses, the one line on stderr for every error,
and the data on standard output."""
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bench_rows import rows_of  # noqa: E402

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
FINE, CHECK_FAILED, BAD_INPUT, ABSENT, INTERRUPTED = 0, 1, 2, 3, 130
LIMIT = 120  # seconds

# Arguments, and a part of the line that stderr must have.
BAD = [
    ("lst", "did you mean list"),
    ("--bogus", "no option --bogus"),
    ("list --jsn x", "did you mean --json"),
    ("list more", "one argument too many"),
    ("test --sizes", "--sizes"),
    ("test --backend cudaa", "did you mean cuda"),
    ("test --backend", "--backend"),
    ("test --block blelock", "blelloch"),
    ("test --grid x", "scan-then-propagate"),
    ("test --compaction x", "staged"),
    ("test scann", "did you mean scan"),
    ("test scan compact", "one argument too many"),
    ("bench --sizes 0", "out of range"),
    ("test --type f16", "one of u32, i32, f32 or u64"),
    ("test --op", "--op"),
    ("bench --op mul", "one of add, min or max"),
    ("test scan --pattern noise", "one of zero, one, alternating or random"),
    ("test --sizes -1", "not a whole number"),
    ("test --sizes 1,,2", "not a whole number"),
    ("test --sizes 1.5", "not a whole number"),
    ("test --sizes nan", "not a whole number"),
    ("test --sizes 99999999999999999999", "out of range"),
    ("test --quick=1", "quick"),
    ("bench sorts", "sort"),
    ("bench --runs 0", "out of range"),
    ("bench --runs 10001", "from 1 to"),
    ("bench step --sizes 134000000", "134000000 alive"),
    ("bench frame --deaths 51", "at most 50"),
    ("bench step --effect fontain", "did you mean fountain?"),
    ("bench step --survivors 5", "--survivors is an option of winnow bench compact"),
    ("bench compact --survivors 101", "from 0 to 100"),
    ("bench compact --record-bytes 20", "a multiple of 16"),
    ("bench compact --record-bytes 0", "from 16 to 80"),
    ("bench compact --votes both", "random or clustered"),
    ("bench compact --sizes 134217728", "134217727 records are possible"),
    ("bench compact --type f32", "winnow bench scan"),
    ("bench cull --visible 101", "from 0 to 100"),
    ("bench draw --effect fontain", "did you mean fountain?"),
    ("bench draw --frame 0", "--frame: '0' is not WIDTHxHEIGHT"),
    ("bench draw --frame 0x9", "--frame: 0 is out of range"),
    ("bench draw --frame 64x36x2", "--frame: '36x2'"),
    ("bench draw --frame 64x99999", "--frame: 99999 is out of range"),
    ("bench draw --sizes 134000000", "134000000 alive"),
    ("bench draw --draw lines", "--draw: there is no 'lines'; it is one of auto, tiles or triangles"),
    ("render rain --draw tile", "--draw: there is no 'tile' (did you mean tiles?)"),
    ("render rain --draw lines", "--draw: there is no 'lines'; it is one of auto, tiles or triangles"),
    ("--draw", "auto|tiles|triangles"),
    ("bench sort --key-bits 8", "16 or 32"),
    ("bench sort --key-bits 64", "16 or 32"),
    ("bench sort --compaction bits", "winnow bench compact"),
    ("bench step --type f32", "--type"),
    ("bench step --capacity 9 --sizes 9", "leave one of them out"),
    ("bench step --effect rain --sizes 9", "leave one of them out"),
    ("bench step --backend cpu --compaction bits", "only one compactor"),
    ("render --trace - --backend cpu --compaction fused", "only one compactor"),
    ("test scan --backend cpu --block blelloch", "only one scan"),
    ("test --compaction fused --grid scan-then-propagate", "choose chained or decoupled-lookback"),
    ("test replay --compaction atomic", "keeps no order"),
    ("test scan --compaction fused", "winnow test compact"),
    ("test scan --capacity 9", "winnow test replay"),
    ("test compact --op max", "winnow test scan"),
    ("test compact --pattern one", "winnow test scan"),
    ("test compact --density 2", "winnow test replay"),
    ("test compact --trace -", "winnow test replay"),
    ("test replay --sizes 9", "winnow test scan"),
    ("--compaction fused --grid reduce-then-scan", "choose chained or decoupled-lookback"),
    ("--cull test", "winnow test has no option --cull"),
    ("view --json x", "winnow render"),
    ("render --trace - --prewarm 1 --load-state x", "--load-state"),
    ("render --trace - --prewarm 1 --replay x", "--replay"),
    ("render --size 65x33 --output odd.mp4", "66x34, not 65x33"),
    ("render --size 65x33 --output odd.webm", "66x34, not 65x33"),
    ("render --transparent --output x.mp4", "x.mp4: H.264 has no alpha"),
    ("render --transparent --trace -", "--output"),
    ("render --json same --trace ./same", "both write"),
    ("bench step --op max", "--op"),
    ("bench step --pattern one", "--pattern"),
    ("bench step --from x.json", "--report"),
    ("bench scan --report same --json same", "both write"),
    ("bench scan --report - --json -", "both write"),
    ("bench scan --report /nonexistent/x.html", "/nonexistent/x.html"),
    ("bench scan --from x.json", "--report"),
    ("bench scan --from x.json --report x.json", "it is what --from reads"),
    ("bench scan --from x.json --report x.html --json y.json", "leave one of them out"),
    ("bench step --from x.json --report x.html --trace y.jsonl", "leave one of them out"),
    ("bench scan --from x.json --report x.html --sizes 1000", "leave one of them out"),
    ("bench scan --from /nonexistent/x.json --report -", "/nonexistent/x.json"),
    ("bench scan --from /dev/null --report -", "not complete JSON"),
    ("bench scan --type u7", "u32, i32, f32 or u64"),
    ("bench scan --op mul", "add, min or max"),
    ("bench scan --all=1", "all"),
    ("bench step --capacity 0", "out of range"),
    ("bench step --capacity 134217728", "out of range"),
    ("--capacity 0", "out of range"),
    ("--capacity -7", "not a whole number"),
    ("--capacity x", "not a whole number"),
    ("--capacity 1e9", "not a whole number"),
    ("--seed -1", "not a whole number"),
    ("--seed 4294967296", "out of range"),
    ("--density -1", "out of range"),
    ("--density many", "not a number"),
    ("--density inf", "out of range"),
    ("--frames 0", "out of range"),
    ("view --frames x", "not a whole number"),
    ("view --size 5x5", "no option --size"),
    ("render --size 0x10", "out of range"),
    ("render --size 10", "WIDTHxHEIGHT"),
    ("render --size 99999x10", "out of range"),
    ("render --sort-every 0", "out of range"),
    ("view --sort-every 61", "out of range"),
    ("render --sort maybe", "auto, off or on"),
    ("render --sort-bits 8", "16 or 32"),
    ("render --cull=1", "cull"),
    ("test --cull", "no option --cull"),
    ("render --fps 0", "out of range"),
    ("render --fps 1001", "out of range"),
    ("render nosucheffect --trace -", "nosucheffect"),
    ("render /nonexistent/effect.json --trace -", "/nonexistent/effect.json"),
    ("render /tmp --trace -", "/tmp"),
    ("render", "nothing to write"),
    ("render --trace - --start 0", "--start: 0 is out of range"),
    ("render --trace - --start x", "--start: 'x' is not a whole number"),
    ("render --trace - --start 301", "ends at frame 300"),
    ("render --trace - --start 2 --replay x --sort-every 2", "--sort-every"),
    ("view --start 2", "--start"),
    ("render --trace - --camera 30,12", "must be YAW,PITCH,DISTANCE or YAW,PITCH,DISTANCE,X,Y,Z"),
    ("render --trace - --camera 30,12,6,0,1", "must be YAW,PITCH,DISTANCE or"),
    ("render --trace - --camera 30,12,6,0,1,0,7", "must be YAW,PITCH,DISTANCE or"),
    ("render --trace - --camera 361,12,6", "--camera: yaw: 361 is out of range; from -360 to 360 is possible"),
    ("render --trace - --camera 30,89.5,6", "--camera: pitch: 89.5 is out of range; from -89 to 89"),
    ("render --trace - --camera 30,12,0", "--camera: distance: 0 is out of range; from 0.01 to 100000"),
    ("render --trace - --camera 30,12,6,0,1,2e6", "--camera: Z: 2e6 is out of range"),
    ("render --trace - --camera 30,12,6,nan,1,0", "--camera: X: nan is out of range"),
    ("render --trace - --camera 30,,6", "--camera: pitch: '' is not a number"),
    ("render --trace - --camera 30,12,6,0,1,", "--camera: Z: '' is not a number"),
    ("view --camera 1,2,3", "--camera"),
    ("render --trace - --supersample 0", "--supersample: 0 is out of range; from 1 to 4"),
    ("render --trace - --supersample 5", "--supersample: 5 is out of range; from 1 to 4"),
    ("render --trace - --supersample 4 --size 640x4097", "drawn with 2560x16388 pixels; a side may have 16384"),
    ("render --save-state /nonexistent/x.state", "/nonexistent/x.state"),
    ("render --save-state /", "directory"),
    ("render --save-state same --trace same", "both write"),
    ("render --load-state", "--load-state"),
    ("render --trace - --load-state /nonexistent/x.state", "/nonexistent/x.state"),
    ("render --trace - --load-state /dev/null", "regular file"),
    ("view --load-state /nonexistent/x.state", "/nonexistent/x.state"),
    ("view --save-state /nonexistent/x.state", "/nonexistent/x.state"),
    ("render --trace - --replay /nonexistent/x.rec", "/nonexistent/x.rec"),
    ("view --replay /nonexistent/x.rec", "/nonexistent/x.rec"),
    ("view --record /nonexistent/x.rec", "/nonexistent/x.rec"),
    ("view --record same --trace same", "both write"),
    ("render --record=x", "no option --record"),
    ("test --load-state=x", "no option --load-state"),
    ("render --output /nonexistent/x.png", "/nonexistent/x.png"),
    ("render --output x.gif", "x.gif"),
    ("render --trace - --device 99", "99"),
    ("list --device nosuchdevice", "nosuchdevice"),
    ("list --shaders /nonexistent", "/nonexistent"),
    ("fountain list", "a command comes first"),
    ("render --json - --trace -", "both write"),
    ("render --output - --json -", "both write"),
    ("list --json /nonexistent/x.json", "/nonexistent/x.json"),
    ("list --json /", "directory"),
    ("render --trace /nonexistent/x", "/nonexistent/x"),
    ("list --trace x", "--trace is an option of"),
    ("render --json --trace x", "needs a value"),
    ("render --trace-events /nonexistent/x", "/nonexistent/x"),
    ("render --trace-events /", "directory"),
    ("render --trace-events same --trace ./same", "both write"),
    ("view --trace-events same --record same", "both write"),
    ("view --trace-events /nonexistent/x", "/nonexistent/x"),
    ("test --trace-events x", "--trace-events is an option of"),
    ("render --seed 1 --seed 2", "--seed"),
    ("effect", "extract, check, strict or schema"),
    ("effect chek", "did you mean check"),
    ("effect check", "needs files"),
    ("effect check --output x", "no option --output"),
    ("effect strict", "needs a file"),
    ("effect schema --output /", "directory"),
    ("effect schema more", "one argument too many"),
    ("pack", "needs an effect"),
    ("pack fountian", "did you mean fountain"),
    ("pack fountain --output /", "directory"),
]


def winnow(*arguments, text=True, **keywords):
    return subprocess.run([WINNOW, *arguments], capture_output=True, text=text, timeout=LIMIT, **keywords)


def write_effect(folder, name, **keys):
    """Writes an effect of 500 particles, alive after 10 steps; returns its path."""
    path = os.path.join(folder, name + ".json")
    with open(path, "w") as file:
        json.dump({"format": 2, "name": name, "steps_per_second": 10,
                   "emitters": [{"rate": 500, "lifetime": [1, 1], "modules": [{"module": "jet"}]}], **keys}, file)
    return path


class BadInput(unittest.TestCase):
    def expect_bad(self, arguments, words):
        result = winnow(*arguments)
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
        self.assertIn(words, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_every_bad_command_line_is_one_line_and_status_2(self):
        for line, words in BAD:
            with self.subTest(line):
                self.expect_bad(line.split(), words)

    def test_control_characters_stay_on_the_line(self):
        self.expect_bad(["list", "a\nb\x1b[31m"], r"a\nb\x1b[31m")

    def test_empty_values(self):
        for option in ["--json", "--capacity", "--backend", "--sizes"]:
            with self.subTest(option):
                self.expect_bad(["test", option, ""], option)

    def test_options_given_twice_or_without_their_value(self):
        for line, reason in (("--size 1x1 --size 2x2", "--size is given more than once"), ("--frames", "--frames needs N")):
            with self.subTest(line):
                result = winnow("render", "fountain", *line.split())
                self.assertEqual(result.returncode, BAD_INPUT)
                self.assertEqual(result.stderr, f"winnow: winnow render: {reason}; see winnow render --help\n")

    def test_sizes_beyond_a_limit_name_it(self):
        for command in (["test", "scan"], ["bench", "scan"]):
            with self.subTest(command):
                result = winnow(*command, "--sizes", "4294967295")
                self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                self.assertRegex(result.stderr, r"\Awinnow: [^\n]*(GL_MAX_SHADER_STORAGE_BLOCK_SIZE|free)[^\n]*\n\Z")

    def test_full_disk_is_told(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for command in (["list"], ["man"], ["man", "--markdown"], ["effect", "schema"]):  # short and long
            with self.subTest(command), open("/dev/full", "w") as full:
                result = subprocess.run([WINNOW, *command], stdout=full, stderr=subprocess.PIPE, text=True,
                                        timeout=LIMIT)
                self.assertEqual(result.returncode, BAD_INPUT)
                self.assertEqual(result.stderr, "winnow: cannot write standard output: No space left on device\n")

    def test_messages_are_short_however_long_the_input(self):
        word, words = "x" * 100_000, "x y " * 25_000
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        effect = pathlib.Path(folder.name) / "e.json"
        texts = ['{"format": 2, "name": %s}', '{"format": 2, %s: 1}', '{"format": 2, "scenery": {"sky": %s}}',
                 '{"format": 2, "emitters": [{"modules": [{"module": %s}]}]}',
                 '{"format": 2, "emitters": [{"modules": [{"module": "size", %s: 1}]}]}',
                 '{"format": 2, "emitters": [{"modules": [{"module": "size", "diameter": %s}]}]}',
                 '{"format": 2, "emitters": [{"modules": [{"module": "image", "image": %s}]}]}',
                 '{"format": 2, "scenery": {"objects": [{"shape": "mesh", "mesh": %s}]}}']
        for long in (word, words):
            commands = [[long], ["--" + long], ["list", long], ["test", long], ["lab", long],
                        ["render", "fountain", "--frames", long], ["render", "fountain", "--size", long],
                        ["render", "fountain", "--frames", "1", "--trace", long], ["bench", "scan", "--sizes", long],
                        ["render", "fountain", "--set", long], ["effect", "check", long]]
            for command in commands:
                with self.subTest(command[:-1]):
                    self.expect_short(winnow(*command).stderr)
            for text in texts:
                with self.subTest(text):
                    effect.write_text(text % json.dumps(long))
                    self.expect_short(winnow("render", str(effect), "--frames", "1", "--trace", "-").stderr)

    def expect_short(self, message):
        self.assertRegex(message, r"\Awinnow: [^\n]+\n\Z")
        self.assertLess(len(message), 2100)
        self.assertNotIn("x" * 257, message)

    def test_success_is_not_told_before_all_is_written(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        result = winnow("render", "fountain", "--frames", "1", "--size", "32x32", "--capacity", "100", "--json", "/dev/full")
        self.assertEqual(result.returncode, BAD_INPUT)
        self.assertIn("/dev/full: No space left on device", result.stderr)
        self.assertEqual(result.stdout, "")


class Clashes(unittest.TestCase):
    """No output overwrites a file that the same command reads, under any name."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.effect = os.path.join(self.folder, "e.json")
        with open(self.effect, "w") as file:
            file.write('{"format": 2, "emitters": [{}]}')
        os.symlink("e.json", os.path.join(self.folder, "link.json"))
        os.link(self.effect, os.path.join(self.folder, "hard.json"))
        os.mkdir(os.path.join(self.folder, "sub"))
        os.mkdir(os.path.join(self.folder, "shaders"))
        shutil.copy(self.effect, os.path.join(self.folder, "shaders", "shared.h"))

    def expect_refused(self, line, reader):
        with open(self.effect) as file:
            before = file.read()
        result = winnow(*line.split(), cwd=self.folder)
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        self.assertRegex(result.stderr, r"\Awinnow: --[^\n]+ cannot write to [^\n]+\n\Z")
        self.assertIn(f"it is what {reader} reads", result.stderr)
        with open(self.effect) as file:
            self.assertEqual(file.read(), before)

    def test_an_effect_is_not_overwritten(self):
        for option in ("--json", "--trace", "--trace-events", "--save-state", "--output"):
            for name in ("e.json", "./sub/../e.json", "link.json", "hard.json"):
                with self.subTest(option=option, name=name):
                    self.expect_refused(f"render e.json --frames 1 {option} {name}", "EFFECT")
        self.expect_refused("render link.json --trace e.json", "EFFECT")
        self.expect_refused("view e.json --record hard.json", "EFFECT")
        self.expect_refused("--ui-map e.json e.json", "EFFECT")
        self.expect_refused("bench step --effect e.json --json e.json", "--effect")

    def test_other_inputs_are_not_overwritten(self):
        self.expect_refused("render --replay e.json --trace e.json", "--replay")
        self.expect_refused("view --load-state e.json --save-state link.json", "--load-state")
        self.expect_refused("bench --from e.json --report hard.json", "--from")
        self.expect_refused("effect extract e.json --output e.json", "STATE")
        self.expect_refused("effect check other.json e.json --json link.json", "FILE")
        self.expect_refused("effect strict e.json --output hard.json", "FILE")
        self.expect_refused("list --shaders shaders --json shaders/shared.h", "--shaders")

    def test_other_outputs_are_fine(self):
        result = winnow("render", "e.json", "--frames", "1", "--size", "8x8", "--output", ".", "--trace", os.devnull,
                        cwd=self.folder)
        self.assertEqual(result.returncode, FINE, result.stderr)
        # The name of a built-in effect is not a file name, even if a file of that name exists.
        os.rename(self.effect, os.path.join(self.folder, "rain"))
        result = winnow("render", "rain", "--frames", "1", "--trace", "rain", cwd=self.folder)
        self.assertEqual(result.returncode, FINE, result.stderr)


class EffectFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.effect = write_effect(self.folder, "mine")

    def read(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return file.read()

    def test_check_has_a_line_for_each_file(self):
        with open(os.path.join(self.folder, "bad.json"), "w") as file:
            file.write('{"format": 2,\n"emitters": [{"rate": -1}]}')
        result = winnow("effect", "check", "mine.json", "bad.json", "none.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (BAD_INPUT, "winnow: 2 of 3 files: not a valid effect\n"))
        fine, bad, none = result.stdout.splitlines()
        self.assertEqual(fine, "mine.json: fine")
        self.assertEqual(bad, "bad.json:2:15: /emitters/0/rate: must be 0 to 1e+09 births per second, not -1")
        self.assertTrue(none.startswith("none.json: no such effect or file"), none)
        with open(os.path.join(self.folder, "bad.json"), "w") as file:
            json.dump({"format": 2, "prewarm": -1, "view": {"yaw": 400}, "emitters": [{"rate": -1}] * 24}, file, indent=1)
        result = winnow("effect", "check", "bad.json", cwd=self.folder)
        self.assertEqual(result.returncode, BAD_INPUT)
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], "bad.json:3:2: /prewarm: must be 0 to 600 s, not -1")
        self.assertEqual(lines[1], "bad.json:5:3: /view/yaw: must be -360 to 360 degrees, not 400")
        self.assertEqual((len(lines), lines[-1]), (21, "bad.json: and 6 more"))
        render = winnow("render", "bad.json", "--frames", "1", cwd=self.folder)
        self.assertEqual(render.returncode, BAD_INPUT)
        self.assertEqual(render.stderr.count("\n"), 1, render.stderr)
        result = winnow("effect", "check", "mine.json", "mine.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (FINE, "mine.json: fine\n" * 2, ""))

    def test_check_writes_json(self):
        with open(os.path.join(self.folder, "bad.json"), "w") as file:
            file.write('{"format": 2,\n"emitters": [{"rate": -1, "lifetime": "x"}]}')
        result = winnow("effect", "check", "--json", "-", "bad.json", "mine.json", "none.json", cwd=self.folder)
        self.assertEqual(result.returncode, BAD_INPUT)
        bad, fine, none = json.loads(result.stdout)["files"]
        first = {"line": 2, "column": 15, "pointer": "/emitters/0/rate",
                 "message": "must be 0 to 1e+09 births per second, not -1"}
        second = {"line": 2, "column": 27, "pointer": "/emitters/0/lifetime", "message": "must be a list of 2 numbers, not \"x\""}
        self.assertEqual(bad, {"file": "bad.json", "fine": False, **first, "faults": [first, second]})
        self.assertEqual(fine, {"file": "mine.json", "fine": True, "replayable": True})
        self.assertEqual((none["line"], none["pointer"]), (None, ""))

    def test_a_packed_effect_needs_no_folder(self):
        folder = os.path.join(self.folder, "there")
        os.mkdir(folder)
        with open(os.path.join(self.folder, "drift.glsl"), "w") as file:
            file.write('/*{"name": "drift", "stage": "force", "does": "A test\'s."}*/\n'
                       "void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) { drag += 1.0; }\n")
        write_effect(self.folder, "mine", emitters=[{"rate": 500, "modules": [{"module": "jet"}, {"module": "drift"}]}])
        result = winnow("pack", "mine.json", "--output", "there/packed.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (FINE, "", ""))

        def last_hash(file, cwd):
            result = winnow("render", file, "--frames", "3", "--size", "32x32", "--output", "-", "--trace", "trace.jsonl", cwd=cwd,
                            text=False)
            self.assertEqual(result.returncode, FINE, result.stderr)
            with open(os.path.join(cwd, "trace.jsonl")) as lines:
                return json.loads(lines.readlines()[-1])["hash"]
        expected = last_hash("mine.json", self.folder)
        os.remove(os.path.join(self.folder, "drift.glsl"))
        self.assertEqual(winnow("effect", "check", "mine.json", cwd=self.folder).returncode, BAD_INPUT)
        self.assertEqual(last_hash("packed.json", folder), expected)
        self.assertEqual(winnow("pack", "fountain").stdout, winnow("pack", "fountain.json",
                                                                   cwd=os.path.join(os.path.dirname(__file__), "..", "..", "assets", "effects")).stdout)
        result = winnow("pack", "mine.json", "--output", "./mine.json", cwd=self.folder)
        self.assertEqual((result.returncode, "it is what EFFECT reads" in result.stderr), (BAD_INPUT, True), result.stderr)

    def test_strict_writes_json_without_comments(self):
        with open(os.path.join(self.folder, "free.json"), "w") as file:
            file.write('// mine\n{"format": 2, /* no */\n "name": "// no comment",\n}\n')
        self.assertEqual(winnow("effect", "check", "free.json", cwd=self.folder).returncode, FINE)
        result = winnow("effect", "strict", "free.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (FINE, ""))
        self.assertEqual(result.stdout, '{"format": 2,\n "name": "// no comment"\n}\n')
        self.assertEqual(winnow("effect", "strict", "fountain").stdout, winnow("effect", "strict", "fountain.json",
                         cwd=os.path.join(os.path.dirname(__file__), "..", "..", "assets", "effects")).stdout)
        with open(os.path.join(self.folder, "free.json"), "w") as file:
            file.write('{"format": 2} /* mine')
        result = winnow("effect", "strict", "free.json", "--output", "out.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr),
                         (BAD_INPUT, "winnow: free.json:1:15: the comment has no end; must have */\n"))
        self.assertFalse(os.path.exists(os.path.join(self.folder, "out.json")))

    def test_an_effect_that_cannot_be_replayed_is_said(self):
        with open(os.path.join(self.folder, "seen.json"), "w") as file:
            json.dump({"format": 2, "scenery": {"objects": [{"position": [0, 0.5, 0]}]},
                       "emitters": [{"modules": [{"module": "jet"}, {"module": "collide-depth"}]}]}, file)
        result = winnow("effect", "check", "seen.json", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (FINE, ""))
        self.assertRegex(result.stdout, r"\Aseen\.json: fine; collide-depth of .* cannot be replayed\n\Z")
        result = winnow("effect", "check", "--json", "-", "seen.json", cwd=self.folder)
        self.assertIs(json.loads(result.stdout)["files"][0]["replayable"], False)
        for option in ("--trace", "--save-state", "--json"):
            with self.subTest(option):
                result = winnow("render", "seen.json", "--frames", "2", option, "out", cwd=self.folder)
                self.assertEqual(result.returncode, FINE)
                self.assertRegex(result.stderr, r"\Awinnow: out: collide-depth of .* cannot be replayed\n\Z")

    def test_an_effect_may_name_its_schema(self):
        self.assertEqual(winnow("effect", "schema", "--output", "effect.schema.json", cwd=self.folder).returncode, FINE)
        schema = json.loads(self.read("effect.schema.json"))
        self.assertEqual(schema["$schema"], "http://json-schema.org/draft-07/schema#")
        with open(self.effect, "w") as file:
            file.write('{"$schema": "effect.schema.json", "format": 2}')
        self.assertEqual(winnow("effect", "check", "mine.json", cwd=self.folder).returncode, FINE)


class Answers(unittest.TestCase):
    def test_help_names_every_command(self):
        for arguments in (["--help"], ["-h"]):
            result = winnow(*arguments)
            self.assertEqual(result.returncode, FINE)
            for command in ("view", "test", "bench", "render", "list"):
                self.assertIn(command, result.stdout)
            self.assertEqual(result.stderr, "")

    def test_help_of_every_command(self):
        for command in ("view", "test", "bench", "render", "list"):
            result = winnow(command, "--help")
            self.assertEqual(result.returncode, FINE)
            self.assertIn("--gl-debug", result.stdout)
            self.assertEqual("--backend" in result.stdout, command != "list")

    def test_the_driver_reports_no_error(self):
        for arguments in (("list",), ("render", "smoke", "--trace", os.devnull, "--frames", "3", "--prewarm", "0.5"),
                          ("render", "fireworks", "--frames", "3", "--cull", "--sort", "on", "--sort-every", "2",
                           "--compaction", "fused", "--capacity", "20000", "--size", "64x64", "--output", "x.png")):
            with self.subTest(arguments=arguments), tempfile.TemporaryDirectory() as folder:
                result = winnow(*arguments, "--gl-debug", cwd=folder)
                self.assertEqual(result.returncode, FINE, result.stderr)
                self.assertNotIn("OpenGL error", result.stderr)
                self.assertNotIn("OpenGL undefined", result.stderr)

    def test_version(self):
        result = winnow("--version")
        self.assertEqual(result.returncode, FINE)
        self.assertRegex(result.stdout, r"\Awinnow \d+\.\d+\.\d+\n\Z")

    def test_list_json(self):
        result = winnow("list", "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        listing = json.loads(result.stdout)
        self.assertEqual(listing["schema"], 1)
        self.assertIn("fountain", [effect["name"] for effect in listing["effects"]])
        self.assertTrue(all(effect["replayable"] for effect in listing["effects"]))
        self.assertEqual([module["name"] for module in listing["modules"] if not module["replayable"]], ["collide-depth"])
        self.assertEqual([backend["name"] for backend in listing["backends"]], ["auto", "glsl", "cuda", "cpu"])
        for backend in listing["backends"]:
            self.assertEqual(backend["available"], backend["reason"] == "")
        self.assertIn("fountain", result.stderr)  # the table

    def test_list_says_where_each_scan_is_and_what_auto_is(self):
        listing = json.loads(winnow("list", "--json", "-").stdout)
        works = {backend["name"]: backend for backend in listing["backends"]}
        for axis in ("block_scans", "grid_strategies"):
            names = {row["name"] for row in listing[axis]} - {"auto"}
            for row in listing[axis]:
                self.assertEqual([here["name"] for here in row["backends"]], ["glsl", "cuda"])
                for here in row["backends"]:
                    with self.subTest(axis=axis, name=row["name"], backend=here["name"]):
                        self.assertEqual(here["available"], here["reason"] == "")
                        if not works[here["name"]]["available"]:
                            self.assertEqual(here["reason"], works[here["name"]]["reason"])
                        if row["name"] == "auto" and here["available"]:
                            self.assertIn(here["stands_for"], names)
                        else:
                            self.assertEqual(here["stands_for"], "")

    def test_list_table_is_on_stdout(self):
        result = winnow("list")
        self.assertEqual(result.returncode, FINE)
        self.assertIn("scan-then-propagate", result.stdout)
        self.assertEqual(result.stderr, "")


class HeadlessTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        devices = json.loads(winnow("list", "--json", "-").stdout)["gl_devices"]
        if not any(device["usable"] for device in devices):
            raise unittest.SkipTest("no OpenGL 4.5 device")

    def test_scan_json(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "checks.json")
            result = winnow("test", "scan", "--quick", "--sizes", "777", "--block", "blelloch", "--json", path)
            self.assertEqual(result.returncode, FINE, result.stdout + result.stderr)
            with open(path) as file:
                report = json.load(file)
            self.assertEqual(os.listdir(folder), ["checks.json"])
        self.assertEqual(report["schema"], 1)
        self.assertEqual(report["summary"]["failed"], 0)
        statuses = [check["status"] for check in report["checks"]]
        self.assertEqual(statuses.count("pass"), report["summary"]["passed"])
        self.assertEqual(statuses.count("skip"), report["summary"]["skipped"])
        self.assertIn(777, [check["count"] for check in report["checks"] if check["backend"] == "glsl"])
        for check in report["checks"]:
            self.assertEqual(check["status"] == "pass", check["reason"] == "")
        self.assertRegex(result.stdout, r"\d+ passed, 0 failed, \d+ skipped\n\Z")

    def test_scan_of_a_type_an_operator_and_a_pattern(self):
        result = winnow("test", "scan", "--quick", "--backend", "cpu", "--type", "f32", "--op", "max", "--pattern", "one",
                        "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        checks = json.loads(result.stdout)["checks"]
        self.assertEqual(checks[0]["name"], "scan, f32 max")
        self.assertEqual(len({check["name"] for check in checks}), 12)  # with all other types and operators
        self.assertEqual({check["status"] for check in checks}, {"pass"})

    def test_headless_is_test(self):
        result = winnow("--headless", "compact", "--quick", "--backend", "glsl", "--block", "blelloch", "--grid", "chained",
                        "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        names = {check["name"] for check in json.loads(result.stdout)["checks"] if check["status"] != "skip"}
        self.assertEqual(names, {f"compact, {name}" for name in ("staged", "bits", "fused", "atomic")})

    def test_draw_checks_light_and_covering_and_the_pictures_of_runs(self):
        result = winnow("test", "draw", "--quick", "--backend", "cpu", "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        names = {check["name"] for check in json.loads(result.stdout)["checks"]}
        for name in ("draw, light, half a pixel", "draw, covering, half a pixel", "draw, one picture, staged"):
            self.assertIn(name, names)

    def test_draw_fails_with_a_broken_shader(self):
        with tempfile.TemporaryDirectory() as folder:
            shaders = os.path.join(folder, "shaders")
            shutil.copytree(os.path.join(os.path.dirname(__file__), "..", "..", "shaders"), shaders)
            file = os.path.join(shaders, "render", "sprites", "sprite.glsl")
            with open(file, encoding="utf-8") as source:
                text = source.read()
            with open(file, "w", encoding="utf-8") as broken:
                broken.write(text.replace("STREAK_DIMS = 0.7", "STREAK_DIMS = 0.5"))
            result = winnow("test", "draw", "--quick", "--backend", "cpu", "--shaders", shaders)
            self.assertEqual(result.returncode, CHECK_FAILED, result.stderr)
            self.assertIn("FAILED: draw, light, streaks at random", result.stdout)

    def test_demanded_cuda_that_is_absent_is_status_3(self):
        backends = {row["name"]: row for row in json.loads(winnow("list", "--json", "-").stdout)["backends"]}
        if backends["cuda"]["available"]:
            self.skipTest("CUDA works here")
        for command in (["test"], ["bench"], ["bench", "frame"], ["render", "fountain", "--trace", "-"]):
            with self.subTest(command):
                result = winnow(*command, "--backend", "cuda")
                self.assertEqual(result.returncode, ABSENT, result.stderr)
                self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
                self.assertIn(backends["cuda"]["reason"], result.stderr)

    def test_a_block_scan_that_nothing_here_offers_is_status_3(self):
        listing = json.loads(winnow("list", "--json", "-").stdout)
        rows = {row["name"]: row for row in listing["block_scans"]}
        glsl = next(here for here in rows["subgroup"]["backends"] if here["name"] == "glsl")
        if glsl["available"]:
            self.skipTest("this OpenGL has subgroups")
        for command in (["test", "scan", "--quick"], ["bench", "scan", "--sizes", "1000"]):
            with self.subTest(command):
                result = winnow(*command, "--backend", "glsl", "--block", "subgroup")
                self.assertEqual(result.returncode, ABSENT, result.stderr)
                self.assertIn(glsl["reason"], result.stderr)

    def test_interrupt_is_a_clean_end(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "checks.json")
            process = subprocess.Popen([WINNOW, "test", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       text=True)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=LIMIT)
            self.assertEqual(process.returncode, INTERRUPTED, errors)
            self.assertEqual(os.listdir(folder), [])

    def test_render_is_a_function_of_its_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures, hashes = [], []
            for name, seed in (("a.png", "5"), ("b.png", "5"), ("c.png", "6")):
                path = os.path.join(folder, name)
                result = winnow("render", "--frames", "30", "--size", "160x90", "--seed", seed, "--output", path,
                                "--json", "-")
                self.assertEqual(result.returncode, FINE, result.stderr)
                with open(path, "rb") as file:
                    pictures.append(file.read())
                hashes.append(json.loads(result.stdout)["hash"])
            self.assertEqual(sorted(os.listdir(folder)), ["a.png", "b.png", "c.png"])
        self.assertTrue(pictures[0].startswith(b"\x89PNG"))
        self.assertEqual(pictures[0], pictures[1])
        self.assertEqual(hashes[0], hashes[1])
        self.assertNotEqual(hashes[0], hashes[2])
        self.assertNotEqual(pictures[0], pictures[2])

    def drawn(self, *arguments):
        """Returns how the frames were drawn, by the JSON; the messages on stderr; whether a CPU renders."""
        result = winnow("render", *arguments, "--frames", "2", "--size", "64x36", "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        report = json.loads(result.stdout)
        return report["draw"], re.findall("^winnow: (.*)$", result.stderr, re.M), report["device"]["software"]

    def test_render_says_how_it_drew(self):
        with tempfile.TemporaryDirectory() as folder:
            effect, picture = write_effect(folder, "few", prewarm=1), os.path.join(folder, "x.png")
            for method in ("tiles", "triangles", "auto"):
                with self.subTest(method):
                    drawn, messages, software = self.drawn(effect, "--draw", method, "--output", picture)
                    self.assertEqual(drawn, method if method != "auto" else "triangles" if software else "tiles")
                    self.assertEqual(messages, [])
            self.assertIsNone(self.drawn(effect, "--draw", "tiles")[0], "no frame is drawn without --output")

    def test_render_says_why_triangles_were_drawn_instead_of_tiles(self):
        with tempfile.TemporaryDirectory() as folder:
            drawn, messages, _ = self.drawn("smoke", "--prewarm", "0", "--draw", "tiles", "--capacity", "6M", "--output", os.path.join(folder, "out"))
            if drawn == "tiles":
                self.skipTest("this device has room for the tiles of six million particles")
            self.assertEqual(len(messages), 1, messages)  # once, not for each frame
            self.assertRegex(messages[0], "^drawn by triangles: [0-9]+ particles by tiles in .* exceeds this device's")

    def test_render_steps_as_time_goes(self):
        for fps, steps in ((25, 24), (60, 10), (144, 5)):  # 60 steps a second, up to the end of the step in which the tenth frame lies
            with self.subTest(fps):
                result = winnow("render", "--frames", "10", "--fps", str(fps), "--trace", "-")
                self.assertEqual(result.returncode, FINE, result.stderr)
                lines = [json.loads(line) for line in result.stdout.splitlines()]
                self.assertEqual([line["step"] for line in lines], list(range(1, steps + 1)))

    def trace(self, *arguments):
        result = winnow("render", *arguments, "--trace", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        return [(line["step"], line["hash"]) for line in map(json.loads, result.stdout.splitlines())]

    def test_a_saved_state_goes_on_exactly(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.state")
            whole = self.trace("--frames", "40", "--seed", "9", "--density", "0.3")
            begun = self.trace("--frames", "25", "--seed", "9", "--density", "0.3", "--save-state", path)
            self.assertEqual(os.listdir(folder), ["x.state"])
            for more in ([], ["--backend", "cpu"], ["--capacity", "200k"], ["fountain", "--seed", "9"]):
                with self.subTest(more):
                    self.assertEqual(begun + self.trace("--frames", "15", "--load-state", path, *more), whole)

    def test_a_state_saved_after_prewarming_is_of_the_same_effect(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.state")
            begun = self.trace("--frames", "2", "--prewarm", "0.2", "--save-state", path)
            resumed = self.trace("fountain", "--frames", "2", "--load-state", path)
            self.assertEqual(resumed[0][0], begun[-1][0] + 1)

    def test_a_state_of_something_else_or_damaged_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path, other = os.path.join(folder, "x.state"), os.path.join(folder, "other.json")
            self.trace("--frames", "9", "--save-state", path)
            with open(path, "rb") as file:
                state = file.read()
            with open(other, "w") as file:
                file.write('{"format": 2}')
            for broken, words in ((state[:-1], "cut short"), (b"x" + state[1:], "no saved state"),
                                  (state[:-9] + bytes([state[-9] ^ 1]) + state[-8:], "damaged"),
                                  (state[:8] + b"\3" + state[9:], "format 3")):
                broken_path = os.path.join(folder, "broken.state")
                with open(broken_path, "wb") as file:
                    file.write(broken)
                for command in ("render", "view"):
                    with self.subTest(words, command=command):
                        self.expect_refused([command, "--load-state", broken_path], words)
            for more, words in (([other], "it holds the effect"), (["--seed", "2"], "seed"), (["--density", "2"], "density"),
                                (["--capacity", "9"], "at least")):
                with self.subTest(words):
                    self.expect_refused(["render", "--load-state", path, *more], words)

    BEGIN = {"schema": 1, "recording": 1, "effect": {"format": 2, "emitters": [{"rate": 600, "lifetime": [0.1, 0.2], "modules": [{"module": "jet"}]}]},
             "seed": 4, "density": 1, "capacity": 500, "step": 0}
    INPUTS = [{"step": 5, "edit": {"pointer": "/simulation/capacity", "value": 20}},
              {"step": 20, "edit": {"pointer": "/effect/emitters/0/rate", "value": 60}},
              {"step": 25, "reset": True}, {"step": 30, "end": True}]

    def recording(self, folder, *lines):
        path = os.path.join(folder, "x.rec")
        with open(path, "w") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        return path

    def test_a_recording_is_done_again_without_a_window(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.recording(folder, self.BEGIN, *self.INPUTS)
            result = winnow("render", "--replay", path, "--trace", "-")
            self.assertEqual(result.returncode, FINE, result.stderr)
            lines = [json.loads(line) for line in result.stdout.splitlines()]
            again = self.trace("--replay", path, "--backend", "cpu")
        self.assertEqual([line["step"] for line in lines], [*range(1, 26), *range(1, 31)])
        self.assertEqual([line["born"] for line in lines[:4]], [10] * 4)
        self.assertTrue(all(line["alive"] <= 20 for line in lines[5:]))
        self.assertEqual(lines[21]["born"] + lines[21]["dropped"], 1)  # a tenth of the rate
        self.assertEqual(again, [(line["step"], line["hash"]) for line in lines])

    def test_a_replay_of_another_length_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.recording(folder, self.BEGIN, *self.INPUTS)
            for frames, words in (([], ""), (["--frames", "20"], "not all was done again"), (["--frames", "55"], ""),
                                  (["--frames", "70"], "the recording ends after step 30; the run went on to step 45")):
                with self.subTest(frames):
                    result = winnow("render", "--replay", path, "--trace", os.devnull, *frames)
                    self.assertEqual(result.returncode, FINE, result.stderr)
                    said = [line for line in result.stderr.splitlines() if "births dropped" not in line]
                    self.assertEqual(len(said), 1 if words else 0, result.stderr)
                    self.assertIn(words, result.stderr)

    def test_a_film_without_a_frame_replaces_nothing(self):
        at_once = {"step": 0, "end": True}
        refused_here = {"step": 0, "edit": {"pointer": "/simulation/capacity", "value": 2**27 - 1}}
        with tempfile.TemporaryDirectory() as folder:
            film = os.path.join(folder, "x.mp4" if shutil.which("ffmpeg") else "frames")
            for lines, words in (([self.BEGIN, at_once], "ends before its first frame"),
                                 ([self.BEGIN, refused_here, dict(at_once, step=60)], "x.rec: after step 0")):
                if film.endswith(".mp4"):
                    with open(film, "w") as file:
                        file.write("a good film")
                with self.subTest(words):
                    result = winnow("render", "--replay", self.recording(folder, *lines), "--output", film)
                    self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                    self.assertIn(words, result.stderr)
                    if film.endswith(".mp4"):
                        with open(film) as file:
                            self.assertEqual(file.read(), "a good film")

    def test_recordings_that_are_wrong_or_of_something_else_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            whole = [self.BEGIN, *self.INPUTS]
            later = dict(self.BEGIN, step=3)
            bad_edit = {"step": 9, "edit": {"pointer": "/effect/emitters/7/rate", "value": 1}}
            for lines, more, words in ((whole[:-1], [], "cut short"), ([{}], [], "no recording"),
                                       ([later, *self.INPUTS], [], "--load-state"),
                                       ([self.BEGIN, bad_edit], [], "x.rec:2"),
                                       ([dict(self.BEGIN, recording=9)], [], "format 9"),
                                       (whole, ["fountain"], "it holds the effect"), (whole, ["--seed", "1"], "seed")):
                path = self.recording(folder, *lines)
                for command in ("render", "view"):
                    with self.subTest(words, command=command):
                        self.expect_refused([command, "--replay", path, *more], words)

    def expect_refused(self, arguments, words):
        result = winnow(*arguments, "--trace", "-")
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
        self.assertIn(words, result.stderr)

    def test_render_to_a_directory(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "new")
            result = winnow("render", "--frames", "3", "--size", "64x64", "--output", out)
            self.assertEqual(result.returncode, FINE, result.stderr)
            self.assertEqual(sorted(os.listdir(out)), [f"frame_{i:05d}.png" for i in (1, 2, 3)])

    def frames_of(self, folder, *arguments):
        """Adds a film, or a range of it, to the folder; returns the bytes of all files there by name."""
        result = winnow("render", *arguments, "--output", folder)
        self.assertEqual(result.returncode, FINE, result.stderr)
        return self.files_in(folder)

    def files_in(self, folder):
        return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}

    def test_ranges_of_a_film_join_exactly(self):
        """Sorting every fourth frame, a frame looks as the one that was sorted before it in the whole film has it."""
        for effect, more in (("fountain", ["--fps", "25", "--density", "0.02"]),
                             ("smoke", ["--density", "0.3", "--prewarm", "0.5", "--sort-every", "4"])):
            with self.subTest(effect), tempfile.TemporaryDirectory() as folder:
                film = [effect, "--size", "96x54", *more]
                whole = self.frames_of(os.path.join(folder, "whole"), *film, "--frames", "13")
                self.assertEqual(len(set(whole.values())), 13, "no two frames are alike")
                ranges = os.path.join(folder, "ranges")
                for start, count in (("7", "4"), ("1", "6"), ("11", "3")):
                    joined = self.frames_of(ranges, *film, "--start", start, "--frames", count)
                self.assertEqual(sorted(joined), [f"frame_{i:05d}.png" for i in range(1, 14)])
                self.assertEqual(joined, whole)

    def test_modules_of_the_configuration_are_listed_and_in_the_schema(self):
        with tempfile.TemporaryDirectory() as folder:
            modules = pathlib.Path(folder, "winnow", "modules")
            modules.mkdir(parents=True)
            own = modules / "own.glsl"
            own.write_text('/*{"name": "own", "stage": "force", "does": "Does nothing.", "parameters": {'
                           '"reach": {"type": "number", "does": "A number."}}}*/\n'
                           'void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {}\n')
            (modules / "faulty.glsl").write_text("no head")
            environment = dict(os.environ, XDG_CONFIG_HOME=folder)
            listed = winnow("list", "--json", "-", env=environment)
            self.assertEqual(listed.returncode, FINE, listed.stderr)
            rows = {row["name"]: row for row in json.loads(listed.stdout)["modules"]}
            self.assertEqual(rows["own"], {"name": "own", "stage": "force", "does": "Does nothing.",
                                           "replayable": True, "file": str(own)})
            self.assertIsNone(rows["drag"]["file"])
            self.assertRegex(winnow("list", env=environment).stdout, "faulty +refused +.*faulty.glsl:1:1: must begin")
            schema = winnow("effect", "schema", env=environment)
            self.assertEqual(schema.returncode, FINE)
            self.assertIn("reach", json.loads(schema.stdout)["definitions"]["module-own"]["properties"])
            self.assertRegex(schema.stderr, r"\Awinnow: left out of the schema: [^\n]*faulty.glsl:1:1: [^\n]+\n\Z")
            self.assertNotIn("module-own", winnow("effect", "schema").stdout)

    def orbited(self, folder):
        """Returns the arguments of a film of an effect that the camera circles."""
        effect = write_effect(folder, "orbited", prewarm=0.5, view={"distance": 5, "orbit": 40, "sway": 30})
        return [effect, "--size", "96x54", "--fps", "25"]

    def test_an_interrupted_film_goes_on_where_it_ended(self):
        """Only whole frames are left behind, which are those of the whole film."""
        with tempfile.TemporaryDirectory() as folder:
            film = self.orbited(folder)
            whole = self.frames_of(os.path.join(folder, "whole"), *film, "--frames", "60")
            part = os.path.join(folder, "part")
            process = subprocess.Popen([WINNOW, "render", *film, "--frames", "100000", "--output", part],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            started = time.monotonic()
            while time.monotonic() < started + LIMIT and not (os.path.isdir(part) and len(os.listdir(part)) > 5):
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=LIMIT)
            self.assertEqual(process.returncode, INTERRUPTED, errors)
            done = len(self.files_in(part))
            self.assertGreater(done, 5)
            rest = max(60 - done, 1)
            joined = self.frames_of(part, *film, "--start", str(done + 1), "--frames", str(rest))
            self.assertEqual(sorted(joined), [f"frame_{i:05d}.png" for i in range(1, done + rest + 1)])
            self.assertEqual({name: joined[name] for name in whole}, whole)

    def test_a_film_goes_on_from_a_saved_state(self):
        with tempfile.TemporaryDirectory() as folder:
            film, state = self.orbited(folder), os.path.join(folder, "state")
            whole = self.frames_of(os.path.join(folder, "whole"), *film, "--frames", "11")
            self.frames_of(os.path.join(folder, "part"), *film, "--frames", "6", "--save-state", state)
            rest = self.frames_of(os.path.join(folder, "rest"), "--load-state", state, *film[1:], "--frames", "5")
            self.assertEqual([rest[name] for name in sorted(rest)], [whole[name] for name in sorted(whole)[6:]])

    def test_the_camera_orbits_unless_another_is_chosen(self):
        with tempfile.TemporaryDirectory() as folder:
            def last(name, *arguments, frames=60, fps=60, **view):
                path = os.path.join(folder, "x.png")
                effect = write_effect(folder, name, view={"yaw": 20, **view})
                result = winnow("render", effect, "--frames", str(frames), "--fps", str(fps), "--size", "96x54",
                                "--output", path, *arguments)
                self.assertEqual(result.returncode, FINE, result.stderr)
                return pathlib.Path(path).read_bytes()

            self.assertEqual(last("a", orbit=30), last("b", yaw=50))
            between = {"frames": 6, "fps": 25}  # 2.4 steps
            self.assertEqual(last("g", orbit=50, **between), last("h", yaw=32, **between), "it moves between steps")
            self.assertNotEqual(last("c", orbit=30, sway=10), last("d", yaw=50))
            still = last("e", yaw=20)
            self.assertEqual(last("f", "--camera=20,12,6", orbit=30), still)

    def test_ranges_join_where_particles_collide_with_what_is_seen(self):
        """The frames before the range are drawn, because steps depend on them."""
        with tempfile.TemporaryDirectory() as folder:
            effect = os.path.join(folder, "seen.json")
            with open(effect, "w") as file:
                json.dump({"format": 2, "scenery": {"objects": [{"position": [0, 0.5, 0]}]}, "emitters": [
                    {"rate": 3000, "position": [0, 1.2, 0], "modules": [
                        {"module": "ball", "radius": 0.3}, {"module": "jet", "direction": [0, -1, 0], "speed": 3},
                        {"module": "collide-depth"}]}]}, file)
            film = [effect, "--size", "96x54"]
            whole = self.frames_of(os.path.join(folder, "whole"), *film, "--frames", "25")
            last = self.frames_of(os.path.join(folder, "range"), *film, "--start", "25", "--frames", "1")
            self.assertEqual(last, {"frame_00025.png": whole["frame_00025.png"]})
            image = os.path.join(folder, "last.png")
            self.assertEqual(winnow("render", *film, "--frames", "25", "--output", image).returncode, FINE)
            with open(image, "rb") as file:
                self.assertEqual(file.read(), whole["frame_00025.png"])

    def test_the_camera_is_that_of_an_effect_with_this_view(self):
        with tempfile.TemporaryDirectory() as folder:
            def picture(name, *arguments, **keys):
                path = os.path.join(folder, "x.png")
                effect = write_effect(folder, name, **keys)
                result = winnow("render", effect, "--frames", "9", "--size", "96x54", "--output", path, *arguments)
                self.assertEqual(result.returncode, FINE, result.stderr)
                return pathlib.Path(path).read_bytes()

            view = {"target": [1, 2, 3], "distance": 9, "yaw": -70, "pitch": 5}
            other = {"target": [0, 1, 0], "distance": 5, "yaw": 10, "pitch": 20}
            expected = picture("a", view=view)
            self.assertEqual(picture("b", "--camera", "-70,5,9,1,2,3", view=other), expected)
            self.assertEqual(picture("c", "--camera=-70,5,9", view={**other, "target": [1, 2, 3]}), expected)
            self.assertNotEqual(picture("d", view=other), expected)

    def test_supersampling_changes_pixels_but_not_the_size(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures = []
            for number in ("1", "3", "3"):
                path = os.path.join(folder, "x.png")
                result = winnow("render", "--start", "30", "--frames", "1", "--size", "50x31", "--supersample", number,
                                "--output", path)
                self.assertEqual(result.returncode, FINE, result.stderr)
                pictures.append(pathlib.Path(path).read_bytes())
                self.assertEqual(struct.unpack(">II", pictures[-1][16:24]), (50, 31))
            self.assertNotEqual(pictures[0], pictures[1])
            self.assertEqual(pictures[1], pictures[2])

    def test_transparent_frames_have_alpha(self):
        with tempfile.TemporaryDirectory() as folder:
            for more in ([], ["--supersample", "2"], ["--draw", "tiles"]):
                film = ["--size", "64x36", "--density", "0.1", *more]
                for effect, kind in (("fountain", 2), ("fountain", 6), ("smoke", 6)):
                    out = os.path.join(folder, "out")
                    transparent = ["--transparent"] if kind == 6 else []
                    files = self.frames_of(out, effect, *film, "--start", "60", "--frames", "1", *transparent)
                    png = files["frame_00060.png"]
                    self.assertEqual(png[25], kind, "the colour type of a PNG: 2 is RGB, 6 is RGBA")

    def test_what_the_view_makes_of_the_picture_can_be_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            effect = os.path.join(folder, "graded.json")
            with open(effect, "w") as file:
                json.dump({"format": 2, "view": {"grading": {"tint": [1, 0.2, 1]}, "path": [
                    {"position": [0, 1, 6]}, {"time": 1, "position": [6, 1, 0], "cut": True}]},
                    "emitters": [{"rate": 500}]}, file)

            def picture(*options):
                path = os.path.join(folder, "x.png")
                result = winnow("render", effect, "--start", "50", "--frames", "1", "--size", "64x36", "--output", path, *options)
                self.assertEqual(result.returncode, FINE, result.stderr)
                return pathlib.Path(path).read_bytes()
            pictures = {picture(*options) for options in (
                [], ["--no-bloom"], ["--no-vignette"], ["--no-grading"], ["--camera", "0,0,4"])}
            self.assertEqual(len(pictures), 5, "each changes the picture")
            self.assertEqual(picture("--transparent"),
                             picture("--transparent", "--no-bloom", "--no-vignette", "--no-grading"))

    def test_without_frames_a_range_goes_to_the_end(self):
        with tempfile.TemporaryDirectory() as folder:
            effect = write_effect(folder, "few")
            report = winnow("render", effect, "--fps", "2", "--start", "8", "--size", "64x36", "--output", "-", "--json",
                            os.path.join(folder, "x.json"), text=False)
            self.assertEqual(report.stdout.count(b"IEND"), 3)
            with open(os.path.join(folder, "x.json")) as file:
                report = json.load(file)
            self.assertEqual((report["start"], report["frames"], report["steps"]), (8, 3, 50))

    def test_a_range_behind_the_end_of_a_recording_replaces_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = self.recording(folder, self.BEGIN, {"step": 20, "end": True})
            out = os.path.join(folder, "out")
            result = winnow("render", "--replay", path, "--start", "21", "--size", "64x36", "--output", out)
            self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
            self.assertIn("ends before its frame 21", result.stderr)
            self.assertFalse(os.path.exists(out))

    def test_an_interrupted_film_is_resumed_by_its_start(self):
        film = ["--size", "96x54", "--density", "0.02"]
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out")
            process = subprocess.Popen([WINNOW, "render", *film, "--frames", "1M", "--output", out], stderr=subprocess.PIPE,
                                       text=True)
            while not (os.path.isdir(out) and len(os.listdir(out)) > 3) and process.poll() is None:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=LIMIT)
            self.assertEqual(process.returncode, INTERRUPTED, errors)
            kept = self.files_in(out)
            self.assertEqual(sorted(kept), [f"frame_{i:05d}.png" for i in range(1, len(kept) + 1)])
            resumed = self.frames_of(out, *film, "--start", str(len(kept) + 1), "--frames", "4")
            whole = self.frames_of(os.path.join(folder, "whole"), *film, "--frames", str(len(kept) + 4))
            self.assertEqual(resumed, whole)

    def test_interrupted_render_leaves_nothing(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen([WINNOW, "render", "--frames", "1M", "--output", os.path.join(folder, "x.png"),
                                            "--trace", os.path.join(folder, "x.jsonl")],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                while not os.listdir(folder) and process.poll() is None:
                    time.sleep(0.1)
                time.sleep(0.5)
                process.send_signal(number)
                _, errors = process.communicate(timeout=LIMIT)
                self.assertEqual(process.returncode, INTERRUPTED, errors)
                self.assertEqual(os.listdir(folder), [])

    def test_a_folder_that_cannot_be_written_is_told_before_the_work(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "winnow")
            shutil.copy(WINNOW, program)
            os.chmod(folder, 0o555)
            nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
            for option in ("--output=x.png", "--output=x.mp4", "--output=.", "--output=new", "--json=x", "--trace=x",
                           "--save-state=x"):
                with self.subTest(option):
                    begun = time.monotonic()
                    result = subprocess.run([program, "render", "--frames", "100k", "--size", "64x64", option], cwd=folder,
                                            capture_output=True, text=True, timeout=LIMIT, **nobody)
                    self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
                    self.assertRegex(result.stderr, r"\Awinnow: cannot write [^\n]+\n\Z")
                    self.assertLess(time.monotonic() - begun, 30)
            os.chmod(folder, 0o755)

    def test_bench_scan_json(self):
        result = winnow("bench", "scan", "--sizes", "1000", "--runs", "20", "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["schema"], 2)
        self.assertEqual(result.stdout.count("\n    ["), len(report["rows"]))  # each in its line
        self.assertRegex(report["date"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")
        rows = {row["name"]: row for row in rows_of(report)}
        self.assertEqual(rows["glsl copy"]["kind"], "copy")
        for name in ("glsl", "cpu"):
            self.assertGreaterEqual(rows[name]["runs"], 20)
            self.assertGreater(rows[name]["gb_per_s"], 0)

    def test_few_runs_are_marked(self):
        for runs, few in ((1, True), (20, False)):
            with self.subTest(runs):
                result = winnow("bench", "frame", "--capacity", "2000", "--backend", "glsl", "--runs", str(runs), "--json", "-")
                self.assertEqual(result.returncode, FINE, result.stderr)
                report = json.loads(result.stdout)
                self.assertEqual((report["runs"], report["few_runs"]), (runs, few))
                self.assertEqual({row["runs"] for row in rows_of(report)}, {runs})
                self.assertEqual("Fewer than 20 samples: " in result.stderr, few)

    def test_bench_scan_report_is_remade_from_its_json(self):
        with tempfile.TemporaryDirectory() as folder:
            kept, page, again = (os.path.join(folder, name) for name in ("kept.json", "page.html", "again.html"))
            result = winnow("bench", "scan", "--sizes", "1000,2000", "--runs", "20", "--json", kept, "--report", page)
            self.assertEqual(result.returncode, FINE, result.stderr)
            result = winnow("bench", "scan", "--from", kept, "--report", again)
            self.assertEqual((result.returncode, result.stdout), (FINE, ""))
            self.assertEqual("libjs-chart.js" in result.stderr, result.stderr != "")  # says only: no charts
            with open(page) as first, open(again) as second:
                text = first.read()
                self.assertEqual(text, second.read())
            self.assertEqual(sorted(os.listdir(folder)), ["again.html", "kept.json", "page.html"])
        self.assertTrue(text.startswith("<!doctype html>"))
        self.assertTrue(text.endswith("</html>\n"))

    def test_bench_scan_applies_type_and_op_to_every_row(self):
        result = winnow("bench", "scan", "--sizes", "1000", "--runs", "20", "--type", "i32", "--op", "min", "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual((report["type"], report["op"]), ("i32", "min"))
        self.assertEqual({(row["type"], row["op"]) for row in rows_of(report)}, {("i32", "min")})
        self.assertIn({"what": "glsl naive", "reason": "the naive scan only adds"}, report["left_out"])

    def test_every_bench_is_remade_from_its_json(self):
        for words in ("compact --sizes 2000 --survivors 0,50", "sort --sizes 2000 --key-bits 16", "cull --sizes 2000", "frame --sizes 2000",
                      "draw --effect few.json --frame 64x36"):
            with self.subTest(words), tempfile.TemporaryDirectory() as folder:
                words = words.replace("few.json", write_effect(folder, "few"))
                kept, page, again = (os.path.join(folder, name) for name in ("kept.json", "page.html", "again.html"))
                command = ["bench", *words.split(), "--backend", "glsl", "--runs", "20", "--json", kept, "--report", page]
                result = winnow(*command)
                self.assertEqual(result.returncode, FINE, result.stderr)
                with open(kept) as file:
                    self.assertEqual(json.load(file)["topic"], command[1])
                result = winnow("bench", command[1], "--from", kept, "--report", again)
                self.assertEqual((result.returncode, result.stdout), (FINE, ""), result.stderr)
                with open(page) as first, open(again) as second:
                    self.assertEqual(first.read(), second.read())
                result = winnow("bench", "scan", "--from", kept, "--report", again)
                self.assertEqual(result.returncode, BAD_INPUT)
                self.assertIn("it has results of winnow bench " + command[1], result.stderr)

    def test_bench_frame_keeps_the_capacity_filled(self):
        result = winnow("bench", "frame", "--capacity", "5000", "--backend", "glsl", "--runs", "20", "--json", "-")
        self.assertEqual(result.returncode, FINE, result.stderr)
        rows = rows_of(json.loads(result.stdout))
        self.assertTrue(rows)
        for row in rows:
            self.assertGreater(row["alive"], 4800)
            self.assertGreater(row["died"], 20)
            self.assertLess(row["died"], 100)
            self.assertLessEqual(row["memory_bytes"], 5000 * (2 * 48 + 32))
            self.assertTrue(row["passes"])


if __name__ == "__main__":
    unittest.main()
