"""Shows the saved version of an effect beside the edited one in the real window: it goes with the run to other steps, the bar
between them is dragged, and the run itself goes on to the hashes that it has alone. Runs under Xvfb, with the harness of
window_test.py.
"""
import itertools
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
    x, y = round(widget["x"] + widget["w"] / 2), round(widget["y"] + 40)
    nudge = itertools.cycle((0, 1))

    def move_until(what, condition, away=0):
        def is_reached():
            window.xdotool("mousemove", "--window", window.id, str(x + away + next(nudge)), str(y))
            return condition(window.widgets()[BAR])
        window.wait(what, is_reached)
    move_until("the pointer over the bar", lambda bar: bar["state"] == "hovered")
    window.xdotool("mousedown", "1")
    move_until("the bar held", lambda bar: bar["state"] == "held")
    move_until("the bar further right", lambda bar: bar["value"] > 0.55, away=30)
    window.xdotool("mouseup", "1")


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
