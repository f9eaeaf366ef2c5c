"""Checks edits in the real window: saving, undo, reset, and the question before edits are discarded. Runs under Xvfb, with
the harness of window_test.py.
"""
import json
import sys

from window_test import PATIENCE, SCENE, Window, replace, run_under_xvfb
from replay_test import notices, rendered, states
from x11 import drop_file, press_close_button

EFFECT = '{"format": 2, "name": "Kept", "emitters": [{"position": [0.5, 0, 0], "rate": 2000}]}'
BULLET = " \u2022"


def title(window):
    return window.xdotool("getwindowname", window.id).strip()


def wait_title(window, expected):
    window.wait(f"the title {expected}", lambda: title(window) == f"Winnow: {expected}")


def wait_widget(window, name, present=True):
    window.wait(f"{name} {'shown' if present else 'gone'}", lambda: (name in window.widgets()) == present)


def wait_notice(window, words):
    window.wait(f"a notice with {words}", lambda: any(words in str(text) for text in notices(window)))


def type_path(window, path):
    wait_widget(window, "dialog/path")
    window.wait("the field to have the keyboard", lambda: window.widgets()["dialog/path"]["state"] == "focused")
    window.xdotool("type", str(path))
    window.wait("the path", lambda: window.value("dialog/path") == str(path))
    window.click("dialog/confirm")


def right_click(window, name, entry):
    window.move_to(name)
    window.xdotool("mousedown", "3")
    window.wait_steps(5)
    window.xdotool("mouseup", "3")
    wait_widget(window, entry)
    window.click(entry)


def undo_and_reset(window):
    window.click("emitter/position/0", 0.8)
    window.wait("an edit", lambda: window.value("emitter/position/0") > 2)
    edited = window.value("emitter/position/0")
    wait_title(window, "Kept" + BULLET)
    assert window.value("effect/save") is True
    window.key("ctrl+z")
    window.wait_value("emitter/position/0", 0.5)
    wait_title(window, "Kept")
    window.key("ctrl+y")
    window.wait_value("emitter/position/0", edited)
    right_click(window, "emitter/position/0", "reset/default")
    window.wait_value("emitter/position/0", 0.0)
    window.key("ctrl+h")
    wait_widget(window, "history/1")
    window.click("history/1")
    window.wait_value("emitter/position/0", edited)
    window.key("Escape")
    wait_widget(window, "history/1", False)


def disagree_with_the_disk(window, path):
    """Gives both answers. The version that is not chosen is not lost: undo brings it back, or the file holds it."""
    mine = window.value("emitter/position/0")
    replace(path, EFFECT.replace("2000", "3000"))
    wait_widget(window, "conflict/keep")
    before = window.step()
    window.wait_steps(3)
    assert window.step() > before and window.value("emitter/position/0") == mine
    window.key("ctrl+s")
    wait_notice(window, "keep yours or take the file")
    window.click("conflict/keep")
    wait_widget(window, "conflict/keep", False)
    assert window.value("effect/save") is True and window.value("emitter/rate") == 2000
    replace(path, EFFECT.replace("2000", "4000"))
    wait_widget(window, "conflict/take")
    window.click("conflict/differences")
    window.wait("the rate of the file", lambda: "rate 2000, in the file 4000" in str(window.value("differences/1")))
    window.key("Escape")
    wait_widget(window, "differences/1", False)
    window.click("conflict/take")
    window.wait_value("emitter/rate", 4000)
    window.wait_value("effect/save", False)
    window.key("ctrl+z")
    window.wait_value("emitter/rate", 2000)
    window.wait_value("emitter/position/0", mine)
    window.key("ctrl+s")
    wait_title(window, "Kept")
    assert not notices(window) or not any("read again" in text for text in notices(window)), "its own save was news"
    return mine


def open_others(window, folder, path):
    broken = folder / "broken.json"
    broken.write_text('{"format": 2,\n"emitters": [{"rate": -1}]}')
    window.key("ctrl+o")
    type_path(window, broken)
    wait_notice(window, "broken.json:2")
    assert window.value("effect") == path.name
    window.key("Escape")
    wait_widget(window, "dialog/path", False)
    other = folder / "other one.json"
    other.write_text(EFFECT.replace("Kept", "Other"))
    drop_file(window, other)
    wait_title(window, "Other")
    window.click("effect")
    wait_widget(window, "effect/built-in/rain")
    window.click("effect/built-in/rain")
    wait_title(window, "Rain")
    window.click("effect")
    wait_widget(window, "effect/recent/1")
    window.click("effect/recent/1")
    wait_title(window, "Kept")


def ask_before_leaving(window, folder):
    """Edits a built-in effect and saves it to a new file."""
    window.click("effect")
    wait_widget(window, "effect/built-in/fountain")
    window.click("effect/built-in/fountain")
    wait_title(window, "Fountain")
    window.click("emitter/rate", 0.3)
    wait_title(window, "Fountain" + BULLET)
    window.key("ctrl+q")
    wait_widget(window, "dialog/cancel")
    window.key("Escape")
    wait_widget(window, "dialog/cancel", False)
    window.wait_steps(3)
    for _ in range(2):  # the second drop comes while the first is asked about
        press_close_button(window)
        wait_widget(window, "dialog/save")
        window.wait_steps(3)
    window.click("dialog/save")
    type_path(window, window.map_path)
    window.wait("the field to have the keyboard again", lambda: window.widgets()["dialog/path"]["state"] == "focused")
    window.click("dialog/confirm")  # the file exists already: confirm again
    wait_notice(window, "--ui-map")
    window.wait("the field to have the keyboard again", lambda: window.widgets()["dialog/path"]["state"] == "focused")
    window.key("ctrl+a")
    type_path(window, folder / "mine")
    assert window.process.wait(PATIENCE) == 0
    saved = json.loads((folder / "mine.json").read_text())
    assert saved["name"] == "Fountain", saved
    return saved


def check_all(winnow, display, folder):
    path = folder / "kept.json"
    path.write_text(EFFECT)
    recording = folder / "x.rec"
    with Window(winnow, display, folder, "edited", [str(path), *SCENE, "--record", str(recording)]) as window:
        window.show_whole_panel()
        assert window.value("recording").endswith("recording x.rec")
        undo_and_reset(window)
        mine = disagree_with_the_disk(window, path)
        kept = json.loads(path.read_text())
        # The keys stand in the order in which the author of the newer file wrote them.
        assert list(kept["emitters"][0]) == ["position", "rate"], kept
        assert abs(kept["emitters"][0]["position"][0] - mine) < 1e-6, kept
        open_others(window, folder, path)
        saved = ask_before_leaving(window, folder)
        made = states(window.trace())
    again = rendered(winnow, "--replay", str(recording))
    assert again == made, f"replayed: {len(again)} steps, recorded: {len(made)}"
    with Window(winnow, display, folder, "reopened", [str(folder / "mine.json"), *SCENE]) as window:
        assert window.value("emitter/rate") == saved["emitters"][0]["rate"]
        (folder / "mine.json").unlink()
        wait_notice(window, "no longer exists on disk")
        wait_title(window, "Fountain" + BULLET)
        window.key("ctrl+q")
        wait_widget(window, "dialog/discard")
        window.click("dialog/discard")
        assert window.process.wait(PATIENCE) == 0
    return f"{len(made)} steps with edits, undone and done again, replayed to the same hashes"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
