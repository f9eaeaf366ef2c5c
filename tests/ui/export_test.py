"""Makes films and pictures in the real window by its keys and its export window: what they hold, where they go, and that
a written file is opened by one click. Runs under Xvfb, with the harness of window_test.py.
"""
import os
import struct
import sys

from edit_test import wait_notice, wait_widget
from stack_test import type_over
from window_test import SCENE, Window, run_under_xvfb

EFFECT = """{"format": 2, "name": "Filmed", "emitters": [{"rate": 1000, "lifetime": [0.5, 1], "modules": [
    {"module": "jet", "speed": {"random": [3, 4]}}, {"module": "gravity"}]}]}"""
SIZE = (640, 400)


def size_of(png):
    return struct.unpack(">II", png.read_bytes()[16:24])


def install_viewer(folder):
    """Puts a program in front that notes which file the desktop is asked to open."""
    programs, opened = folder / "programs", folder / "opened"
    programs.mkdir()
    viewer = programs / "xdg-open"
    viewer.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    viewer.chmod(0o755)
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    return opened


def choose(window, name, entry):
    window.click(name)
    wait_widget(window, f"{name}/{entry}")
    window.click(f"{name}/{entry}")
    wait_widget(window, f"{name}/{entry}", False)


def choose_film(window, file, choices=()):
    window.key("ctrl+e")
    wait_widget(window, "export/film/record")
    for name, entry in choices:
        choose(window, f"export/film/{name}", entry)
    type_over(window, "export/film/file", file)
    window.key("Return")
    window.wait("the field to be left", lambda: window.widgets()["export/film/file"]["state"] != "focused")
    window.wait_steps(5)  # a frame makes at most four steps: the next one takes keys again
    window.key("ctrl+e")
    wait_widget(window, "export/film/record", False)


def film(window, folder, opened):
    choose_film(window, "frames", [("size", "640x360"), ("rate", "30")])
    window.key("F9")
    wait_widget(window, "film")
    begun = window.value("timeline/step")
    window.wait_step(begun + 10)
    window.key("F9")
    wait_notice(window, "of film to")
    frames = sorted((folder / "frames").iterdir())
    assert len(frames) >= 4 and all(size_of(one) == (640, 360) for one in frames), frames
    assert frames[0].read_bytes() != frames[-1].read_bytes()
    assert window.step() - begun >= 2 * (len(frames) - 1), "two steps a frame"
    window.click("notice/0/open")
    window.wait("the viewer", lambda: opened.exists() and opened.read_text().strip() == str(folder / "frames"))
    window.dismiss_notices()
    return len(frames)


def refused_film(window):
    window.key("F9")
    wait_notice(window, "exists already")
    assert "film" not in window.widgets()


def pictures(window, folder):
    def saved(key):
        before = set(folder.glob("winnow-*.png"))
        window.key(key)
        window.wait("a picture", lambda: set(folder.glob("winnow-*.png")) - before)
        return (set(folder.glob("winnow-*.png")) - before).pop()
    window.key("space")
    alone, again, whole = saved("F12"), saved("F12"), saved("shift+F12")
    assert size_of(alone) == size_of(whole) == SIZE
    assert alone.read_bytes() == again.read_bytes() != whole.read_bytes(), "the panel lies over one of them alone"


def check_all(winnow, display, folder):
    path = folder / "filmed.json"
    path.write_text(EFFECT)
    opened = install_viewer(folder)
    with Window(winnow, display, folder, "export", [str(path), *SCENE], traced=False) as window:
        window.resize(*SIZE)
        frames = film(window, folder, opened)
        refused_film(window)
        pictures(window, folder)
        assert window.close() == 0
    return f"{frames} frames of a film, and three pictures"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
