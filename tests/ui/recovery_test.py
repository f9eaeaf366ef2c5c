"""Checks in the real window that unsaved changes survive a crash. Runs under Xvfb, with the harness of window_test.py."""
import sys

from window_test import PATIENCE, SCENE, Window, run_under_xvfb, wait_for
from edit_test import wait_widget

EFFECT = '{"format": 2, "name": "Kept", "emitters": [{"rate": 2000}]}'


def check_all(winnow, display, folder):
    path = folder / "kept.json"
    path.write_text(EFFECT)
    copies = folder / "config" / "winnow" / "recovery"
    with Window(winnow, display, folder, "crashing", [str(path), *SCENE]) as window:
        window.show_whole_panel()
        window.click("emitter/position/0", 0.8)
        window.wait("an edit", lambda: window.value("emitter/position/0") > 2)
        edited = window.value("emitter/position/0")
        window.wait("the copy", lambda: list(copies.glob("*.json")))
        window.process.kill()
        window.process.wait(PATIENCE)
    with Window(winnow, display, folder, "next", SCENE) as window:
        window.show_whole_panel()
        wait_widget(window, "recovered/open")
        window.click("recovered/open")
        window.wait_value("emitter/position/0", edited)
        wait_widget(window, "recovered/open", False)
        window.key("ctrl+s")
        wait_for("the saved file", lambda: '"position"' in path.read_text(), window.process)
        assert window.close() == 0
    assert not list(copies.glob("*.json")), "a copy was left behind"
    return f"an edit survived a crash: {edited}"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
