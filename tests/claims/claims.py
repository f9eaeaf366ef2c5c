#!/usr/bin/env python3
"""Tries on a GPU what README.md and docs/measurements.md claim, each as a user would type it.

    ./run claims [FILE.json] [WORD...]

For each claim, or those whose text has one of the words, prints the claim, what was measured and whether it holds.
Writes FILE.json (default build/claims.json) with the commit, the card, the driver and the day. Ends with status 0 if
all claims hold, 1 if one does not, 2 if the arguments are wrong, 3 if there is no GPU. Claims about the window need a
display whose windows the GPU draws, or are skipped with that reason.

Claims about scans are measured on Hopper only (H100 and H200)."""
import datetime
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
from bench_rows import rows_of  # noqa: E402


class Skipped(Exception):
    """A claim that cannot be tried here; its text is the reason."""


def run(command, seconds=300, **options):
    """Returns the process of a command that ended with status 0; any other status makes the claim fail."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, **options)
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or ["nothing"])[-1]
        raise AssertionError(f"`{' '.join(map(str, command))}` ended with status {done.returncode}: {said}")
    return done


class Machine:
    """The program under trial and what it measures here; each benchmark runs once."""

    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        self.results = {}  # of benchmarks, by their arguments
        self.commit = None  # that the program was built from, as benchmarks name it
        self.device = json.loads(self.winnow("render", "--frames", "1", "--size", "16x16", "--output", self.path("first.png"),
                                             "--json", "-"))["device"]

    def winnow(self, *arguments, **options):
        return run([self.program, *arguments], **options).stdout

    def rows(self, *arguments):
        """The rows of a benchmark's JSON."""
        if arguments not in self.results:
            document = json.loads(self.winnow("bench", *arguments, "--json", "-"))
            self.commit, self.results[arguments] = document["commit"], rows_of(document)
        return self.results[arguments]

    def path(self, name):
        return str(self.folder / name)


def only(rows, **wanted):
    """The fastest row that has these values."""
    found = [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]
    if not found:
        raise AssertionError(f"no row has {wanted}")
    return min(found, key=lambda row: row["ms"]["median"])


# --- pictures -------------------------------------------------------------------------------------------------

def luminance(pixels):
    """(mean, variance) of an iterable of (r, g, b) in 0 to 255."""
    count = total = squares = 0
    for r, g, b in pixels:
        value = 0.2126 * r + 0.7152 * g + 0.0722 * b
        count, total, squares = count + 1, total + value, squares + value * value
    mean = total / count
    return mean, squares / count - mean * mean


def paeth(a, b, c):
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def rows_of_png(path):
    """Yields (bytes of a row, bytes of a pixel) of a PNG of 8-bit RGB or RGBA without interlace, as `render` writes it."""
    data, at, packed = Path(path).read_bytes(), 8, b""
    width, channels = struct.unpack(">I", data[16:20])[0], {2: 3, 6: 4}[data[25]]
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    raw, stride, above = zlib.decompress(packed), width * channels, bytes(width * channels)
    for begin in range(0, len(raw), stride + 1):
        method, row = raw[begin], bytearray(raw[begin + 1:begin + 1 + stride])
        for i in range(stride if method else 0):
            left, corner = (row[i - channels], above[i - channels]) if i >= channels else (0, 0)
            row[i] = (row[i] + (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[method]) & 255
        yield row, channels
        above = row


def of_frame(path, step=16):
    """(mean, variance) of each step-th pixel of a frame that `render` wrote."""
    return luminance(row[i:i + 3] for row, channels in rows_of_png(path) for i in range(0, len(row), step * channels))


def of_screen(step=16):
    """(mean, variance) of each step-th pixel of the display's right half, beside the panel."""
    dump = subprocess.run(["xwd", "-root", "-silent"], capture_output=True, check=True, timeout=60).stdout
    head = struct.unpack(">25I", dump[:100])
    size, width, height, stride, bits, colours = head[0], head[4], head[5], head[12], head[11], head[19]
    begin, pixel = size + 12 * colours, bits // 8
    middle = [(x, y) for y in range(height // 8, height // 2, 4) for x in range(width // 4, width // 2, step // 4)]
    offsets = (begin + y * stride + x * pixel for x, y in middle)
    return luminance((dump[at + 2], dump[at + 1], dump[at]) for at in offsets)


# --- what is tried: each returns (text of what was measured, whether the claim holds) --------------------------------

MEASURED_ON = "measured on Hopper only"


def scan_of_copy(name, least):
    def tried(machine):
        row = only(machine.rows("scan", "--sizes", "2^28"), kind="scan", name=name)
        cub = only(machine.rows("scan", "--sizes", "2^28"), kind="peer", name="cub")
        text = f"{row['of_copy']:.3f} of the copy, {1000 * row['ms']['median']:.1f} us (CUB {cub['of_copy']:.3f})"
        return f"{text}; {MEASURED_ON}", row["of_copy"] >= least and row["ms"]["median"] < cub["ms"]["median"]
    return tried


def compaction_against_cub(name, least):
    """`least` is by a part of the card's name: the documents' figure is an H200's; CUB does better on an H100."""
    def tried(machine):
        bound = next((rate for card, rate in least.items() if card in machine.device["name"]), None)
        if bound is None:
            raise Skipped(f"measured on {' and '.join(least)} only")
        rows = machine.rows("compact", "--sizes", "16000000", "--record-bytes", "48", "--survivors", "50",
                            "--votes", "random")
        row = only(rows, kind="ours", name=name)
        return f"{1000 * row['ms']['median']:.0f} us, {row['against_cub']:.2f} of CUB's rate, at least {bound}", row["against_cub"] >= bound
    return tried


def step_in_copies(most):
    def tried(machine):
        row = only(machine.rows("step", "--sizes", "16000000"), backend="glsl")
        return f"{row['ms']['median']:.3f} ms, {row['copies']:.2f} copies of {row['alive']:,} particles", row["copies"] <= most
    return tried


def frame_time(effect, alive, frame, most):
    def tried(machine):
        row = only(machine.rows("draw", "--effect", effect, "--sizes", str(alive), "--frame", frame, "--draw", "tiles"),
                   method="tiles")
        text = f"{row['ms']['median']:.2f} ms with {row['alive']:,} alive"
        return text, row["ms"]["median"] <= most and row["alive"] > 0.95 * alive
    return tried


def render(arguments, least_alive, most_seconds=None):
    """A frame rendered as typed: it has that many particles, and a picture that is neither empty nor flat."""
    def tried(machine):
        picture, begun = machine.path("claim.png"), time.monotonic()
        result = json.loads(machine.winnow("render", *arguments, "--output", picture, "--json", "-"))
        seconds = time.monotonic() - begun
        mean, variance = of_frame(picture)
        text = f"{result['alive']:,} alive, mean {mean:.1f}, variance {variance:.0f}, {seconds:.1f} s"
        bright = mean > 5 and variance > 20
        return text, bright and result["alive"] >= least_alive and (most_seconds is None or seconds <= most_seconds)
    return tried


def window(arguments, least_alive, least_rate, seconds=8):
    """The window, opened as typed: its picture after some seconds, and its frames a second until it ends."""
    def tried(machine):
        if not os.environ.get("DISPLAY"):
            raise Skipped("there is no display")
        line, trace = machine.path("line.json"), machine.path("trace.jsonl")
        command = [machine.program, "view", *arguments, "--trace-events", line, "--trace", trace]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            deadline = time.monotonic() + 120
            while time.monotonic() < deadline and process.poll() is None and last_alive(trace) < least_alive:
                time.sleep(0.5)
            time.sleep(seconds)
            mean, variance = of_screen()
        finally:
            process.terminate()
            said = process.communicate(timeout=60)[1]
        alive, rate = last_alive(trace), frames_per_second(line)
        text = f"{alive:,} alive, {rate:.1f} frames a second, mean {mean:.1f}, variance {variance:.0f}"
        if process.returncode not in (0, 130):
            return f"{text}; status {process.returncode}: {said.strip()}", False
        return text, alive >= least_alive and rate >= least_rate and mean > 5 and variance > 50
    return tried


def last_alive(trace):
    """The living particles in the last whole line of a trace; 0 if there is none."""
    try:
        lines = Path(trace).read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    for line in reversed(lines):
        try:
            return json.loads(line)["alive"]
        except (ValueError, KeyError):
            continue
    return 0


def frames_per_second(line):
    """The rate of the last hundred frames of a time line."""
    events = json.loads(Path(line).read_text(encoding="utf-8"))["traceEvents"]
    begins = sorted(e["ts"] for e in events if e.get("name") == "frame" and e.get("cat") == "host")[-100:]
    return (len(begins) - 1) / ((begins[-1] - begins[0]) / 1e6) if len(begins) > 1 else 0.0


def all_tests(machine):
    """`winnow test`: every backend against the reference."""
    done = run([machine.program, "test", "--quick"], seconds=580)
    counts = re.findall(r"^(\d+ passed, \d+ failed.*)$", done.stdout, re.MULTILINE)
    return counts[-1] if counts else "no counts were printed", bool(counts)


def same_hashes(machine):
    """One run by each backend and compactor ends in one state."""
    hashes = {}
    for backend in ("glsl", "cuda", "cpu"):
        result = json.loads(machine.winnow("render", "fountain", "--frames", "60", "--size", "64x64", "--backend", backend,
                                           "--output", machine.path("same.png"), "--json", "-"))
        hashes[backend] = result["hash"]
    return ", ".join(f"{name} {value}" for name, value in hashes.items()), len(set(hashes.values())) == 1


HUNDRED_MILLION = ["fountain", "--density", "3420", "--prewarm", "8"]

# Bounds are the documents' figures with room for another card of the same kind.
CLAIMS = [
    ("the fastest scan of 2^28 words in OpenGL runs near a copy's speed, faster than CUB", scan_of_copy("glsl", 0.92)),
    ("the fastest scan of 2^28 words in CUDA runs near a copy's speed, faster than CUB", scan_of_copy("cuda", 0.94)),
    ("OpenGL removes the dead among 16 M records faster than CUB: 1.9 times on an H200",
     compaction_against_cub("glsl", {"H200": 1.8, "H100": 1.45})),
    ("CUDA removes the dead among 16 M records faster than CUB: 2.1 times on an H200",
     compaction_against_cub("cuda", {"H200": 2.0, "H100": 1.6})),
    ("a whole step of 16 M particles takes at most 1.2 copies of their columns", step_in_copies(1.2)),
    ("a frame of 20 M particles and their court takes less than 5 ms at 1280x720", frame_time("fountain", 20_000_000, "1280x720", 5)),
    ("a frame of 100 M particles and their court takes less than 16 ms at 1920x1080",
     frame_time("fountain", 100_000_000, "1920x1080", 16)),
    ("render: 100 M particles at the default capacity", render([*HUNDRED_MILLION, "--frames", "1"], 99_000_000, 30)),
    ("render: 100 M particles with a capacity of 128 M", render([*HUNDRED_MILLION, "--frames", "1", "--capacity", "128000000"],
                                                                99_000_000, 30)),
    ("render: the first frame of `fountain` is there in 1.5 s", render(["fountain", "--frames", "1"], 1, 1.5)),
    ("window: `winnow` opens `fountain` at 60 frames a second or more", window([], 1000, 60)),
    ("window: 100 M particles at the default capacity at 30 frames a second or more", window(HUNDRED_MILLION, 99_000_000, 30)),
    ("one run has one state, whichever backend computes it", same_hashes),
    ("every backend agrees with the reference", all_tests),
]


def conditions(machine):
    return {"commit": machine.commit or "unknown", "card": machine.device["name"], "driver": machine.device["version"],
            "day": datetime.date.today().isoformat()}


def try_claims(machine, words):
    results = []
    for claim, tried in CLAIMS:
        if words and not any(word in claim for word in words):
            continue
        try:
            measured, holds = tried(machine)
        except Skipped as reason:
            measured, holds = f"skipped: {reason}", None
        except (AssertionError, subprocess.SubprocessError, OSError, ValueError, KeyError) as error:
            measured, holds = f"{type(error).__name__}: {error}", False
        verdict = {True: "holds", False: "FAILS", None: "skipped"}[holds]
        print(f"{verdict:8} {claim}\n         {measured}", flush=True)
        results.append({"claim": claim, "measured": measured, "holds": holds})
    return results


def main(arguments):
    output = Path(arguments.pop(0)) if arguments and arguments[0].endswith(".json") else ROOT / "build/claims.json"
    program = os.environ.get("WINNOW", str(ROOT / "build/winnow"))
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(program, folder)
        if machine.device["software"]:
            print("claims.py: OpenGL is rendered by a CPU here; claims are tried on a GPU", file=sys.stderr)
            return 3
        results = try_claims(machine, arguments)
        if not results:
            print(f"claims.py: no claim has one of the words {arguments}", file=sys.stderr)
            return 2
        text = json.dumps({**conditions(machine), "claims": []}, indent=2)
        output.write_text(text.replace("[]", "[\n    " + ",\n    ".join(map(json.dumps, results)) + "\n  ]") + "\n", encoding="utf-8")
    failed = sum(result["holds"] is False for result in results)
    skipped = sum(result["holds"] is None for result in results)
    print(f"{len(results) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
