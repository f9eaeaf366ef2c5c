"""Kills the X server while the window is open: one line reports it, the status is 3, and the trace, the recording and the
state are complete. Runs under Xvfb, with the harness of window_test.py.
"""
import json
import sys

from replay_test import rendered, states
from window_test import PATIENCE, SCENE, Window, run_under_xvfb


def said(text):
    return [line for line in text.splitlines() if line.startswith("winnow: ")]  # drivers print messages too


def check_killed_server(winnow, display, folder):
    recording, saved = folder / "x.rec", folder / "x.state"
    arguments = [*SCENE, "--record", str(recording), "--save-state", str(saved)]
    with Window(winnow, display, folder, "lost", arguments) as window:
        window.wait_steps(5)
        window.click("run/reset")
        window.wait_steps(20)
        display.server.kill()
        assert window.process.wait(PATIENCE) == 3
        made = states(window.trace())
    (line,) = said(window.said.read_text())
    assert "display" in line, line
    assert not list(folder.glob("*.part-*")), list(folder.iterdir())
    assert json.loads(recording.read_text().splitlines()[-1])["end"] is True
    assert rendered(winnow, "--replay", str(recording)) == made, "the recording differs from the trace"
    resumed = rendered(winnow, "--load-state", str(saved), "--frames", "3")
    assert resumed[0][0] == made[-1][0] + 1, "the state is not that of the last step"
    return f"{len(made)} steps were kept"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_killed_server))
