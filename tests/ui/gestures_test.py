"""Makes the gestures of the mouse at eight frames a second, where presses and moves come between two frames: double clicks on a
marker of the timeline and on the name of an emitter, drags of a point of a curve, of its slope and of an emitter, and a lasso. Runs under Xvfb,
with the harness of window_test.py.
"""
import json
import sys
import time

from edit_test import wait_widget
from stack_test import wait_keyboard
from timeline_test import STATE, at_rest, seek
from window_test import PATIENCE, SCENE, Window, run_under_xvfb, write_display

FRAMES_PER_SECOND = 8
BETWEEN_CLICKS = 60  # milliseconds: both come between two frames
ATTEMPTS = 4
LONGEST_DOUBLE_CLICK = 0.4  # seconds, the window's
A_FRAME = 1.5 / FRAMES_PER_SECOND  # seconds in which at least one frame passes
MODULE = "emitter/modules/1"
CURVE = f"{MODULE}/diameter/curve"
EFFECT = {"format": 2, "name": "Gestures", "emitters": [
    {"name": name, "rate": 300, "modules": [{"module": "jet"}, {"module": "size", "diameter": {"curve": [[0, 0.05], [1, 0.01]]}}]}
    for name in ("first", "second", "third")]}


def middle(window, name):
    widget = window.widgets()[name]
    return widget["x"] + widget["w"] / 2, widget["y"] + widget["h"] / 2


def double_click(window, name, share, what, has_answered):
    """Clicks that a busy machine sets too far apart are made again. Of those that were quick enough one may go unanswered, because
    a frame that takes longer than a double click may lie between them, but not two.
    """
    unanswered = 0
    for _ in range(ATTEMPTS):
        window.move_to("figures/step")  # else a pointer that is over it already would stay where it is
        window.move_to(name, share)
        began = time.monotonic()
        window.xdotool("click", "--repeat", "2", "--delay", str(BETWEEN_CLICKS), "1")
        was_quick = time.monotonic() - began < LONGEST_DOUBLE_CLICK
        end = time.monotonic() + PATIENCE / ATTEMPTS
        while time.monotonic() < end:
            if has_answered():
                return
            time.sleep(A_FRAME)
        unanswered += was_quick
        assert unanswered < 2, f"two double clicks on {name}, without {what}"
    raise AssertionError(f"{ATTEMPTS} slow double clicks on {name}, without {what}")


def drag(window, way, keys=()):
    """Presses at the first place and goes to the others; each is held for a frame."""
    moves = []
    for i, (x, y) in enumerate(way):
        moves += ["mousemove", "--window", window.id, str(round(x)), str(round(y)), "sleep", str(A_FRAME)]
        if i == 0:
            moves += [part for key in keys for part in ("keydown", key)] + ["mousedown", "1", "sleep", str(A_FRAME)]
    window.xdotool(*moves, "mouseup", "1", *[part for key in keys for part in ("keyup", key)])


def a_marker_is_gone_to(window):
    window.key("space")
    window.wait_value("run/pause", True)
    marked = seek(window, 0.2)
    window.key("k")
    assert seek(window, 0.6) != marked
    double_click(window, "timeline/track", 0.2, "going to the marker", lambda: window.value("timeline/step") == marked)
    assert at_rest(window) == marked and window.value("run/pause") is True


def an_emitter_is_renamed(window, folder):
    double_click(window, "emitter/select/1", 0.3, "a box for its name", lambda: "emitters/name" in window.widgets())
    wait_keyboard(window, "emitters/name")
    window.xdotool("type", "spray")
    window.wait_value("emitters/name", "spray")
    window.key("Return")
    wait_widget(window, "emitters/name", False)
    assert not (folder / STATE).exists(), "the first letter of the name was taken for the key that saves a state"


def a_point_is_dragged(window):
    window.click(MODULE)
    wait_widget(window, CURVE)
    points = window.value(CURVE)
    x, y = middle(window, f"{CURVE}/1")
    drag(window, [(x, y), (x - 15, y - 6), (x - 30, y - 12)])
    window.wait("another place of the point", lambda: window.value(CURVE) != points)
    moved = window.value(CURVE)
    assert moved[0] == points[0] and moved[1][0] < 0.95 and moved[1][1] > points[1][1], moved
    undo_until(window, points, f"{CURVE}/1")


def undo_until(window, points, dragged):
    """Takes back changes of the curve, each move of a drag, until it has these points. Waits first until the dragged widget has
    been let go: a move that came between two of the changes would be taken for one of them.
    """
    window.wait("the widget to be let go", lambda: window.widgets()[dragged]["state"] != "held")
    while window.value(CURVE) != points:
        now = window.value(CURVE)
        window.key("ctrl+z")
        window.wait("an undone change", lambda: window.value(CURVE) != now)


def a_slope_is_dragged(window):
    """The last point was touched last; a handle lies before it."""
    points = window.value(CURVE)
    window.click(f"{CURVE}/slope/Free")
    window.wait("a slope of the point", lambda: len(window.value(CURVE)[1]) == 3)
    slope = window.value(CURVE)[1][2]
    wait_widget(window, f"{CURVE}/slope before")
    x, y = middle(window, f"{CURVE}/slope before")
    drag(window, [(x, y), (x, y - 8), (x, y - 16)])
    window.wait("another slope", lambda: window.value(CURVE)[1][2] < slope)
    assert window.value(CURVE)[1][:2] == points[1], "the point stays where it is"
    undo_until(window, points, f"{CURVE}/slope before")


def an_emitter_is_dragged(window):
    (x, y), (_, top) = middle(window, "emitter/select/2"), middle(window, "emitter/select/0")
    drag(window, [(x, y), (x, (y + top) / 2), (x, top - 6)])
    window.wait("the emitter to be first", lambda: window.value("emitter/select/0") is True)


def a_lasso_lists_particles(window):
    left, bottom = 350, window.widgets()["timeline/track"]["y"] - 60
    corners = [(left, 20), (490, 20), (490, bottom), ((left + 490) / 2, bottom + 20), (left, bottom), (left, 20)]
    drag(window, corners, ("Control_L", "Shift_L"))
    wait_widget(window, "particle-table/rows")
    assert 0 < window.value("particle-table/rows") <= window.value("figures/alive")


def check_all(winnow, display, folder):
    write_display(folder, picture_cap=FRAMES_PER_SECOND)
    path = folder / "gestures.json"
    path.write_text(json.dumps(EFFECT))
    with Window(winnow, display, folder, "gestures", [str(path), *SCENE], traced=False) as window:
        window.show_whole_panel()
        window.wait_step(60)
        a_marker_is_gone_to(window)
        an_emitter_is_renamed(window, folder)
        a_point_is_dragged(window)
        a_slope_is_dragged(window)
        an_emitter_is_dragged(window)
        a_lasso_lists_particles(window)
        window.key("ctrl+s")
        window.wait_value("effect/save", False)
        assert window.close() == 0
    names = [emitter["name"] for emitter in json.loads(path.read_text())["emitters"]]
    assert names == ["third", "first", "spray"], names
    return f"six gestures at {FRAMES_PER_SECOND} frames a second"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
