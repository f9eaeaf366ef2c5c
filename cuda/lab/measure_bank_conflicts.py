#!/usr/bin/env python3
"""Counts the bank conflicts of each step of Blelloch's tree on this GPU with Nsight Compute, and writes them as JSON.

usage: measure_bank_conflicts.py build/winnow_bank_conflicts assets/lab/bank_conflicts.json

A row is [leaves, bytes of a leaf, padding, stride, turns, conflicts]: the turns that shared memory took for all reads of
the step, and those of them that a conflict caused. The Lab shows the turns beside those of its model.
"""
import csv
import json
import subprocess
import sys
import tempfile
from pathlib import Path

TURNS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"
DEVICE = "device__attribute_display_name"


def profile(program):
    """Returns the program's output and Nsight Compute's rows, one a launch, by the names of their columns."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "ncu.csv")
        done = subprocess.run(
            ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--clock-control", "none",
             "--metrics", f"{TURNS},{CONFLICTS}", "--log-file", str(log), program],
            stdout=subprocess.PIPE, text=True, check=True)
        table = csv.reader(line for line in log.read_text().splitlines() if line.startswith('"'))
        head, _units, *rows = table
        return done.stdout, [dict(zip(head, row)) for row in rows]


def whole(text):
    return int(float(text.replace(",", "")))


def measure(program):
    printed, launches = profile(program)
    # Nsight Compute prints lines of its own among those of the program.
    steps = [line.split() for line in printed.splitlines() if line[:1].isdigit()]
    if len(steps) != len(launches) or not launches:
        sys.exit(f"measure_bank_conflicts: {len(steps)} steps, but Nsight Compute saw {len(launches)} launches")
    rows = [[int(leaves), int(size), padding, int(stride), whole(launch[TURNS]), whole(launch[CONFLICTS])]
            for (leaves, size, padding, stride), launch in zip(steps, launches)]
    return {"device": launches[0][DEVICE], "turns": TURNS, "conflicts": CONFLICTS, "rows": rows}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    measured = measure(sys.argv[1])
    rows = ",\n".join(" " + json.dumps(row) for row in measured.pop("rows"))
    Path(sys.argv[2]).write_text(json.dumps(measured)[:-1] + ', "rows": [\n' + rows + "\n]}\n")


main()
