"""Checks at five frames a second that a double click adds a point and a short press of Enter answers, that a dropped picture
is explained, and that the message about a refused edit names the module as the panel does. Runs under Xvfb, with the harness of window_test.py.
"""
import json
import sys

from edit_test import title, wait_notice, wait_widget
from stack_test import wait_keyboard
from window_test import SCENE, Window, run_under_xvfb, write_display
from x11 import drop_file, least_size

FRAMES_PER_SECOND = 5
BETWEEN_CLICKS = 60  # milliseconds: both come between two frames
CURVE = "emitter/modules/3/diameter/curve"
EFFECT = {"format": 2, "name": "Slow", "emitters": [{"name": "jets", "rate": 2000, "modules": [
    {"module": "attribute", "name": "heat", "value": 1}, {"module": "disc"}, {"module": "jet", "speed": "heat"},
    {"module": "size", "diameter": {"curve": [[0, 0.05], [1, 0.01]]}}]}]}


def double_click_adds_a_point(window):
    window.click("emitter/modules/3")
    wait_widget(window, CURVE)
    window.move_to(CURVE)
    window.xdotool("click", "--repeat", "2", "--delay", str(BETWEEN_CLICKS), "1")
    window.wait("three points", lambda: len(window.value(CURVE)) == 3)


def a_short_enter_answers(window, folder):
    window.key("ctrl+o")
    wait_widget(window, "dialog/path")
    wait_keyboard(window, "dialog/path")
    window.xdotool("type", str(folder / "absent.json"))
    window.wait_value("dialog/path", str(folder / "absent.json"))
    window.key("Return")  # pressed and released between two frames
    wait_widget(window, "dialog/note")
    window.key("Escape")
    wait_widget(window, "dialog/path", False)


def dropped_files_are_explained(window, folder):
    picture = folder / "hello.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    drop_file(window, picture)
    wait_notice(window, "hello.png is not an effect")
    assert "dialog/save" not in window.widgets() and title(window).startswith("Winnow: Slow")


def check_all(winnow, display, folder):
    write_display(folder, picture_cap=FRAMES_PER_SECOND)
    path = folder / "slow.json"
    path.write_text(json.dumps(EFFECT))
    with Window(winnow, display, folder, "slow", [str(path), *SCENE]) as window:
        assert least_size(window) == (480, 300), least_size(window)
        window.show_whole_panel()
        a_short_enter_answers(window, folder)
        double_click_adds_a_point(window)
        dropped_files_are_explained(window, folder)
        window.click("emitter/remove/0")
        wait_notice(window, "jet, speed: ")
        assert window.close_unsaved() == 0
    return f"a double click at {FRAMES_PER_SECOND} frames a second adds a point"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
