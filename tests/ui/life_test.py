"""Follows a particle in the real window: lists those in a rectangle, picks one by its row and by a click on the picture, goes
to its death and its birth, and exports what is known. Runs under Xvfb, with the harness of window_test.py.
"""
import csv
import sys

from edit_test import wait_notice, wait_widget
from timeline_test import at_rest
from window_test import SCENE, Window, run_under_xvfb

# A few particles far from each other.
EFFECT = """{"format": 2, "name": "Few", "emitters": [{"name": "drops", "rate": 4, "lifetime": [2, 3], "modules": [
    {"module": "box", "size": [2, 1.5, 0.1]}, {"module": "gravity", "acceleration": [0, -0.05, 0]},
    {"module": "attribute", "name": "weight", "value": {"random": [1, 2]}}]}],
    "view": {"target": [0, 0, 0], "distance": 4, "yaw": 0, "pitch": 0, "orbit": 0}}"""
SIZE = (900, 600)


def drag_with_control(window, begin, end):
    """Holds each state until a frame has seen it: the figures of the paused run stand still, so the map tells no frames."""
    window.xdotool("mousemove", "--window", window.id, *map(str, begin))
    window.xdotool("keydown", "Control_L")
    window.xdotool("mousedown", "1")
    window.xdotool("sleep", "0.5")
    window.xdotool("mousemove", "--window", window.id, *map(str, end))
    window.xdotool("sleep", "0.5")
    window.xdotool("mouseup", "1")
    window.xdotool("keyup", "Control_L")


def exported(window, folder, button, prefix):
    window.click(button)
    wait_notice(window, f"winnow-{prefix}-")
    path, = folder.glob(f"winnow-{prefix}-*.csv")
    with path.open() as file:
        return list(csv.reader(file))


def list_and_follow(window, folder):
    drag_with_control(window, (330, 5), (SIZE[0] - 5, SIZE[1] - 60))
    wait_widget(window, "particle-table/rows")
    alive = window.value("figures/alive")
    assert window.value("particle-table/rows") == alive, "the rectangle has not all of them"
    rows = exported(window, folder, "particle-table/csv", "particles")
    assert len(rows) == alive + 1 and "weight" in rows[0], rows
    window.click("particle-table/sort/3")  # the youngest first, so that it does not die at once
    window.wait("the order", lambda: "^" in str(window.value("particle-table/sort/3")))
    window.click("particle-table/row/0", 0.02)
    wait_widget(window, "particle/mark")
    title, mark = window.value("particle/title"), window.place_at_rest("particle/mark")
    window.click("particle-table/row/1", 0.02)
    window.wait("another particle", lambda: window.value("particle/title") != title)
    window.click("particle-table/close")
    wait_widget(window, "particle-table/rows", False)
    return title, mark


def pick(window, title, mark):
    """The picture is where it was, because the card has stayed."""
    window.place_at_rest("particle/mark")
    drag_with_control(window, mark, mark)
    window.wait_value("particle/title", title)


def live_and_die(window, folder, title):
    window.wait("the notes", lambda: window.value("particle/parts-match") is True)
    assert "gravity, module 2: acceleration (0, -0.05, 0)" in window.value("particle/part/0")
    window.click("particle/to-death")
    window.wait("the reason", lambda: "its lifetime has ended" in str(window.value("particle/fate")))
    death = at_rest(window)
    assert f"in step {death}:" in window.value("particle/fate")
    assert window.value("particle/vote") == "0: it dies"
    rows = exported(window, folder, "particle/csv", "particle")
    assert len(rows) > 20 and rows[0][-1] == "weight" and len({row[-1] for row in rows[1:]}) == 1, rows[:2]
    window.click("particle/to-birth")
    birth = int(title.split()[1].split(".")[0])
    window.wait_value("timeline/step", birth)
    window.wait("its first state", lambda: str(window.value("particle/age")).startswith("0 of "))
    window.wait("what it was born with", lambda: "attribute, module 3: weight = " in str(window.value("particle/part/2")))
    assert window.value("particle/part/0").startswith("begins: at (0, 0, 0) m") and window.value("particle/parts-match") is True
    return birth, death


def check_all(winnow, display, folder):
    path = folder / "few.json"
    path.write_text(EFFECT)
    with Window(winnow, display, folder, "life", [str(path), *SCENE], traced=False) as window:
        window.resize(*SIZE)
        window.wait("some particles", lambda: window.value("timeline/step") > 150)
        window.key("space")
        window.wait_value("run/pause", True)
        at_rest(window)
        title, mark = list_and_follow(window, folder)
        pick(window, title, mark)
        birth, death = live_and_die(window, folder, title)
        window.key("i")
        wait_widget(window, "particle/close")
        assert window.close() == 0
    return f"{title} was born in step {birth} and died in step {death}"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
