"""Drags handles in the picture of the real window, as one edit each, and moves the camera: while the run is paused, to the
effect's view and back, and round. Runs under Xvfb, with the harness of window_test.py.
"""
import itertools
import sys

from edit_test import wait_widget
from window_test import SCENE, Window, run_under_xvfb

EFFECT = """{"format": 2, "name": "Handled", "view": {"target": [0.4, 1, 0], "yaw": 0, "pitch": 10, "distance": 6, "orbit": 0}, "emitters": [
    {"rate": 1000, "lifetime": 1, "position": [0, 1, 0], "modules": [{"module": "jet", "speed": 3}]}]}"""
PLACE = "handle/emitters/0/position"


def middle(window, name):
    widget = window.widgets()[name]
    return int(widget["x"] + widget["w"] / 2), int(widget["y"] + widget["h"] / 2)


def drag(window, name, right, down):
    """A handle that still glides can leave the pointer between the frame that saw it there and the press."""
    window.place_at_rest(name)

    def is_reached():
        window.move_to(name)
        return window.widgets()[name]["state"] == "hovered"
    window.wait(f"the pointer over {name}", is_reached)
    x, y = middle(window, name)
    window.xdotool("mousedown", "1")
    window.wait(f"{name} held", lambda: window.widgets()[name]["state"] == "held")
    for part in (1, 2, 3, 4):
        window.xdotool("mousemove", "--window", window.id, str(x + right * part // 4), str(y + down * part // 4))
        window.wait_steps(5)  # a frame makes at most four steps
    window.xdotool("mouseup", "1")
    window.wait(f"{name} released", lambda: window.widgets()[name]["state"] != "held")


def place(window):
    return [window.value(f"emitter/position/{i}") for i in range(3)]


def drag_a_place(window):
    window.key("e")
    wait_widget(window, PLACE)
    before, seen = place(window), middle(window, PLACE)
    drag(window, PLACE, 60, 0)
    window.wait("another place", lambda: place(window) != before)
    assert place(window)[0] > before[0] and abs(place(window)[1] - before[1]) < 0.05, place(window)
    wait_widget(window, f"{PLACE}/y")
    assert middle(window, PLACE)[0] > seen[0] + 40, "the handle follows the mouse"
    window.key("ctrl+z")
    window.wait("the place before the whole drag", lambda: place(window) == before)


def drag_the_camera(window):
    """A drag beside the handles turns the camera, although the run is paused. The pointer arrives some frames before it is pressed:
    a press in the frame in which it leaves a handle belongs to the handle."""
    window.xdotool("mousemove", "--window", window.id, "500", "300")
    window.wait_steps(5)
    window.key("space")
    window.wait_value("run/pause", True)
    before = middle(window, PLACE)
    places = itertools.cycle((460, 400))
    window.xdotool("mousedown", "1")

    def turned():
        window.xdotool("mousemove", "--window", window.id, str(next(places)), "340")
        return middle(window, PLACE) != before
    window.wait("the camera to turn", turned)
    window.xdotool("mouseup", "1")
    window.key("ctrl+Home")
    window.wait_value("effect/save", True)
    window.key("ctrl+z")
    window.wait_value("effect/save", False)


def check_all(winnow, display, folder):
    path = folder / "handled.json"
    path.write_text(EFFECT)
    with Window(winnow, display, folder, "handles", [str(path), *SCENE], traced=False) as window:
        window.resize(600, 1000)
        window.wait("the new size", lambda: window.widgets()["timeline/track"]["y"] > 600)
        window.wait_steps(5)
        drag_a_place(window)
        drag_the_camera(window)
        window.key("e")
        wait_widget(window, PLACE, False)
        assert window.close() == 0
    return "a place was dragged and undone, and the camera moved while the run was paused"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
