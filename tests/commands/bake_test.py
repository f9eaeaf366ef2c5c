#!/usr/bin/env python3
"""Particles as files for other programs: bake_test.py WINNOW. Each format is read by an independent reader here, or by numpy
and Blender where they are installed, and has the particles that the run has in the same step, to the bit."""
import array
import csv
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
import zipfile

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
FINE, BAD_INPUT, INTERRUPTED = 0, 2, 130
LIMIT = 120  # seconds
RATE = 50  # steps per second
SIZE = {"module": "size", "diameter": "0.1 * heat"}  # so that the attribute is stored
EFFECT = {"format": 2, "name": "two kinds", "steps_per_second": RATE,
          "properties": [{"name": "more", "value": 1, "range": [0, 100]}], "emitters": [
    {"name": "sparks", "rate": 400, "lifetime": [0.1, 0.4],
     "modules": [{"module": "jet"}, {"module": "attribute", "name": "heat", "value": "0.25 + random"}, SIZE]},
    {"name": "dust", "rate": "100 * more", "lifetime": [1, 1], "modules": [{"module": "jet"}]}]}
USUAL = ["position", "velocity", "colour", "width", "age", "lifetime", "emitter", "id", "bounces"]
MASK = 0xFFFFFFFF


def winnow(*arguments, **keywords):
    return subprocess.run([WINNOW, *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT, **keywords)


def read_ply(path):
    """Returns the properties of the vertices by name, each a list."""
    data = path.read_bytes()
    head, body = data.split(b"end_header\n", 1)
    lines = head.decode().splitlines()
    assert lines[:2] == ["ply", "format binary_little_endian 1.0"], lines[:2]
    count = next(int(line.split()[2]) for line in lines if line.startswith("element vertex"))
    properties = [line.split()[1:] for line in lines if line.startswith("property")]
    row = struct.Struct("<" + "".join({"float": "f", "uint": "I"}[kind] for kind, _ in properties))
    assert len(body) == count * row.size, (len(body), count, row.size)
    rows = list(row.iter_unpack(body))
    return {name: [one[k] for one in rows] for k, (_, name) in enumerate(properties)}


def read_npz(path):
    """Returns (shape, values) by name."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None  # checks the sums
        for name in archive.namelist():
            data = archive.read(name)
            assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
            size = 10 + struct.unpack("<H", data[8:10])[0]
            assert size % 64 == 0
            head = eval(data[10:size], {"__builtins__": {}}, {})
            values = array.array({"<f4": "f", "<u4": "I", "<u8": "Q"}[head["descr"]], data[size:])
            arrays[name.removesuffix(".npy")] = head["shape"], values
    return arrays


class UsdaReader:
    """A strict reader of the part of USD's text that points need."""

    TOKEN = re.compile(r'\s*("(?:[^"\\\n]|\\.)*"|@@@.*?@@@|@[^@\n]*@|[A-Za-z_][\w:.]*(?:\[\])?|-?(?:\d[\d.]*(?:e[-+]?\d+)?|inf)|nan|[()\[\]{}=,:])')

    def __init__(self, text):
        assert text.startswith("#usda 1.0\n"), text[:20]
        self.tokens, end = [], len("#usda 1.0\n")
        text = text.rstrip()
        while end < len(text):
            match = self.TOKEN.match(text, end)
            assert match, text[end:end + 60]
            self.tokens.append(match[1])
            end = match.end()
        self.at = 0

    def take(self, wanted=None):
        token = self.tokens[self.at]
        assert wanted is None or token == wanted, (wanted, self.tokens[self.at:self.at + 5])
        self.at += 1
        return token

    def peek(self):
        return self.tokens[self.at]

    def value(self):
        token = self.take()
        if token in "[(":
            values, end = [], {"[": "]", "(": ")"}[token]
            while self.peek() != end:
                values.append(self.value())
                if self.peek() != end:
                    self.take(",")
            self.take(end)
            return values if token == "[" else tuple(values)
        return token.strip('"@') if token[0] in '"@' else float(token)

    def fields(self, end):
        """Reads NAME = VALUE, TYPE NAME = VALUE and dictionaries up to the end."""
        fields = {}
        while self.peek() != end:
            words = [self.take()]
            if re.match(r"[A-Za-z_]", self.peek()):
                words.append(self.take())
            metadata = {}
            if self.peek() == "(":
                self.take()
                metadata = self.fields(")")
            if self.peek() == "=":
                self.take()
                if self.peek() != "{":
                    fields[words[-1]] = self.value()
                elif words[-1].endswith(".timeSamples"):
                    self.take()
                    time = float(self.take())
                    self.take(":")
                    fields[words[-1]] = {time: self.value()}
                    self.take("}")
                else:
                    self.take()
                    fields[words[-1]] = self.fields("}")
            else:
                fields[words[-1]] = (words[0], metadata)  # a declaration
        self.take(end)
        return fields

    def layer(self):
        """Returns the layer's metadata, those of its one prim, and the prim's attributes."""
        self.take("(")
        layer = self.fields(")")
        assert [self.take() for _ in range(3)] == ["def", "Points", '"points"']
        prim = {}
        if self.peek() == "(":
            self.take()
            prim = self.fields(")")
        self.take("{")
        attributes = self.fields("}")
        assert self.at == len(self.tokens)
        return layer, prim, attributes


def hash4(v):
    """Mixes four words as the shader does that hashes the living."""
    v = [(x * 1664525 + 1013904223) & MASK for x in v]
    for shifts in (True, False):
        x, y, z, w = v
        v = [(a + b * c) & MASK for a, b, c in ((x, y, w), (y, z, x), (z, x, y), (w, y, z))]
        if shifts:
            v = [x ^ x >> 16 for x in v]
    return v


class Baking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.effect = self.folder / "two.json"
        self.effect.write_text(json.dumps(EFFECT))

    def bake(self, output, *arguments, frames="20", effect=None):
        result = winnow("bake", "points", effect or self.effect, "--fps", RATE, "--frames", frames, "--output",
                        self.folder / output, *arguments)
        self.assertEqual((result.returncode, result.stderr), (FINE, ""))
        return self.folder / output

    def refused(self, part, *arguments, **keywords):
        result = winnow("bake", *arguments, **keywords)
        self.assertEqual(result.returncode, BAD_INPUT, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(part, result.stderr)


class Exactness(Baking):
    def state_columns(self, frame):
        """Returns the words of the living after a frame, by column, as a saved state has them."""
        state = self.folder / "run.state"
        result = winnow("render", self.effect, "--fps", RATE, "--frames", frame, "--save-state", state)
        self.assertEqual(result.returncode, FINE, result.stderr)
        data = state.read_bytes()
        size = struct.unpack("<I", data[12:16])[0]
        head = json.loads(data[24:24 + size])
        words = array.array("I", data[24 + size:-8])
        return [words[k * 4 * head["alive"]:(k + 1) * 4 * head["alive"]] for k in range(len(words) // (4 * head["alive"]))]

    def test_columns_are_those_of_the_state(self):
        place, motion, identity, attributes = self.state_columns(20)
        path = self.bake("a.npz", "--attributes", ",".join([*USUAL, "heat"]))
        columns = {name: values for name, (_, values) in read_npz(path).items()}
        count = len(place) // 4
        self.assertGreater(count, 50)
        bits = {name: array.array("I", values.tobytes()) for name, values in columns.items()}
        for i in range(count):
            self.assertEqual(bits["position"][3 * i:3 * i + 3], place[4 * i:4 * i + 3])
            self.assertEqual(bits["velocity"][3 * i:3 * i + 3], motion[4 * i:4 * i + 3])
            self.assertEqual(round(columns["age"][i] * RATE), place[4 * i + 3])
            self.assertEqual(round(columns["lifetime"][i] * RATE), motion[4 * i + 3])
            self.assertEqual(columns["id"][i], identity[4 * i] << 32 | identity[4 * i + 1])
            self.assertEqual(columns["emitter"][i], identity[4 * i + 2])
            self.assertEqual(bits["heat"][i], attributes[4 * i] if identity[4 * i + 2] == 0 else 0)

    def test_hash_is_that_of_the_trace(self):
        plain = {**EFFECT, "emitters": EFFECT["emitters"][1:]}
        self.effect.write_text(json.dumps(plain))
        result = winnow("render", self.effect, "--fps", RATE, "--frames", 20, "--trace", "-")
        trace = json.loads(result.stdout.splitlines()[-1])
        columns = {name: values for name, (_, values) in read_npz(self.bake("a.npz")).items()}
        bits = {name: array.array("I", values.tobytes()) for name, values in columns.items()}
        low = high = 0
        for i in range(trace["alive"]):
            h = hash4([i, 0x57494E4E, 0x4F570001, i ^ MASK])
            for element in ([*bits["position"][3 * i:3 * i + 3], round(columns["age"][i] * RATE)],
                            [*bits["velocity"][3 * i:3 * i + 3], round(columns["lifetime"][i] * RATE)],
                            [bits["id"][2 * i + 1], bits["id"][2 * i], columns["emitter"][i], columns["bounces"][i]]):
                h = hash4([a ^ b for a, b in zip(h, element)])
            low, high = (a + b & MASK for a, b in zip((low, high), hash4(h)))
        self.assertEqual(len(columns["id"]), trace["alive"])
        self.assertEqual(f"{high << 32 | low:016x}", trace["hash"])

    def test_frames_between_steps_move_back(self):
        at_step = {name: values for name, (_, values) in read_npz(self.bake("a.npz")).items()}
        result = winnow("bake", "points", self.effect, "--fps", 2 * RATE, "--frames", 39, "--output",
                        self.folder / "b.npz")
        self.assertEqual(result.returncode, FINE, result.stderr)
        between = {name: values for name, (_, values) in read_npz(self.folder / "b.npz").items()}
        self.assertEqual(at_step["id"], between["id"])
        for i in range(len(at_step["id"])):
            share = 0.5 / RATE if at_step["age"][i] > 0 else 0
            for k in range(3 * i, 3 * i + 3):
                self.assertAlmostEqual(between["position"][k], at_step["position"][k] - at_step["velocity"][k] * share,
                                       places=5)

    def test_identities_are_stable(self):
        self.bake("a_#.npz", frames="20-21")
        a, b = (read_npz(self.folder / f"a_000{n}.npz") for n in (20, 21))
        before = {one: i for i, one in enumerate(a["id"][1])}
        self.assertEqual(len(before), len(a["id"][1]))
        both = [(before[one], i) for i, one in enumerate(b["id"][1]) if one in before]
        self.assertGreater(len(both), 40)
        for i, k in both:
            self.assertAlmostEqual(b["age"][1][k], a["age"][1][i] + 1 / RATE, places=5)
            self.assertEqual(b["lifetime"][1][k], a["lifetime"][1][i])
            for c in range(3):
                speed = b["velocity"][1][3 * k + c]
                self.assertAlmostEqual(b["position"][1][3 * k + c], a["position"][1][3 * i + c] + speed / RATE, places=2)


class Formats(Baking):
    def test_all_formats_have_the_same_particles(self):
        chosen = ["--attributes", ",".join([*USUAL, "heat"])]
        arrays = read_npz(self.bake("a.npz", *chosen))
        ply = read_ply(self.bake("a.ply", *chosen))
        count = arrays["id"][0][0]
        self.assertEqual(list(arrays), [*USUAL, "heat"])
        self.assertEqual(arrays["position"][0], (count, 3))
        self.assertEqual(arrays["colour"][0], (count, 4))
        self.assertEqual(arrays["width"][0], (count,))
        with open(self.bake("a.csv", *chosen), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual((len(ply["x"]), len(rows)), (count, count))
        parts = {"position": "x y z", "velocity": "vx vy vz", "colour": "red green blue alpha"}
        for name, (shape, values) in arrays.items():
            names = parts.get(name, name).split()
            for k, part in enumerate(names):
                own = values[k::len(names)]
                kind = float if values.typecode == "f" else int
                self.assertEqual(array.array(values.typecode, (kind(row[part]) for row in rows)), own, part)
                if name == "id":
                    self.assertEqual([high << 32 | low for high, low in zip(ply["birth_step"], ply["ordinal"])], list(own))
                else:
                    self.assertEqual(ply[part], list(own), part)
        self.assertTrue(all(width > 0 for width in ply["width"]))
        self.assertTrue(all(0 <= alpha <= 1 for alpha in ply["alpha"]))

    def test_width_and_colour_are_the_modules(self):
        constant = {"format": 2, "emitters": [{"rate": 400, "modules": [
            {"module": "jet"}, {"module": "size", "diameter": 0.125}, {"module": "colour", "colour": [0.25, 2, 0.5, 1]}]}]}
        path = self.folder / "constant.json"
        path.write_text(json.dumps(constant))
        ply = read_ply(self.bake("c.ply", effect=path))
        self.assertEqual({*ply["width"]}, {0.125})
        self.assertEqual(({*ply["red"]}, {*ply["green"]}, {*ply["blue"]}, {*ply["alpha"]}), ({0.25}, {2}, {0.5}, {1}))

    def test_blocks_join(self):
        """Rows are made on several threads, and looks in blocks of 2^19."""
        count = 2**19 + 5000
        self.effect.write_text(json.dumps({"format": 2, "emitters": [
            {**EFFECT["emitters"][0], "rate": 0, "lifetime": [9, 9], "bursts": [{"count": count}]}]}))
        ply = read_ply(self.bake("a.ply", "--attributes", "width,heat,id", frames="1"))
        self.assertTrue(ply["ordinal"] == list(range(count)))  # so many take long to be shown as a difference
        self.assertLess(max(abs(width - 0.1 * heat) for width, heat in zip(ply["width"], ply["heat"])), 1e-6)

    def test_usd(self):
        arrays = {name: values for name, (_, values) in read_npz(self.bake("a.npz", frames="21")).items()}
        stage_path = self.bake("a.usda", frames="20-21")
        layer, prim, declared = UsdaReader(stage_path.read_text()).layer()
        for key, value in {"upAxis": "Y", "metersPerUnit": 1, "startTimeCode": 20, "endTimeCode": 21,
                           "timeCodesPerSecond": RATE, "defaultPrim": "points"}.items():
            self.assertEqual(layer[key], value)
        clips = prim["clips"]["default"]
        self.assertEqual(clips["assetPaths"], ["./a_00020.usda", "./a_00021.usda"])
        self.assertEqual((clips["active"], clips["times"]), ([(20, 0), (21, 1)], [(20, 20), (21, 21)]))
        self.assertEqual(clips["primPath"], "/points")
        self.assertTrue((self.folder / clips["manifestAssetPath"]).exists())
        self.assertEqual(declared["primvars:displayColor"], ("color3f[]", {"interpolation": "vertex"}))
        clip = UsdaReader((self.folder / "a_00021.usda").read_text()).layer()[2]
        values = {name.removesuffix(".timeSamples"): samples[21] for name, samples in clip.items()}
        self.assertEqual(set(values), set(declared))
        flat = array.array("f", (x for point in values["points"] for x in point))
        self.assertEqual(flat, arrays["position"])
        self.assertEqual(array.array("f", values["widths"]), arrays["width"])
        self.assertEqual([int(one) for one in values["ids"]], list(arrays["id"]))
        self.assertEqual(array.array("f", values["primvars:displayOpacity"]), arrays["colour"][3::4])
        low, high = values["extent"]
        self.assertTrue(all(low[k] <= min(flat[k::3]) and max(flat[k::3]) <= high[k] for k in range(3)))

    def test_nothing_alive(self):
        self.effect.write_text(json.dumps({"format": 2, "emitters": [{"rate": 0, "modules": [{"module": "jet"}]}]}))
        self.assertEqual(read_ply(self.bake("a.ply"))["x"], [])
        self.assertEqual(read_npz(self.bake("a.npz"))["position"][0], (0, 3))
        self.assertEqual(len(self.bake("a.csv").read_text().splitlines()), 1)
        self.bake("a.usda")
        clip = UsdaReader((self.folder / "a_00020.usda").read_text()).layer()[2]
        self.assertEqual(clip["points.timeSamples"][20], [])

    def test_numpy_reads_the_arrays(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        path = self.bake("a.npz")
        ours = read_npz(path)
        with numpy.load(path) as arrays:
            self.assertEqual(list(arrays), list(ours))
            for name, (shape, values) in ours.items():
                self.assertEqual(arrays[name].shape, shape)
                self.assertEqual(arrays[name].tobytes(), values.tobytes())

    def test_blender_imports_the_ply(self):
        if not shutil.which("blender"):
            self.skipTest("blender is not installed")
        path = self.bake("a.ply")
        script = (f"import bpy; p = {str(path)!r}; op = getattr(bpy.ops.wm, 'ply_import', None)\n"
                  "op(filepath=p) if op else bpy.ops.import_mesh.ply(filepath=p)\n"
                  "print('points', len(bpy.context.object.data.vertices))")
        result = subprocess.run(["blender", "--background", "--python-expr", script], capture_output=True, text=True,
                                timeout=LIMIT)
        self.assertIn(f"points {len(read_ply(path)['x'])}\n", result.stdout)


class Descriptions(Baking):
    def test_a_file_bakes_as_options_do(self):
        by_options = self.bake("a.csv", "--seed", 7, "--density", 2, "--attributes", "heat,id").read_text()
        file = self.folder / "bake.json"
        file.write_text(json.dumps({"bake": "points", "effect": "two.json", "frames": [20, 20], "fps": RATE, "seed": 7,
                                    "density": 2, "attributes": ["heat", "id"], "output": "b.csv"}))
        result = winnow("bake", file, cwd="/")
        self.assertEqual((result.returncode, result.stderr), (FINE, ""))
        self.assertEqual((self.folder / "b.csv").read_text(), by_options)
        self.assertEqual(by_options.splitlines()[0], "x,y,z,heat,id")

    def test_dry_run_bounds_the_files(self):
        self.compare_with_dry_run()
        self.effect.write_text(json.dumps({"format": 2, "emitters": [{"rate": 0, "modules": [{"module": "jet"}]}]}))
        self.compare_with_dry_run()  # heads alone

    def compare_with_dry_run(self):
        for suffix in ("_#.ply", "_#.npz", "_#.csv", ".usda"):
            output = self.folder / f"a{suffix}"
            result = winnow("bake", "points", self.effect, "--fps", RATE, "--frames", "40-41", "--output", output, "--dry-run",
                            "--json", "-", "--device", "no such device")
            self.assertEqual(result.returncode, FINE, result.stderr)
            self.assertEqual([path.name for path in self.folder.iterdir()], ["two.json"])
            plan = json.loads(result.stdout)
            self.bake(f"a{suffix}", frames="40-41")
            made = [path for path in self.folder.iterdir() if path.name != "two.json"]
            self.assertEqual(len(made), plan["files"])
            self.assertLessEqual(max(path.stat().st_size for path in made), plan["max_file_bytes"])
            for path in made:
                path.unlink()

    def test_refusals(self):
        out = self.folder / "a_#.ply"
        points = ["points", self.effect, "--output", out]
        self.refused("needs a command or a file", )
        self.refused("needs --frames", *points)
        self.refused("3-1: the range ends before it begins", *points, "--frames", "3-1")
        self.refused("--frames: 0 is out of range", *points, "--frames", "0-2")
        self.refused("such as 1-120", *points, "--frames", "1-")
        self.refused("--fps: 0 is out of range", *points, "--frames", "1", "--fps", 0)
        self.refused("--fps: 1001 is out of range", *points, "--frames", "1", "--fps", 1001)
        self.refused("there is no 'heet'; particles of \"two kinds\" have position, velocity", *points, "--frames", "1",
                     "--attributes", "heet")
        self.refused("2 frames need a # in the name", *points[:-1], self.folder / "a.ply", "--frames", "1-2")
        self.refused("only one run of #", *points[:-1], self.folder / "#a#.ply", "--frames", "1-2")
        self.refused("leave the # out", *points[:-1], self.folder / "a_#.usda", "--frames", "1-2")
        self.refused("must end with .ply, .npz, .csv or .usda", *points[:-1], self.folder / "a_#.obj", "--frames", "1-2")
        self.refused("No such file or directory", *points[:-1], self.folder / "none" / "a_#.ply", "--frames", "1-2")
        self.refused("no such effect or file", "points", "none.json", "--frames", "1", "--output", out)
        self.refused("holds 4.00 GiB", *points[:-1], self.folder / "a_#.npz", "--frames", "1", "--capacity", 2**27 - 1,
                     "--density", 10000, "--set", "more=100", "--dry-run")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["two.json"])

    def test_refusals_of_files(self):
        good = {"bake": "points", "effect": "two.json", "frames": [1, 2], "output": "a_#.ply"}
        file = self.folder / "bake.json"
        for change, part in (({"colour": 1}, "/colour: unknown key"), ({"bake": "frames"}, "/bake: must be points"),
                             ({"fps": 0}, "/fps: must be 1 to 1000"), ({"frames": [2, 1]}, "ends before it begins"),
                             ({"frames": [0, 1]}, "/frames/0: must be"), ({"frames": 3}, "/frames: must be a list"),
                             ({"attributes": "id"}, "/attributes: must be a list"), ({"effect": "no.json"}, "no.json"),
                             ({"capacity": 1 << 40}, "/capacity: must be"), ({"output": "a.ply"}, "need a #")):
            file.write_text(json.dumps({**good, **change}))
            self.refused(part, file)
        file.write_text(json.dumps({key: value for key, value in good.items() if key != "frames"}))
        self.refused("/frames: is missing\n", file)
        file.write_text("{")
        self.refused("bake.json:1", file)


class Ends(Baking):
    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for suffix in ("ply", "npz", "csv"):
            os.symlink("/dev/full", self.folder / f"a_00002.{suffix}")
            self.refused("No space left on device", "points", self.effect, "--frames", "1-3", "--output",
                         self.folder / f"a_#.{suffix}")
            self.assertTrue((self.folder / f"a_00001.{suffix}").exists(), "what was written before stays")
            self.assertFalse((self.folder / f"a_00003.{suffix}").exists())

    def test_folder_that_vanishes(self):
        os.symlink(self.folder / "none" / "a.csv", self.folder / "a_00002.csv")
        self.refused("a_00002.csv: No such file or directory", "points", self.effect, "--frames", "1-3", "--output",
                     self.folder / "a_#.csv")

    def test_closed_pipe(self):
        os.mkfifo(self.folder / "a.csv")
        reader = subprocess.Popen(["head", "-c", "10", self.folder / "a.csv"], stdout=subprocess.DEVNULL)
        self.addCleanup(reader.wait)
        self.addCleanup(reader.kill)
        self.refused("Broken pipe", "points", self.effect, "--density", 100, "--frames", "50", "--output",
                     self.folder / "a.csv")

    def test_interrupt(self):
        process = subprocess.Popen([WINNOW, "bake", "points", self.effect, "--frames", "1-1000000", "--output",
                                    self.folder / "a_#.ply"], stderr=subprocess.PIPE, text=True)
        first = self.folder / "a_00003.ply"
        while not first.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, INTERRUPTED, error)
        self.assertEqual([path for path in self.folder.iterdir() if "part" in path.name], [])
        for path in sorted(self.folder.glob("*.ply")):
            read_ply(path)


if __name__ == "__main__":
    unittest.main()
