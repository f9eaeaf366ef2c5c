#!/usr/bin/env python3
"""Counts what CTest reported: summary.py REPORT.xml... names the skipped tests with their reasons and the failed
ones with the end of what they said, then prints the totals on a line of their own. A test of CTest that is a suite of
GoogleTest counts as the tests that it ran."""
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict

LINES_OF_A_FAILURE = 30
ENDED = re.compile(r"^\[(       OK |  SKIPPED |  FAILED  )\] (.*?)(?:, where GetParam\(\) = .*)? \(\d+ ms\)$", re.MULTILINE)
OUTCOMES = {"OK": "passed", "SKIPPED": "skipped", "FAILED": "failed"}


def cases(report):
    """Yields (name, outcome, output) of each test in a JUnit file written by ctest."""
    for name, outcome, output in processes(report):
        end, counted = 0, set()
        for test in ENDED.finditer(output):
            counted.add(OUTCOMES[test[1].strip()])
            yield f"{name}.{test[2].partition('.')[2]}", OUTCOMES[test[1].strip()], output[end:test.end()]
            end = test.end()
        if not counted or outcome == "failed" not in counted:  # a script, or a process that did not end by itself
            yield name, outcome, output


def processes(report):
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        if case.find("failure") is not None:
            outcome = "failed"
        elif case.find("skipped") is not None:
            outcome = "skipped"
        else:
            outcome = "passed"
        yield case.get("name"), outcome, case.findtext("system-out") or ""


def reason(output):
    """Why a test skipped: GoogleTest's message, or the last line that a script printed."""
    message = re.search(r": Skipped\n(.*?)\n*(?:\n\n|\[|$)", output, re.DOTALL)
    if message and message.group(1).strip():
        return " ".join(message.group(1).split())
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason given"


def main(reports):
    names = defaultdict(list)
    reasons = defaultdict(list)
    said = {}
    for report in reports:
        for name, outcome, output in cases(report):
            names[outcome].append(name)
            if outcome == "skipped":
                reasons[reason(output)].append(name)
            elif outcome == "failed":
                said[name] = output.splitlines()[-LINES_OF_A_FAILURE:]
    for why, skipped in reasons.items():
        more = f" and {len(skipped) - 3} more" if len(skipped) > 3 else ""
        print(f"skipped: {', '.join(skipped[:3])}{more}: {why}")
    for name in names["failed"]:
        print(f"failed: {name}", *said[name], sep="\n    ")
    print(f"{len(names['passed'])} passed, {len(names['failed'])} failed, {len(names['skipped'])} skipped")


if __name__ == "__main__":
    main(sys.argv[1:])
