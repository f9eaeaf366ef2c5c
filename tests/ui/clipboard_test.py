"""Pastes from programs that answer and from programs that do not: the window never waits for long, and it ends although
the program that would keep its text is silent. Runs under Xvfb, with the harness of window_test.py.
"""
import contextlib
import sys

from edit_test import wait_notice, wait_widget
from window_test import PATIENCE, SCENE, Window, run_under_xvfb
from x11 import Client

TEXT = "/a path from another program"
FIELD = "dialog/path"


@contextlib.contextmanager
def held(window, *keys):
    """Holds the keys until the work is done, because a frame sees only keys that are down."""
    window.xdotool("keydown", keys[0])
    window.wait_steps(5)  # a frame makes at most four steps
    window.xdotool("keydown", keys[1])
    try:
        yield
    finally:
        window.xdotool("keyup", keys[1], "keyup", keys[0])
        window.wait_steps(5)


def press(window, *keys):
    with held(window, *keys):
        window.wait_steps(5)


def paste_from_a_silent_program(window):
    with Client(window) as client:
        client.take_selection("CLIPBOARD")
        with held(window, "Control_L", "v"):
            client.wait_request("the window to ask for the text")
        wait_notice(window, "does not answer")
    assert window.value(FIELD) == ""


def paste_a_text(window):
    with Client(window) as client:
        client.take_selection("CLIPBOARD")
        window.xdotool("keydown", "Control_L")
        window.wait_steps(5)
        window.xdotool("keydown", "v")
        asked = client.wait_request("the window to ask for the text")
        window.xdotool("keyup", "v", "keyup", "Control_L")  # before the answer, so that the text is pasted once
        client.answer(asked, TEXT.encode())
        window.wait_value(FIELD, TEXT)


def copy_and_paste(window):
    press(window, "Control_L", "a")
    press(window, "Control_L", "c")
    press(window, "Control_L", "v")  # over what is selected
    window.wait("the field to hold the text", lambda: (window.value(FIELD) or "").startswith(TEXT))


def end_beside_a_silent_keeper(window):
    with Client(window) as client:
        client.take_selection("CLIPBOARD_MANAGER")
        window.key("Escape")
        wait_widget(window, FIELD, False)
        window.key("ctrl+q")
        return window.process.wait(PATIENCE)


def check_all(winnow, display, folder):
    with Window(winnow, display, folder, "paste", SCENE) as window:
        window.key("ctrl+o")
        window.wait("the field to have the keyboard",
                    lambda: window.widgets().get(FIELD, {}).get("state") == "focused")
        paste_from_a_silent_program(window)
        paste_a_text(window)
        copy_and_paste(window)
        assert end_beside_a_silent_keeper(window) == 0
    return "silent programs were not waited for"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
