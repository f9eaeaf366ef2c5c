"""Checks that the keyboard alone suffices, that dialogs keep the keys, that numbers count on Enter, that points are added by buttons, that a notice
under the pointer stays, and that a paused window which nobody touches is not drawn. Runs under Xvfb, with the harness of window_test.py.
"""
import json
import os
import sys
import time

from edit_test import notices, type_path, wait_notice, wait_title, wait_widget
from stack_test import hold, wait_keyboard
from window_test import SCENE, Window, run_under_xvfb

EFFECT = {"format": 2, "name": "Keys", "emitters": [{"rate": 2000, "lifetime": [5, 20], "modules": [
    {"module": "size", "diameter": {"curve": [[0, 0.05], [1, 0.01]]}}]}]}
CURVE = "emitter/modules/0/diameter/curve"
QUITS = "Ctrl+Q quits"
NOTICE_STAYS = 6  # seconds; Notices::news_stay
LOOK = 0.5   # seconds
WATCHED = 3  # seconds
MOST_CPU = 0.03  # of a core


def find(window, words, name):
    """Finds a row of the panel by words; it has the keyboard then, and counts as hovered."""
    window.key("ctrl+p")
    wait_widget(window, "finder/query")
    wait_keyboard(window, "finder/query")
    window.xdotool("type", words)
    window.wait_value("finder/query", words)
    window.key("Return")
    window.wait(f"the keyboard on {name}", lambda: window.widgets().get(name, {}).get("state") == "hovered")


def the_keyboard_suffices(window, folder):
    """Discards changes, opens an effect, changes a value, adds a module and saves it all, without the mouse."""
    path = folder / "other.json"
    path.write_text(json.dumps({**EFFECT, "name": "Other"}))
    window.key("ctrl+o")
    wait_widget(window, "dialog/path")
    wait_keyboard(window, "dialog/path")
    window.xdotool("type", str(path))
    window.wait_value("dialog/path", str(path))
    window.key("Return")
    wait_widget(window, "dialog/discard")
    window.key("Tab")
    window.wait_value("dialog/discard", True)
    window.key("Return")
    wait_title(window, "Other")
    wait_widget(window, "dialog/discard", False)  # until then it has the keys
    window.xdotool("mousemove", "--window", window.id, "5", "5")  # away from what it could hover
    window.key("F6")
    find(window, "rate of the emitter", "emitter/rate")
    window.key("Return")
    wait_keyboard(window, "emitter/rate")
    window.xdotool("type", "--delay", "60", "77")
    window.wait_steps(5)
    window.key("Return")
    window.wait_value("emitter/rate", 77.0)
    find(window, "size module of", "emitter/modules/0")
    while window.widgets()["emitter/add/force"]["state"] != "hovered":
        window.key("Up")
        window.wait_steps(13)  # three frames, which make at most four steps each
    window.key("space")
    wait_widget(window, "emitter/add/force/drag")
    wait_keyboard(window, "emitter/add/force/search")
    window.xdotool("type", "--delay", "60", "drag")
    window.wait_value("emitter/add/force/search", "drag")
    window.key("Return")
    wait_widget(window, "emitter/modules/1/rate")
    window.key("F6")
    window.key("ctrl+s")
    window.wait_value("effect/save", False)
    saved = json.loads(path.read_text())["emitters"][0]
    assert saved["rate"] == 77 and saved["modules"][1]["module"] == "drag", saved
    window.key("ctrl+z")
    window.key("ctrl+z")
    window.wait_value("emitter/rate", 2000.0)


def dialogs_keep_the_keys(window, folder):
    state = folder / "winnow.state"
    state.write_text("another run's")
    step = window.step()
    window.key("ctrl+shift+s")
    wait_widget(window, "dialog/path")
    wait_keyboard(window, "dialog/path")
    window.key("ctrl+a")
    window.xdotool("type", str(folder / "absent" / "dir" / "x.json"))
    hold(window, "Return")
    wait_widget(window, "dialog/note")
    wait_keyboard(window, "dialog/path")  # again, so that the next keys are typed
    window.xdotool("type", "sr n.json")
    window.wait_value("dialog/path", "sr n.json")
    window.key("Escape")
    wait_widget(window, "dialog/path", False)
    assert window.step() > step, "the run was reset"
    assert state.read_text() == "another run's"
    window.wait_steps(2)  # the field that was closed has the keyboard for one frame more
    window.key("s")  # a state that is there is replaced only after a question
    wait_widget(window, "dialog/confirm")
    window.key("Tab")
    window.key("space")
    window.key("Escape")
    wait_widget(window, "dialog/confirm", False)
    assert "run/pause" in window.widgets() and state.read_text() == "another run's"
    window.wait_steps(2)
    window.key("s")
    wait_widget(window, "dialog/confirm")
    hold(window, "Return")
    wait_notice(window, "Saved the state")
    assert state.read_bytes() != b"another run's"
    window.key("Escape")  # ends nothing
    wait_notice(window, "Ctrl+Q quits")


def type_number(window, name, text, key):
    window.move_to(name)
    window.xdotool("keydown", "ctrl")
    window.wait_steps(5)
    window.xdotool("mousedown", "1")
    window.wait_steps(5)
    window.xdotool("mouseup", "1")
    window.xdotool("keyup", "ctrl")
    wait_keyboard(window, name)
    window.xdotool("type", "--delay", "60", text)
    window.wait_steps(5)
    hold(window, key)


def numbers_count_once_entered(window):
    type_number(window, "emitter/lifetime/1", "12", "Return")
    window.wait_value("emitter/lifetime/1", 12.0)
    assert window.value("emitter/lifetime/0") == 5.0, "the first digit has drawn the other end down"
    type_number(window, "emitter/rate", "1e99", "Return")
    wait_notice(window, "rate")
    assert window.value("emitter/rate") == 2000, window.value("emitter/rate")
    type_number(window, "emitter/rate", "77", "Escape")
    window.wait_steps(5)
    assert window.value("emitter/rate") == 2000


def points_come_and_go(window):
    wait_widget(window, CURVE)  # the module is open since it was found
    window.click(f"{CURVE}/add")
    window.wait("three points", lambda: len(window.value(CURVE)) == 3)
    window.click(f"{CURVE}/remove")
    window.wait("two points", lambda: len(window.value(CURVE)) == 2)


def cpu_seconds(process):
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def used_in(process, seconds):
    """Returns how much of a core the process needs in that time."""
    before = cpu_seconds(process)
    time.sleep(seconds)
    return (cpu_seconds(process) - before) / seconds


def a_notice_waits_for_the_pointer(window):
    over = False
    while not over:  # on a busy machine it may end before the pointer is there
        window.key("Escape")
        wait_notice(window, QUITS)
        over = window.move_to("notices/dismiss", may_end=True) == "over"
    time.sleep(NOTICE_STAYS + 1)
    assert any(QUITS in str(text) for text in notices(window)), notices(window)


def a_still_window_rests(window):
    window.dismiss_notices()  # the end of a notice is drawn
    window.click("run/pause")
    window.wait_value("run/pause", True)
    # Nothing reports that no frame is drawn any more, and on a busy machine the last ones take long.
    window.wait("the last frame", lambda: used_in(window.process, LOOK) < MOST_CPU)
    used = used_in(window.process, WATCHED)
    assert used < MOST_CPU, f"{used:.3f} of a core"
    window.click("run/pause")  # it wakes at once
    window.wait_value("run/pause", False)
    window.wait_steps(3)
    return used


def check_all(winnow, display, folder):
    path = folder / "keys.json"
    path.write_text(json.dumps(EFFECT))
    with Window(winnow, display, folder, "keys", [str(path), *SCENE]) as window:
        window.show_whole_panel()
        dialogs_keep_the_keys(window, folder)
        numbers_count_once_entered(window)
        the_keyboard_suffices(window, folder)
        points_come_and_go(window)
        a_notice_waits_for_the_pointer(window)
        used = a_still_window_rests(window)
        assert window.close_unsaved() == 0
    return f"paused and untouched, the window needs {used:.3f} of a core"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
