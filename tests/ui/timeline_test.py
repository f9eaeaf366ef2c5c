"""Checks the timeline in the real window: every step is the same whichever way the run came to it, whatever was edited
and undone in between. Runs under Xvfb, with the harness of window_test.py.
"""
import sys

from window_test import SCENE, Window, run_under_xvfb
from edit_test import wait_notice, wait_widget

EFFECT = """{"format": 2, "name": "Timed", "emitters": [{"rate": 3000, "lifetime": [0.5, 1], "modules": [
    {"module": "jet", "speed": {"random": [3, 4]}}, {"module": "gravity"}], "bursts": [{"time": 0.5, "count": 50}]}]}"""
STATE = "winnow.state"


def at_rest(window):
    """Returns the step at which the timeline has come to rest."""
    def rests():
        widgets = window.widgets()
        return "doing" in widgets and str(widgets["doing"]["value"]).startswith("paused") and (
            widgets["timeline/track"]["value"] == widgets["timeline/step"]["value"])
    window.wait("the timeline to come to rest", rests)
    return window.value("timeline/step")


def press_until(window, key, what, condition):
    window.key(key)
    window.wait(what, condition)


def go(window, key, step):
    window.key(key)
    window.wait_value("timeline/step", step)
    assert at_rest(window) == step


def seek(window, share):
    """Returns the step below that share of the track."""
    before = window.value("timeline/step")
    window.move_to("figures/step")  # else a pointer that is over the track already would stay where it is
    window.click("timeline/track", share)
    window.wait("another step", lambda: window.value("timeline/step") != before)
    return at_rest(window)


def state(window, folder):
    path = folder / STATE
    path.unlink(missing_ok=True)
    window.key("s")
    wait_notice(window, "Saved the state")
    window.wait("the state", path.exists)
    window.dismiss_notices()
    return path.read_bytes()


def steps_both_ways(window, folder):
    step = seek(window, 0.2)
    assert 0 < step < 100, step
    first = state(window, folder)
    go(window, "period", step + 1)
    later = state(window, folder)
    go(window, "comma", step)
    assert state(window, folder) == first, "a step back is not what it was"
    newest = window.widgets()["timeline/step"]
    go(window, "shift+Home", 0)
    window.key("shift+End")
    window.wait("the newest step", lambda: window.value("timeline/step") > step)
    assert at_rest(window) >= 100, newest
    assert seek(window, 0.2) == step
    assert state(window, folder) == first, "a step is not what it was after a way round"
    return step, first, later


def edit_the_past(window, folder, step, first, later):
    window.click("timeline/edits")
    wait_widget(window, "timeline/edits/first-step")
    window.click("timeline/edits/first-step")
    window.wait_value("timeline/edits", "first-step")
    alive = window.value("figures/alive")
    window.click("emitter/rate", 0.05)
    window.wait("fewer particles", lambda: window.value("figures/alive") < alive)
    assert at_rest(window) == step, "the playhead has moved"
    window.key("ctrl+z")
    window.wait_value("emitter/rate", 3000)
    window.wait_value("figures/alive", alive)
    assert at_rest(window) == step
    assert state(window, folder) == first, "the edit was not undone where it was made"
    go(window, "period", step + 1)
    assert state(window, folder) == later
    go(window, "comma", step)


def repeat_a_stretch(window, step):
    window.key("bracketleft")
    window.wait_value("timeline/loop", True)
    for i in range(1, 5):
        go(window, "period", step + i)
    window.key("bracketright")
    press_until(window, "space", "the run", lambda: window.value("run/pause") is False)
    for _ in range(3):  # it comes to its end, and round to its beginning
        window.wait("the end of the stretch", lambda: window.value("timeline/track") == step + 4)
        window.wait("its beginning", lambda: window.value("timeline/track") < step + 4)
    window.key("shift+l")
    window.wait_value("timeline/loop", False)
    window.wait("the run to leave the stretch", lambda: window.value("timeline/track") > step + 6)
    window.key("space")
    window.wait_value("run/pause", True)


def go_to_markers(window):
    marked = seek(window, 0.1)
    window.key("k")
    seek(window, 0.3)
    go(window, "shift+comma", marked)


def check_all(winnow, display, folder):
    path = folder / "timed.json"
    path.write_text(EFFECT)
    with Window(winnow, display, folder, "timeline", [str(path), *SCENE], traced=False) as window:
        window.show_whole_panel()
        window.wait("100 steps", lambda: window.value("timeline/step") > 100)
        step, first, later = steps_both_ways(window, folder)
        edit_the_past(window, folder, step, first, later)
        repeat_a_stretch(window, step)
        go_to_markers(window)
        assert window.close() == 0
    with Window(winnow, display, folder, "forwards", [str(path), *SCENE]) as window:
        window.wait("the timeline", lambda: "timeline/back" in window.widgets())
        assert not window.widgets()["timeline/back"]["enabled"]
        window.key("comma")
        wait_notice(window, "a trace is written, which holds each step once")
        assert window.close() == 0
    return f"step {step} came out the same after steps back, a way round, and an edit undone"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
