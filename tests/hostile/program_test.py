#!/usr/bin/env python3
"""The program itself on damaged files: program_test.py WINNOW. Effects, states, recordings and reports that
the program wrote have bytes changed, removed, repeated and cut off. With any of them the program must end by
itself with status 0 or 2, refuse in one line, and leave nothing behind. WINNOW_HOSTILE=N tries N files
(default 96)."""
import os
import pathlib
import random
import subprocess
import sys
import tempfile

LIMIT = 60  # seconds for one run
LONGEST_LINE = 4000  # characters of a refusal: a path, a place and a reason
RENDER = ["--size", "32x32", "--frames", "2", "--trace", "-"]
EFFECT = """{"format": 2, "name": "Sparks", "emitters": [{"rate": 600, "lifetime": [0.1, 0.3], "modules": [
    {"module": "jet"}, {"module": "gusts", "strength": 2}]}]}"""


def run(winnow, arguments, folder):
    return subprocess.run([winnow, *arguments], cwd=folder, capture_output=True, timeout=LIMIT)


def write_samples(winnow, folder):
    """Makes the files to damage. Returns the command that reads each of them."""
    (folder / "effect.json").write_text(EFFECT)
    header = b'{"schema":1,"recording":1,"effect":' + EFFECT.encode() + b',"seed":4,"density":1,"capacity":500,"step":0}\n'
    (folder / "run.rec").write_bytes(header + b'{"step":2,"edit":{"pointer":"/effect/emitters/0/rate","value":60}}\n'
                                     b'{"step":3,"reset":true}\n{"step":4,"end":true}\n')
    for made in (run(winnow, ["render", "effect.json", "--capacity", "64", "--size", "32x32", "--frames", "9", "--save-state",
                              "run.state"], folder),
                 run(winnow, ["bench", "scan", "--sizes", "1000", "--runs", "2", "--backend", "glsl", "--json", "scan.json"],
                     folder)):
        assert made.returncode == 0, made.stderr
    return {"effect.json": ["render", "effect.json", *RENDER], "run.rec": ["render", "--replay", "run.rec", *RENDER],
            "run.state": ["render", "--load-state", "run.state", *RENDER],
            "scan.json": ["bench", "scan", "--from", "scan.json", "--report", "-"]}


def damaged(contents, chance):
    contents = bytearray(contents)
    for _ in range(chance.choice((1, 1, 2, 8))):
        at = chance.randrange(len(contents) + 1)
        length = chance.choice((1, 3, 17, 200))
        what = chance.choice(("digit", "digit", "change", "insert", "take out", "repeat", "cut off"))
        if what == "digit":
            digits = [i for i, byte in enumerate(contents) if chr(byte).isdigit()]
            if digits:
                contents[chance.choice(digits)] = ord(chance.choice("0123456789"))
        elif what == "change":
            contents[at:at + 1] = bytes([chance.randrange(256)])
        elif what == "insert":
            contents[at:at] = chance.choice((b"9" * length, b"[" * length, b'"', b"\0" * length, b"-", b"e308", b"\xff"))
        elif what == "take out":
            del contents[at:at + length]
        elif what == "repeat":
            contents[at:at] = contents[at:at + length] * 3
        else:
            del contents[at:]
    return bytes(contents)


def fault_of(ended):
    """Returns what is wrong with how the program ended; "" if nothing is."""
    if ended.returncode not in (0, 2):
        return f"status {ended.returncode}"
    refusals = [line for line in ended.stderr.decode().splitlines() if line.startswith("winnow: ")]
    if ended.returncode == 2 and len(refusals) != 1:
        return f"{len(refusals)} lines of refusal"
    return "a long refusal" if any(len(line) > LONGEST_LINE for line in refusals) else ""


def main(winnow):
    chance = random.Random(1)
    refused = taken = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        commands = write_samples(winnow, folder)
        for number in range(int(os.environ.get("WINNOW_HOSTILE", "96"))):
            file = list(commands)[number % len(commands)]
            whole = (folder / file).read_bytes()
            (folder / file).write_bytes(damaged(whole, chance))
            before = sorted(os.listdir(folder))
            ended = run(winnow, commands[file], folder)
            fault = fault_of(ended)
            assert not fault, f"{fault} on damaged file {number} ({file}):\n{ended.stderr.decode()}"
            assert sorted(os.listdir(folder)) == before, f"damaged file {number} ({file}) left a file behind"
            (folder / file).write_bytes(whole)
            refused += ended.returncode == 2
            taken += ended.returncode == 0
    assert refused and taken, "the damage is too great or too small to say anything"
    print(f"{refused} damaged files refused, {taken} taken")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
