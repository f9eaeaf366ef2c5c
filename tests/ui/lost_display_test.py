"""Destroys the window from outside, stops the X server and sends SIGTERM, and kills the server: one line reports it, and the
trace, the recording and the state are complete. Runs under Xvfb, with the harness of window_test.py.
"""
import json
import signal
import sys

from replay_test import rendered, states
from window_test import PATIENCE, SCENE, Window, run_under_xvfb


def said(text):
    return [line for line in text.splitlines() if line.startswith("winnow: ")]  # drivers print messages too


def end_by(window, display, how):
    """Ends what the window needs. Returns the status that it must have, and a word of its message."""
    if how == "killed server":
        display.server.kill()
        return 3, "display"
    if how == "destroyed window":
        window.xdotool("windowclose", window.id)
        return 3, "destroyed"
    display.server.send_signal(signal.SIGSTOP)
    window.process.send_signal(signal.SIGTERM)
    return 130, "interrupted"


def check_end(winnow, display, folder, how):
    recording, saved = folder / "x.rec", folder / "x.state"
    arguments = [*SCENE, "--record", str(recording), "--save-state", str(saved)]
    with Window(winnow, display, folder, "lost", arguments) as window:
        window.wait_steps(5)
        window.click("run/reset")
        window.wait_steps(20)
        status, word = end_by(window, display, how)
        try:
            assert window.process.wait(PATIENCE) == status
        finally:
            display.server.send_signal(signal.SIGCONT)
        made = states(window.trace())
    (line,) = said(window.said.read_text())
    assert word in line, line
    assert not list(folder.glob("*.part-*")), list(folder.iterdir())
    assert json.loads(recording.read_text().splitlines()[-1])["end"] is True
    assert rendered(winnow, "--replay", str(recording)) == made, "the recording differs from the trace"
    resumed = rendered(winnow, "--load-state", str(saved), "--frames", "3")
    assert resumed[0][0] == made[-1][0] + 1, "the state is not that of the last step"
    return len(made)


def check_all(winnow, display, folder):
    kept = []
    for how in ("destroyed window", "stopped server", "killed server"):
        place = folder / how.replace(" ", "-")
        place.mkdir()
        kept.append(check_end(winnow, display, place, how))
    return f"{kept} steps were kept"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
