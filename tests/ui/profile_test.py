"""Opens the tab of costs in the real window: holds the times, saves them as CSV and JSON, raises the capacity once births
are dropped, and compares two scans. The run goes on to the same hashes as one that nothing was compared beside. Runs
under Xvfb, with the harness of window_test.py.
"""
import csv
import json
import sys

from replay_test import expect_prefix, rendered, states
from window_test import Window, run_under_xvfb

EFFECT = {"format": 2, "name": "Costly", "when_full": "drop-new",
          "emitters": [{"rate": 3000, "lifetime": [5, 6], "modules": [{"module": "jet"}, {"module": "gravity"}]}]}
ARGUMENTS = ["--capacity", "512", "--density", "1"]
SIZE = (640, 700)


def save(window, folder, kind):
    window.click(f"profile/{kind}")
    return window.wait(f"the {kind} file", lambda: next(iter(folder.glob(f"winnow-costs-*.{kind}")), None))


def check_files(window, folder):
    window.wait("times of the passes", lambda: (window.value("profile/simulation") or 0) > 0)
    window.click("profile/pause")
    window.wait_value("profile/pause", True)
    with save(window, folder, "csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) > 3 and any(float(row["simulate ms"]) > 0 for row in rows), rows[:3]
    saved = json.loads(save(window, folder, "json").read_text())
    parts = {row["name"]: row["part"] for row in saved["passes"]}
    assert parts["simulate"] == "simulation" and parts["tone map"] == parts["panel"] == "drawing", parts
    assert len(saved["seconds"]) == len(rows), "the times are held"
    assert "Costly" in saved["title"]
    window.click("profile/pause")
    window.wait_value("profile/pause", False)


def compare_scans(window):
    window.click("passes", 0.9)  # folds, so that the next section is in sight
    window.click("profile/particles", 0.9)
    window.click("compare/of")
    window.click("compare/of/grid")
    window.click("compare/b")
    window.click("compare/b/reduce-then-scan")
    window.click("compare/run")
    window.wait_value("compare/state", "done")
    assert "the same state" in window.value("compare/agreement"), window.value("compare/agreement")
    assert window.value("compare/ratio") > 0


def check_all(winnow, display, folder):
    path = folder / "costly.json"
    path.write_text(json.dumps(EFFECT))
    with Window(winnow, display, folder, "costs", [str(path), *ARGUMENTS]) as window:
        window.resize(*SIZE)
        window.key("ctrl+3")
        window.wait_value("tab/profile", True)
        check_files(window, folder)
        compare_scans(window)
        window.wait("dropped births", lambda: window.value("figures/dropped") > 0)
        window.click("figures/raise")
        window.wait("more room", lambda: window.value("figures/alive") > 512)
        assert window.close() == 0
        compared = [state for state, line in zip(states(window.trace()), window.trace()) if line["alive"] <= 512]
    alone = rendered(winnow, str(path), *ARGUMENTS, "--frames", str(len(compared)), "--size", "16x16")
    expect_prefix(compared, alone, 20, "beside a comparison")
    layout = json.loads((folder / "config" / "winnow" / "layout.json").read_text())
    assert layout["tab"] == "profile" and layout["sections"]["passes"] is False, layout
    assert layout["window"][2:] == list(SIZE), layout
    return f"{len(compared)} steps with the same hashes beside a comparison"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
