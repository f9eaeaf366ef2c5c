"""Adds a module in the real window, drags a value, types a wrong expression, corrects it, and removes the module. The
recording of it replays to the same hashes. Runs under Xvfb, with the harness of window_test.py.
"""
import json
import sys

from edit_test import wait_title, wait_widget
from replay_test import rendered, states
from window_test import SCENE, Window, run_under_xvfb

EFFECT = {"format": 2, "name": "Stacked", "properties": [{"name": "push", "value": 1, "range": [0, 4]}], "emitters": [
    {"rate": 2000, "modules": [{"module": "jet"}, {"module": "size", "diameter": {"curve": [[0, 0.05], [1, 0.01]]}}]}]}
ADDED = "emitter/modules/2"
RATE, ERROR = f"{ADDED}/rate", f"{ADDED}/rate/error"


def hold(window, *keys):
    """Holds keys until a frame has seen them, because ImGui 1.86 misses keys that are released in the same frame."""
    for key in keys:
        window.xdotool("keydown", key)
    window.wait_steps(5)
    for key in reversed(keys):
        window.xdotool("keyup", key)
    window.wait_steps(5)


def wait_keyboard(window, name):
    window.wait(f"{name} to have the keyboard", lambda: window.widgets()[name]["state"] == "focused")


def type_over(window, name, text):
    window.click(name)
    wait_keyboard(window, name)
    hold(window, "ctrl", "a")
    window.xdotool("type", "--delay", "60", text)
    window.wait_value(name, text)


def add_module(window):
    window.click("emitter/add/force")
    wait_widget(window, "emitter/add/force/vortex")
    wait_keyboard(window, "emitter/add/force/search")
    window.xdotool("type", "--delay", "60", "thick air")
    window.wait_value("emitter/add/force/search", "thick air")
    wait_widget(window, "emitter/add/force/vortex", False)
    window.click("emitter/add/force/drag")
    window.wait_value(RATE, 1.0)
    wait_title(window, "Stacked \u2022")


def drag_value(window):
    window.click(RATE, 0.5)
    window.wait("the dragged value", lambda: 2.4 < window.value(RATE) < 2.6)
    window.key("ctrl+z")
    window.wait_value(RATE, 1.0)


def write_expression(window):
    """A wrong expression is explained and changes nothing; the right one is used."""
    window.click(f"{RATE}/kind")
    wait_widget(window, f"{RATE}/kind/expression")
    window.click(f"{RATE}/kind/expression")
    window.wait_value(RATE, "1")
    type_over(window, RATE, "push * lifes")
    hold(window, "Return")
    window.wait("the error", lambda: "lifes" in str(window.value(ERROR)))
    window.key("ctrl+s")
    window.wait_value("effect/save", False)
    type_over(window, RATE, "push * life")
    wait_widget(window, ERROR, False)
    hold(window, "Return")
    window.wait_value("effect/save", True)
    window.wait_steps(10)


def check_all(winnow, display, folder):
    path, recording = folder / "stacked.json", folder / "x.rec"
    path.write_text(json.dumps(EFFECT))
    arguments = [str(path), *SCENE, "--set", "push=2", "--record", str(recording)]
    with Window(winnow, display, folder, "stacked", arguments) as window:
        window.show_whole_panel()
        assert window.value("properties/push") == 2
        add_module(window)
        drag_value(window)
        write_expression(window)
        saved = json.loads(path.read_text())["emitters"][0]["modules"]
        assert saved[2] == {"module": "drag", "rate": "1"}, f"a wrong expression was saved: {saved}"
        window.click("properties/push", 0.25)
        window.wait("the property", lambda: window.value("properties/push") < 1.1)
        window.click("emitter/remove/2")
        wait_widget(window, ADDED, False)
        window.wait_steps(5)
        window.key("ctrl+s")
        window.wait_value("effect/save", False)
        assert len(json.loads(path.read_text())["emitters"][0]["modules"]) == 2
        assert window.close() == 0
        made = states(window.trace())
    again = rendered(winnow, "--replay", str(recording))
    assert again == made, f"replayed: {len(again)} steps, recorded: {len(made)}"
    return f"{len(made)} steps while a module came, changed and went, replayed to the same hashes"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
