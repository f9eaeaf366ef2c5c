#!/usr/bin/env python3
"""Runs clang-tidy over the sources of app: tidy.py BUILD. BUILD is a configured build, which has compile_commands.json.

Most of clang-tidy's time goes into headers, so several units are read as one. Where that finds anything, each of them is read
alone and decides: rooms may give the same name to functions of their own."""
import concurrent.futures
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

CHECKS = pathlib.Path(__file__).resolve().parents[2] / ".clang-tidy"
JOINED = 4  # units that are read as one


def for_clang(command):
    """Returns the arguments without what clang cannot read: headers that GCC has precompiled, and its parameters. GCC's
    warning options, some of which clang does not know, stay."""
    words = [word for word in shlex.split(command) if not word.startswith("--param=")]
    return [word for before, word in zip(["", *words], words) if "-include" not in (before, word)]


def units_of(build):
    """Returns the compile commands of app. A unit is a file, or includes several (unity build)."""
    return [{"directory": unit["directory"], "file": unit["file"], "arguments": for_clang(unit["command"])}
            for unit in json.loads((build / "compile_commands.json").read_text())
            if "/app/" in unit["file"] and not unit["file"].endswith((".S", "cmake_pch.hxx.cxx"))]


def joined(units, folder):
    """Returns units that include up to JOINED others, of different rooms, and those others: (unit, units). What has
    definitions of its own stays alone."""
    parts = sorted((unit for unit in units if "/Unity/" in unit["file"]), key=lambda unit: unit["file"])
    widest = max(parts, key=lambda unit: len(unit["arguments"]), default=None)  # it sees the headers of all rooms
    count = -(-len(parts) // JOINED)
    for index in range(count):
        own = parts[index::count]
        path = folder / f"joined_{index}.cpp"
        path.write_text("".join(f'#include "{unit["file"]}"\n' for unit in own))
        arguments = [str(path) if word == widest["file"] else word for word in widest["arguments"]]
        yield {**widest, "file": str(path), "arguments": arguments}, own
    for unit in units:
        if unit not in parts:
            yield unit, [unit]


def findings(unit, folder):
    """Returns what clang-tidy says, or an empty text if it finds nothing."""
    result = subprocess.run(
        ["clang-tidy", "--quiet", "-p", folder, f"--config-file={CHECKS}", "--extra-arg=-Wno-unknown-warning-option", unit["file"]],
        capture_output=True, text=True)
    return "" if result.returncode == 0 else result.stdout or result.stderr or f"clang-tidy: status {result.returncode}\n"


def main():
    units = units_of(pathlib.Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        work = list(joined(units, folder))
        (folder / "compile_commands.json").write_text(json.dumps([unit for unit, _ in work] + units))

        def said(task):
            unit, own = task
            text = findings(unit, folder)
            return "".join(findings(one, folder) for one in own) if text and own != [unit] else text
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            text = "".join(pool.map(said, work))
    sys.stdout.write(text)
    return 1 if text else 0


if __name__ == "__main__":
    sys.exit(main())
