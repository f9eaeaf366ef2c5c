#!/usr/bin/env python3
"""winnow lab from outside: lab_test.py WINNOW. Checks what it prints and writes, and one line for every bad input."""
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
SHADERS = os.path.join(os.path.dirname(__file__), "../../shaders")
FINE, BAD_INPUT, ABSENT = 0, 2, 3
LIMIT = 60  # seconds

# Arguments, and a part of the line that stderr must have.
BAD = [
    ("brent-king", "there is no lesson 'brent-king' (did you mean brent-kung?)"),
    ("xyz", "winnow lab lists them"),
    ("kogge-stone more", "one argument too many"),
    ("kogge-stone --op ad", "did you mean add?"),
    ("kogge-stone --op divide", "add, multiply, min, max, last, first-nonzero, affine, segmented-add or subtract"),
    ("vote-scan-compact --op max", "the operator of vote-scan-compact is add, not max"),
    ("estimate --op max", "the operator of estimate is add, not max"),
    ("overflow --op min", "the operator of overflow is add, not min"),
    ("divide --threads 3", "--threads is for"),
    ("brent-kung --resident 2", "--resident is for look-back, block-deadlock"),
    ("look-back --resident 0", "from 1 to 64"),
    ("look-back --resident 65", "from 1 to 64"),
    ("look-back --latency 0", "from 1 to 8"),
    ("look-back --latency 9", "from 1 to 8"),
    ("brent-kung --latency 2", "--latency is for"),
    ("look-back --leaves 64", "--leaves is for banks-none, banks-padded or banks-two-level, not for look-back"),
    ("banks-none --leaves 1000", "1000 is not a power of two"),
    ("banks-none --leaves 1", "from 2 to 8192"),
    ("banks-none --leaves 16384", "from 2 to 8192"),
    ("banks-none --type f32", "u32 or u64"),
    ("kogge-stone --type u64", "--type is for"),
    ("banks-none --values 1,2", "--values is for all lessons but banks-none, banks-padded or banks-two-level"),
    ("banks-none --n 8", "--n is for"),
    ("banks-none --op max", "--op is for"),
    ("tree-per-output --n 17", "from 1 to 16"),
    ("look-back --n 65 --counts", "look-back takes at most 64 values"),
    ("chained --show sums", "values, ranges or both"),
    ("look-back --show ranges", "a lane of look-back is a tile"),
    ("estimate --show both", "a lane of estimate is a particle"),
    ("brent-kung --layout dept", "did you mean depth?"),
    ("hierarchical --layout depth", "one whole array, not for hierarchical"),
    ("banks-none --layout depth", "one whole array"),
    ("--show ranges", "--show needs a lesson"),
    ("--idle", "--idle needs a lesson"),
    ("kogge-stone --n 0", "from 1 to 1024"),
    ("kogge-stone --n 65", "from 1 to 64, or to 1024 with --counts"),
    ("kogge-stone --n 1025 --counts", "from 1 to 1024"),
    ("kogge-stone --counts --svg -", "--counts"),
    ("kogge-stone --processors 0", "from 1 to"),
    ("--counts", "--counts needs a lesson"),
    ("kogge-stone --n -1", "not a whole number"),
    ("kogge-stone --n 99999999999999999999", "out of range"),
    ("kogge-stone-race --n 1", "needs at least 2 values, not 1"),
    ("reduction-sequential --values 1", "needs at least 2 values, not 1"),
    ("kogge-stone --n 4 --values 1,2", "--n"),
    ("kogge-stone --values", "--values"),
    ("kogge-stone --values 1,,2", "'' is not a whole number"),
    ("kogge-stone --values 1,two", "'two' is not a whole number"),
    ("kogge-stone --values 1.5", "'1.5' is not a whole number"),
    ("kogge-stone --values nan", "'nan' is not a whole number"),
    ("kogge-stone --values 2147483648", "2147483648 is out of range; from -2147483648 to 2147483647"),
    ("kogge-stone --values 1,-99999999999999999999", "out of range"),
    ("kogge-stone --values " + "1," * 64 + "1", "65 values are too many; kogge-stone shows at most 64"),
    ("kogge-stone --values 2:3,1:-1", "add works on single words, and 2:3 is a pair"),
    ("kogge-stone --op affine --values 2:3,4", "affine works on pairs such as 2:1, and 4 is a single word"),
    ("kogge-stone --values 2:3,4 --op affine", "4 is a single word"),
    ("kogge-stone --op affine --values 2:3:4", "'3:4' is not a whole number"),
    ("kogge-stone --op affine --values 2:,1:1", "'' is not a whole number"),
    ("kogge-stone --op affine --values 2147483648:1", "2147483648 is out of range"),
    ("segmented-scan --values 1:5,2:1", "the flag of 2:1 is neither 0 nor 1"),
    ("segmented-scan --op affine", "the operator of segmented-scan is segmented-add, not affine"),
    ("quicksort --op min", "the operator of quicksort is add, not min"),
    ("recurrence --values 1,2", "affine works on pairs"),
    ("polynomial --values 2", "polynomial needs at least 2 values, not 1"),
    ("histogram --values 3,-1", "the key -1 is out of range; from 0 to 63"),
    ("histogram --values 64", "the key 64 is out of range"),
    ("radix-sort --values 3,-1", "-1 is negative"),
    ("string-comparison --values one", "'one' is not two strings with one comma between them"),
    ("string-comparison --values a,b,c", "is not two strings"),
    ("string-comparison --values ,", "needs at least 1 value, not 0"),
    ("string-comparison --values a,\u00e4", "not printable ASCII"),
    ("string-comparison --values a," + "b" * 65, "65 values are too many"),
    ("string-comparison --op last", "the operator of string-comparison is first-nonzero, not last"),
    ("tree-depths --values 0", "the parent of node 0 is 0; it must be a node before it, or -1 for a root"),
    ("tree-depths --values -1,0,5", "the parent of node 2 is 5"),
    ("tree-depths --values -1,-2", "the parent of node 1 is -2"),
    ("subtree-sizes --values -1,1", "the parent of node 1 is 1"),
    ("subtree-sizes --op max", "the operator of subtree-sizes is add, not max"),
    ("tree-depths --n 33", "33 is out of range for tree-depths; from 1 to 32, or to 1024 with --counts"),
    ("kogge-stone --frame 9", "has frames 0 to 3"),
    ("kogge-stone --frame x", "'x' is not"),
    ("kogge-stone --frame -1", "'-1' is not"),
    ("kogge-stone --threads 4", "--threads is for three-phase, coarsened-tree, hierarchical, chained or chained-no-fence, not for kogge-stone"),
    ("three-phase --threads 0", "from 1 to 64"),
    ("--values 1,2", "--values needs a lesson"),
    ("--svg -", "--svg needs a lesson"),
    ("kogge-stone --svg - --json -", "both write"),
    ("kogge-stone --svg - --png -", "cannot both write"),
    ("kogge-stone --png /nonexistent/x.png", "/nonexistent/x.png"),
    ("kogge-stone --counts --png x.png", "--counts"),
    ("kogge-stone --verify --png x.png", "--png"),
    ("--png x.png", "--png needs a lesson"),
    ("kogge-stone --device 0", "--device needs --verify, --trace or --png"),
    ("kogge-stone --gl-debug", "--gl-debug needs --verify, --trace or --png"),
    ("kogge-stone --svg /nonexistent/x.svg", "/nonexistent/x.svg"),
    ("kogge-stone --json /nonexistent/x.json", "/nonexistent/x.json"),
    ("kogge-stone --sv x", "did you mean --svg?"),
    ("kogge-stone --backend glsl", "--verify"),
    ("kogge-stone --verify --backend x", "--backend: there is no 'x'; it is one of auto, glsl or cuda"),
    ("kogge-stone --verify --backend cpu", "it is one of auto, glsl or cuda"),
    ("kogge-stone-race --verify", "kogge-stone-race has no teaching kernel: what a race computes depends on"),
    ("kogge-stone --verify --op affine", "the teaching kernels work on single words, and affine works on pairs"),
    ("kogge-stone --verify --n 65", "from 1 to 64"),
    ("kogge-stone --verify --device no-such-gpu", "no-such-gpu"),
    ("kogge-stone --verify --shaders /nonexistent", "/nonexistent"),
    ("kogge-stone --verify --json /nonexistent/x.json", "/nonexistent/x.json"),
    ("kogge-stone --verify --svg -", "--svg"),
    ("--verify --values 1,2", "--values needs a lesson"),
    ("--listing glsl", "--listing needs a lesson"),
    ("kogge-stone --listing hlsl", "--listing: there is no 'hlsl'"),
    ("kogge-stone --listing glsl --frame 9", "has frames 0 to 3"),
    ("kogge-stone --listing glsl --verify", "--verify"),
    ("kogge-stone-race --listing cuda", "kogge-stone-race has no teaching kernel"),
    ("look-back --verify", "the rows of look-back are those of a model; --trace shows what its kernel did"),
    ("look-back --backend glsl", "--backend needs --verify or --trace"),
    ("--device 0", "--device needs --verify, --trace or --png"),
    ("--trace", "--trace needs a lesson"),
    ("chained --trace", "chained has no kernel that leaves a trace; look-back has"),
    ("look-back --trace --op segmented-add", "the teaching kernels work on single words"),
    ("look-back --trace --n 65", "from 1 to 64"),
    ("look-back --trace --resident 3", "--resident excludes --trace"),
    ("look-back --trace --verify", "--verify excludes --trace"),
    ("look-back --trace --frame 999", "has frames 0 to"),
    ("look-back --trace --svg /nonexistent/x.svg", "/nonexistent/x.svg"),
    ("look-back --trace --device no-such-gpu", "no-such-gpu"),
]


def lab(*arguments):
    return subprocess.run([WINNOW, "lab", *arguments], capture_output=True, text=True, timeout=LIMIT)


def expect_all_bad(case, lines):
    """Expects one line on stderr, with the words beside it, from each of the argument lines."""
    for line, words in lines:
        with case.subTest(line):
            result = lab(*line.split())
            case.assertEqual(result.returncode, BAD_INPUT, result.stderr)
            case.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
            case.assertIn(words, result.stderr)
            case.assertEqual(result.stdout, "")


def lesson_json(*arguments):
    result = lab(*arguments, "--json", "-")
    assert result.returncode == FINE, result.stderr
    return json.loads(result.stdout)


def lessons():
    """Returns the lessons' names, and how many values each shows at most."""
    return {lesson["id"]: lesson["most_values"] for lesson in json.loads(lab("--json", "-").stdout)["lessons"]}


class BadInput(unittest.TestCase):
    def test_every_bad_command_line_is_one_line_and_status_2(self):
        expect_all_bad(self, BAD)

    def test_a_frame_that_is_refused_replaces_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kept.svg")
            with open(path, "w") as file:
                file.write("kept")
            self.assertEqual(lab("kogge-stone", "--frame", "9", "--svg", path).returncode, BAD_INPUT)
            with open(path) as file:
                self.assertEqual(file.read(), "kept")
            self.assertEqual(os.listdir(folder), ["kept.svg"])


class Answers(unittest.TestCase):
    def test_without_a_lesson_it_lists_them(self):
        result = lab()
        self.assertEqual((result.returncode, result.stderr), (FINE, ""))
        for lesson in lessons():
            self.assertIn(lesson, result.stdout)
        self.assertEqual(lab("list").stdout, result.stdout)
        self.assertIn("subtract", result.stdout)

    def test_values_of_ones_own(self):
        document = lesson_json("kogge-stone", "--values", "-3,5,2147483647")
        self.assertEqual(document["schema"], 1)
        self.assertEqual(document["values"], [-3, 5, 2147483647])
        self.assertEqual(document["frames"][-1]["rows"][-1]["values"], [-3, 2, -2147483647])

    def test_an_operator_that_is_not_associative_is_shown_to_go_wrong(self):
        frames = lesson_json("brent-kung", "--op", "subtract")["frames"]
        self.assertEqual(frames[-2]["rows"][0]["wrong"], [5, 6, 7])
        self.assertEqual(frames[-1]["rows"][0]["values"], [3, 2, -5, -5, -9, -10, -16, -19])
        self.assertIn("-14≠", lab("brent-kung", "--op", "subtract").stdout)

    def test_pairs_are_arrays_in_json_and_formulas_in_text(self):
        document = lesson_json("brent-kung", "--values", "2:3,-1:1,1:-4", "--op", "affine")
        self.assertEqual(document["values"], [[2, 3], [-1, 1], [1, -4]])
        self.assertEqual(document["frames"][0]["rows"][0]["values"], [[2, 3], [-1, 1], [1, -4], [1, 0]])
        self.assertEqual(document["frames"][-1]["rows"][0]["values"][:3], [[2, 3], [-2, -2], [-2, -6]])
        text = lab("brent-kung", "--values", "2:3,-1:1,1:-4", "--op", "affine").stdout
        self.assertRegex(text, r"input +2x\+3 +-x\+1 +x-4 +x\n")
        self.assertEqual(len(lesson_json("blelloch", "--op", "segmented-add", "--n", "5")["values"]), 5)

    def test_lessons_with_values_of_their_own_form(self):
        document = lesson_json("string-comparison", "--values", "cab,car")
        self.assertEqual(document["values"], [[99, 99], [97, 97], [98, 114]])
        self.assertEqual(document["frames"][0]["rows"][0]["labels"], ["c", "a", "b"])
        self.assertEqual(document["frames"][-1]["rows"][0]["values"][0], -1)
        self.assertIn('"cab" comes before "car"', lab("string-comparison", "--values", "cab,car").stdout)
        frames = lesson_json("tree-depths", "--values", "-1,0,1")["frames"]
        self.assertEqual(frames[-1]["rows"][0]["values"][:3], [0, 1, 2])
        for lesson in json.loads(lab("--json", "-").stdout)["lessons"]:
            if "values" in lesson:
                self.assertIn(lesson["values"], lab(lesson["id"]).stdout)

    def test_segments(self):
        frames = lesson_json("quicksort", "--values", "5,3,8")["frames"]
        self.assertEqual(frames[-1]["rows"][0]["values"], [3, 5, 8])
        self.assertEqual(frames[-1]["rows"][0]["segments"], [0, 1, 2])
        self.assertRegex(lab("quicksort", "--values", "5,3,8").stdout, r"values +\|3 +\|5 +\|8")

    def test_one_frame(self):
        document = lesson_json("kogge-stone", "--frame", "2")
        self.assertEqual([frame["frame"] for frame in document["frames"]], [2])
        self.assertEqual(lesson_json("kogge-stone", "--frame", "all"), lesson_json("kogge-stone"))
        self.assertIn("13 operations, 2 steps, 4 barriers so far", lab("kogge-stone", "--frame", "2").stdout)

    def test_counters_of_1024_values_and_their_time(self):
        result = lab("kogge-stone", "--n", "1024", "--counts", "--processors", "32")
        self.assertEqual((result.returncode, result.stderr), (FINE, ""))
        self.assertIn("9,217 operations, 10 steps, 20 barriers", result.stdout)
        self.assertIn("N log₂ N / P = 320", result.stdout)
        self.assertLess(len(result.stdout.splitlines()), 10)

    def test_a_drawing_is_xml_with_a_title_and_a_description(self):
        namespace = "{http://www.w3.org/2000/svg}"
        for facts in json.loads(lab("--json", "-").stdout)["lessons"]:
            lesson, most = facts["id"], facts["most_values"]
            sizes = (("--n", "7"), ("--n", str(most))) if most > 0 else (("--leaves", "8192", "--type", "u64"),)
            for extra in ((), ("--frame", "1"), *sizes):
                with self.subTest(lesson=lesson, extra=extra):
                    result = lab(lesson, *extra, "--svg", "-")
                    self.assertEqual(result.returncode, FINE, result.stderr)
                    root = xml.etree.ElementTree.fromstring(result.stdout)
                    self.assertTrue(root.find(namespace + "title").text)
                    self.assertTrue(root.find(namespace + "desc").text)
                    self.assertIn(lesson_title(result.stderr), root.find(namespace + "title").text)

    def test_a_picture_is_twice_as_large_as_the_drawing(self):
        with tempfile.TemporaryDirectory() as folder:
            svg, *pngs = [os.path.join(folder, name) for name in ("x.svg", "0.png", "1.png")]
            for frame, png in enumerate(pngs):
                result = lab("blelloch", "--frame", str(frame), "--svg", svg, "--png", png)
                if result.returncode == ABSENT:
                    self.skipTest(result.stderr)
                self.assertEqual((result.returncode, result.stderr), (FINE, ""))
            drawn = xml.etree.ElementTree.parse(svg).getroot()
            first, second = (pathlib.Path(png).read_bytes() for png in pngs)
            self.assertNotEqual(first, second)
            self.assertEqual(png_size(first), tuple(math.ceil(2 * float(drawn.get(side))) for side in ("width", "height")))
            self.assertEqual(subprocess.run([WINNOW, "lab", "blelloch", "--frame", "1", "--png", "-"], capture_output=True,
                                            timeout=LIMIT).stdout, second)

    def test_a_picture_too_large_for_the_gpu_is_one_line_and_replaces_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kept.png")
            pathlib.Path(path).write_text("kept")
            result = lab("recurrence", "--n", "64", "--png", path)
            if result.returncode in (FINE, ABSENT):
                self.skipTest("this GPU draws even that, or there is none")
            self.assertEqual(result.returncode, BAD_INPUT)
            self.assertRegex(result.stderr, r"\Awinnow: an image of [^\n]+ each side must be 1 to [^\n]+\n\Z")
            self.assertEqual(pathlib.Path(path).read_text(), "kept")

    def test_a_drawing_of_ranges_by_depth(self):
        drawn = lab("brent-kung", "--n", "16", "--show", "both", "--layout", "depth", "--idle", "--svg", "-").stdout
        self.assertIn("Σ x₀..x₁₅", drawn)
        self.assertIn(">depth 6<", drawn)
        self.assertNotIn(">depth 7<", drawn)
        self.assertIn('class="box idle"', lab("brent-kung", "--idle", "--svg", "-").stdout)
        self.assertNotIn('class="box idle"', lab("brent-kung", "--svg", "-").stdout)

    def test_blocks_have_labels_and_the_room_that_one_gives_them(self):
        stuck = lesson_json("block-deadlock")["frames"][-2]
        self.assertEqual(stuck["title"], "Nothing can move any more")
        self.assertEqual(stuck["rows"][0]["labels"], ["", "not started"] + ["stuck"] * 4)
        self.assertEqual(stuck["rows"][0]["values"], [16] + [None] * 5)
        self.assertEqual(lesson_json("block-deadlock", "--resident", "5")["frames"][-1]["rows"][0]["values"],
                         [16, 35, 51, 68, 80, 89])
        self.assertGreater(len(lesson_json("look-back", "--latency", "4")["frames"]), len(lesson_json("look-back")["frames"]))

    def test_banks_of_trees(self):
        self.assertIn("Stride 128: 8-way conflict", lab("banks-padded", "--leaves", "8192").stdout)
        self.assertNotIn("-way conflict", lab("banks-two-level", "--leaves", "8192").stdout)
        self.assertNotIn("-way conflict", lab("banks-padded", "--leaves", "1024").stdout)
        self.assertIn("-way conflict", lab("banks-padded", "--leaves", "1024", "--type", "u64").stdout)
        self.assertEqual(lesson_json("banks-none")["frames"][-1]["turns"], 766)

    def test_the_commands_of_the_documents_work(self):
        """Those that need a GPU or another program's files are checked elsewhere."""
        documents = pathlib.Path(__file__).parents[2] / "docs"
        text = "".join((documents / name).read_text() for name in ("lab.md", "lab-sources.md"))
        commands = {re.split(r"  +", line)[0] for line in re.findall(r"winnow lab [^`\n]+", text)}
        commands = [line for line in sorted(commands) if not re.search("--verify|--trace|--png|docs/", line)]
        self.assertGreater(len(commands), 50)
        with tempfile.TemporaryDirectory() as folder:
            for line in commands:
                with self.subTest(line):
                    result = subprocess.run([WINNOW, *line.split()[1:]], capture_output=True, text=True, timeout=LIMIT,
                                            cwd=folder)
                    self.assertEqual(result.returncode, FINE, result.stderr)

    def test_text_goes_to_stderr_only_if_data_needs_stdout(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.svg")
            result = lab("blelloch", "--svg", path, "--json", "-")
            self.assertIn("Down-sweep", result.stderr)
            json.loads(result.stdout)
            self.assertTrue(os.path.getsize(path) > 0)

    def test_completion_offers_lessons_and_operators(self):
        def complete(*words):
            return subprocess.run([WINNOW, "__complete", "lab", *words], capture_output=True, text=True,
                                  timeout=LIMIT).stdout.split()
        self.assertEqual(complete("brent"), ["brent-kung"])
        self.assertEqual(complete("brent-kung", "--op", "su"), ["subtract"])
        self.assertEqual(complete("brent-kung", "--frame", ""), ["all"])


class Kernels(unittest.TestCase):
    """Teaching kernels, on whatever GPU executes OpenGL here."""

    def executed(self, *arguments, status):
        result = lab(*arguments, "--backend", "glsl", "--json", "-")
        if result.returncode == ABSENT:
            self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")
            self.skipTest(result.stderr)
        self.assertEqual(result.returncode, status, result.stderr)
        return json.loads(result.stdout), result.stderr

    def verify(self, *arguments, status=FINE):
        return self.executed(*arguments, "--verify", status=status)

    def trace(self, *arguments, status=FINE):
        return self.executed("look-back", "--trace", *arguments, status=status)

    def broken(self, kernel, text, by):
        """Returns a folder with the shaders, in which other words stand for a text of a kernel."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        shutil.copytree(SHADERS, folder.name, dirs_exist_ok=True)
        path = pathlib.Path(folder.name, "lab", kernel)
        path.write_text(path.read_text().replace(text, by))
        return folder.name

    def test_the_gpu_computes_the_rows_that_are_shown(self):
        document, text = self.verify("kogge-stone")
        [one] = document["verified"]
        self.assertEqual((one["lesson"], one["backend"], one["rows"], one["operations"], one["fault"]),
                         ("kogge-stone", "glsl", 4, 17, ""))
        self.assertIn(one["device"] + " computed these 4 rows with the glsl kernel", text)
        self.assertEqual(document["frames"], lesson_json("kogge-stone")["frames"])

    def test_every_lesson_that_says_so_has_a_kernel(self):
        document, text = self.verify()
        with_kernel = [lesson["id"] for lesson in json.loads(lab("--json", "-").stdout)["lessons"]
                       if lesson["ground"] == "teaching kernel"]
        self.assertEqual([one["lesson"] for one in document["verified"]], with_kernel)
        self.assertNotIn("kogge-stone-race", with_kernel)
        self.assertEqual({one["fault"] for one in document["verified"]}, {""})
        self.assertEqual(text.count("as drawn"), len(with_kernel))

    def test_a_broken_kernel_is_status_1_and_the_first_difference_is_named(self):
        shaders = self.broken("kogge_stone.comp", "combine(left, x[i])", "combine(left, left)")
        document, text = self.verify("kogge-stone", "--values", "1,2,3", "--shaders", shaders, status=1)
        fault = "row 1 (stride 1), lane 1: drawn 3, recorded 2"
        self.assertEqual(document["verified"][0]["fault"], fault)
        self.assertIn("computed something else with the glsl kernel: " + fault, text)
        _, text = self.verify("--shaders", shaders, status=1)
        self.assertEqual(text.count("as drawn"), 12)

    def test_a_backend_that_is_absent_is_one_line_and_status_3(self):
        result = lab("kogge-stone", "--verify", "--backend", "cuda")
        if result.returncode != FINE:  # this machine has no CUDA
            self.assertEqual((result.returncode, result.stdout), (ABSENT, ""))
            self.assertRegex(result.stderr, r"\Awinnow: [^\n]+\n\Z")

    def test_a_run_of_a_kernel(self):
        document, text = self.trace()
        trace = document["trace"]
        self.assertEqual((trace["backend"], trace["left_out"], trace["fault"]), ("glsl", 0, ""))
        self.assertIn(trace["device"] + " executed the kernel in GLSL; the order of the events is that of this run", text)
        self.assertEqual(document["frames"][-1]["rows"][-1]["values"], [16, 35, 51, 68, 80, 89, 109, 120])
        for tile in range(8):
            own = [event["action"] for event in trace["events"] if event["tile"] == tile]
            self.assertEqual((own[0], own[1], own[-1]), ("starts", "loads", "ends"), own)
            self.assertEqual(own.count("publishes its prefix"), 1)
        published = {}
        for number, event in enumerate(trace["events"]):
            if event["action"].startswith("publishes"):
                published[event["tile"], event["action"].split()[-1]] = number
            if event["action"].startswith("finds"):
                self.assertIn((event["at"], event["action"].split()[-1]), published)

    def test_a_run_can_be_drawn_and_be_one_frame_or_a_page(self):
        self.trace()
        with tempfile.TemporaryDirectory() as folder:
            svg, page = os.path.join(folder, "x.svg"), os.path.join(folder, "x.html")
            result = lab("look-back", "--trace", "--n", "64", "--op", "max", "--svg", svg, "--html", page)
            self.assertEqual((result.returncode, result.stderr), (FINE, ""))
            self.assertIn("Decoupled look-back as it ran", xml.etree.ElementTree.parse(svg).getroot()[0].text)
            with open(page) as file:
                self.assertIn("winnow lab look-back --n 64 --op max --trace", file.read())
        self.assertEqual(len(self.trace("--frame", "0")[0]["frames"]), 1)

    def test_a_broken_kernel_is_shown_as_it_ran_with_status_1(self):
        shaders = self.broken("look_back.comp", "prefix = combine(before, aggregate)", "prefix = aggregate")
        document, text = self.trace("--values", "1,2,3", "--shaders", shaders, status=1)
        fault = document["trace"]["fault"]
        # Tile 2 may publish first, if it adds up the aggregates of both others.
        self.assertRegex(fault, "tile (1 publishes its prefix with 2, not 3|2 publishes its prefix with 3, not 6)")
        self.assertIn("The GLSL kernel did what it must not: " + fault, text)

    def test_the_source_of_a_traced_kernel(self):
        for language, path in (("glsl", "shaders/lab/look_back.comp"), ("cuda", "cuda/lab/look_back.cuh")):
            self.assertEqual(lab("look-back", "--listing", language).stdout.splitlines()[0], path)

    def test_the_source_beside_a_frame(self):
        for language, path, barrier in (("glsl", "shaders/lab/blelloch.comp", "block_barrier()"),
                                        ("cuda", "cuda/lab/blelloch.cuh", "__syncthreads()")):
            result = lab("blelloch", "--frame", "4", "--listing", language)
            self.assertEqual((result.returncode, result.stderr), (FINE, ""))
            lines = result.stdout.splitlines()
            self.assertEqual(lines[0], path)
            running = "\n".join(line for line in lines if line.startswith(">"))
            self.assertIn("// Clear:", running)
            self.assertIn(barrier, running)
            self.assertNotIn("down_sweep", running)
            self.assertIn("down_sweep", result.stdout)
            whole = lab("blelloch", "--listing", language).stdout
            self.assertEqual(whole, result.stdout.replace("\n>", "\n "))


def png_size(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


def lesson_title(text):
    """Returns the first line of a lesson's text."""
    return text.split("\n", 1)[0]


if __name__ == "__main__":
    unittest.main()
