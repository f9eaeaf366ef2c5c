"""Makes an effect in the real window from nothing: New, emitters added, renamed, duplicated and deleted, undone, and saved.
Runs under Xvfb, with the harness of window_test.py.
"""
import json
import sys

from edit_test import BULLET, title, type_path, wait_title, wait_widget
from window_test import SCENE, Window, run_under_xvfb


def wait_rows(window, count):
    def rows():
        return sum(name.startswith("emitter/select/") for name in window.widgets())
    window.wait(f"{count} emitters", lambda: rows() == count)


def wait_typed(window, name, text):
    window.wait(f"{name} to have the keyboard", lambda: window.widgets().get(name, {}).get("state") == "focused")
    window.xdotool("type", text)
    window.wait(f"{text} in {name}", lambda: window.value(name) == text)


def make_effect(window, folder):
    window.key("ctrl+n")
    wait_widget(window, "dialog/template/fire")
    window.click("dialog/template/fire")
    wait_title(window, "Fire")
    wait_rows(window, 2)
    window.click("emitters/add")
    wait_widget(window, "emitters/add/empty")
    window.click("emitters/add/empty")
    wait_rows(window, 3)
    wait_title(window, "Fire" + BULLET)
    window.wait_value("emitter/select/2", True)
    window.key("F2")
    wait_typed(window, "emitters/name", "glow")
    window.key("Return")
    wait_widget(window, "emitters/name", False)
    window.key("ctrl+d")
    wait_rows(window, 4)
    window.wait_value("emitter/select/3", True)
    window.click("emitters/solo/3")
    window.wait_value("emitters/solo/3", True)
    window.click("emitter/select/3", 0.3)
    window.key("Delete")
    wait_rows(window, 3)
    window.key("ctrl+z")
    wait_rows(window, 4)
    window.key("ctrl+z")
    wait_rows(window, 3)
    window.key("ctrl+s")
    type_path(window, folder / "made")
    wait_title(window, "Fire")
    made = json.loads((folder / "made.json").read_text())
    assert [emitter["name"] for emitter in made["emitters"]] == ["flames", "sparks", "glow"], made
    assert all(emitter.get("emits", True) for emitter in made["emitters"]), "solo was saved"


def check_all(winnow, display, folder):
    with Window(winnow, display, folder, "made", [*SCENE]) as window:
        window.show_whole_panel()
        window.click("emitter/rate", 0.4)
        wait_title(window, title(window).removeprefix("Winnow: ").removesuffix(BULLET) + BULLET)
        window.key("ctrl+n")
        wait_widget(window, "dialog/confirm")
        window.key("Return")  # the empty one
        wait_widget(window, "dialog/discard")
        window.click("dialog/discard")
        wait_title(window, "Untitled")
        make_effect(window, folder)
        assert window.close() == 0
    return "an effect was made from nothing and saved"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
