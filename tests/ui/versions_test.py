"""Shows the saved version of an effect beside the edited one in the real window: it goes with the run to other steps, the bar
between them is dragged, and the run itself goes on to the hashes that it has alone. Runs under Xvfb, with the harness of
window_test.py.
"""
import json
import sys

from edit_test import wait_widget
from replay_test import expect_prefix, rendered, states
from window_test import Window, run_under_xvfb

EFFECT = {"format": 2, "name": "Twice", "emitters": [{"rate": 300, "modules": [{"module": "jet"}, {"module": "gravity"}]}]}
ARGUMENTS = ["--capacity", "4096", "--density", "1"]
BAR, AGREEMENT = "versions/bar", "versions/agreement"


def show_the_saved_version(window):
    window.open_tab("profile")
    window.click("versions")
    window.click("versions/run")
    wait_widget(window, BAR)
    window.wait("an agreement", lambda: "the same state" in str(window.value(AGREEMENT)))


def drag_the_bar(window):
    widget = window.widgets()[BAR]
    x, y = widget["x"] + widget["w"] / 2, widget["y"] + 40
    moves = [part for away in (0, 10, 30) for part in ("mousemove", "--window", window.id, str(round(x + away)), str(round(y)),
                                                     "sleep", "0.2", *(["mousedown", "1", "sleep", "0.2"] if away == 0 else []))]
    window.xdotool(*moves, "mouseup", "1")
    window.wait("the bar further right", lambda: window.value(BAR) > 0.55)


def check_all(winnow, display, folder):
    path = folder / "twice.json"
    path.write_text(json.dumps(EFFECT))
    with Window(winnow, display, folder, "versions", [str(path), *ARGUMENTS]) as window:
        window.show_whole_panel()
        show_the_saved_version(window)
        drag_the_bar(window)
        window.wait_steps(5)
        made = window.step()
        window.open_tab("effect")
        window.click("emitter/rate", 0.9)
        window.open_tab("profile")
        window.wait("another state", lambda: "differ" in str(window.value(AGREEMENT)))
        assert window.value("versions/ratio") > 0
        window.click("versions/run")
        wait_widget(window, BAR, False)
        window.wait_steps(5)
        assert window.close_unsaved() == 0
        compared = states(window.trace())[:made]
    alone = rendered(winnow, str(path), *ARGUMENTS, "--frames", str(len(compared)), "--size", "16x16")
    expect_prefix(compared, alone, 10, "beside another version")
    return f"{len(compared)} steps with the same hashes beside another version"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
