"""Goes through the Lab in the real window (key G): every lesson, the steps, values, an operator, a prediction, two lessons
side by side, sizes, and the tour, while the simulation goes on. Runs under Xvfb, with the harness of window_test.py.
"""
import itertools
import json
import sys
import time

from window_test import PATIENCE, SCENE, Window, run_under_xvfb, write_display

# The effect behind the Lab is small and simple, so that the software renderer keeps up; so are the windows, but that in
# which all must be in sight.
SIZE, FULL_SIZE = (480, 320), (900, 600)
SECONDS_TO_LIGHT = 5  # until what the pointer is over must have lit up
EFFECT = '{"format": 2, "emitters": [{"rate": 200, "modules": [{"module": "jet"}, {"module": "gravity"}]}]}'


def wait_widget(window, name, present=True):
    window.wait(f"{name} {'shown' if present else 'gone'}", lambda: (name in window.widgets()) == present)


def press(window, key, name, expected):
    window.key(key)
    window.wait_value(name, expected)


def type_text(window, name, text):
    """Types into a field that selects its text when it is clicked, and holds Enter until a frame has seen it."""
    window.click(name)
    window.wait(f"{name} to have the keyboard", lambda: window.widgets()[name]["state"] == "focused")
    window.xdotool("type", text)
    window.xdotool("keydown", "Return")
    window.wait_value(name, text)
    window.xdotool("keyup", "Return")


def lessons(window):
    """Returns the entries of the list, from top to bottom, without the race: it has no steps, and a test of its own."""
    return [name for name in window.widgets() if name.startswith("lab/lesson/") and name != "lab/lesson/race"]


def go_to_lesson(window, lesson):
    """Goes by keys, because its entry in the list may be out of sight."""
    wait_widget(window, "lab/pane/0")
    names = lessons(window)
    now, goal = (names.index("lab/lesson/" + one) for one in (window.value("lab/pane/0"), lesson))
    for index in range(now + 1, goal + 1) if now < goal else range(now - 1, goal - 1, -1):
        press(window, "Down" if now < goal else "Up", names[index], True)


def open_and_close(window):
    window.resize(*SIZE)
    wait_widget(window, "tour/later")
    window.click("tour/later")
    wait_widget(window, "tour/later", False)
    for key in ("g", "Escape"):
        window.key("g")
        wait_widget(window, "lab/close")
        assert "run/pause" not in window.widgets(), "the panel is covered"
        window.key(key)
        wait_widget(window, "lab/close", False)
    window.click("display/lab")
    wait_widget(window, "lab/close")


def walk_through_lessons(window):
    """Steps to the end of each lesson. A lesson that cannot have the present values takes its own."""
    before = window.step()
    names = lessons(window)
    assert len(names) >= 12, names
    for name in names:
        if name != names[0]:
            window.key("Down")
        window.wait_value(name, True)
        window.wait_value("lab/frame", 0)
        window.key("End")
        window.wait(f"the last step of {name}", lambda: window.value("lab/frame") == window.value("lab/frames") - 1)
        assert window.value("lab/pane/0") == name.split("/")[2], name
        assert "lab/error" not in window.widgets(), window.value("lab/error")
    window.wait("steps while the Lab is open", lambda: window.step() > before)
    press(window, "Down", "lab/lesson/race", True)
    press(window, "Down", names[0], True)  # round to the first, and the list scrolls to it
    window.wait("the beginning of the list", lambda: window.widgets()["lab/lesson/blelloch"]["visible"])


def step_and_scrub(window):
    window.click("lab/lesson/blelloch")
    window.wait_value("lab/pane/0", "blelloch")
    for frame in (1, 2):
        press(window, "Right", "lab/frame", frame)
    press(window, "Left", "lab/frame", 1)
    assert window.value("lab/title/0") == "Up-sweep, stride 1"
    window.click("lab/frame", 0.98)
    window.wait_value("lab/frame", 7)
    window.click("lab/first")
    window.wait_value("lab/frame", 0)
    window.key("space")
    window.wait("it to play", lambda: window.value("lab/frame") > 0)
    window.key("space")
    window.wait_value("lab/play", False)


def change_values(window):
    type_text(window, "lab/values", "5,2,-4,1")
    window.wait("four values", lambda: window.value("lab/value/3") == 1 and window.value("lab/n") == 4)
    type_text(window, "lab/values", "5,2,x")
    message = window.wait("the error", lambda: window.value("lab/error"))
    assert "'x' is not a whole number" in message, message
    assert window.value("lab/value/2") == -4, "the last good drawing stays"
    type_text(window, "lab/values", "3,1,7,0")
    wait_widget(window, "lab/error", False)
    window.move_to("lab/value/1")
    window.xdotool("mousedown", "1")
    window.wait("the value to be held", lambda: window.widgets()["lab/value/1"]["state"] == "held")
    window.xdotool("mousemove_relative", "--", "0", "-30")
    window.wait("a greater value", lambda: window.value("lab/value/1") > 1)
    window.xdotool("mouseup", "1")
    window.click("lab/op")
    window.click("lab/op/max")
    window.wait_value("lab/op", "max")
    count = window.value("lab/n")
    window.click("lab/n/more")
    window.wait("one more value", lambda: window.value("lab/n") > count)


def predict(window):
    """The answers of the up-sweep of 4, 3, 2, 1 are 7 and 3, then 10."""
    window.click("lab/op")
    window.click("lab/op/add")
    type_text(window, "lab/values", "4,3,2,1")
    press(window, "Home", "lab/frame", 0)
    window.click("lab/predict")
    window.wait("the question", lambda: window.widgets().get("lab/predict/0", {}).get("state") == "focused")
    window.xdotool("type", "7")
    window.wait_value("lab/predict/0", "7")
    window.click("lab/predict/1")
    window.xdotool("type", "3")
    window.wait_value("lab/frame", 1)
    window.click("lab/reveal")
    window.wait_value("lab/frame", 2)
    window.click("lab/predict")
    window.wait("Reveal greyed", lambda: not window.widgets()["lab/reveal"]["enabled"])


def other_views(window):
    for look in ("both", "depth", "values"):
        window.click("lab/look")
        window.click(f"lab/look/{look}")
        window.wait_value("lab/look", look)
    window.click("lab/beside")
    window.click("lab/beside/glsl")
    window.wait_value("lab/pane/1", "shaders/lab/blelloch.comp")


def side_by_side(window):
    window.click("lab/beside")
    window.click("lab/beside/kogge-stone")
    window.wait_value("lab/pane/1", "kogge-stone")
    window.key("End")
    window.wait("the end of both", lambda: window.value("lab/title/1") == "Stride 2" and
                window.value("lab/title/0") == "Down-sweep, stride 1")


def end_side_by_side(window):
    window.click("lab/beside")
    window.click("lab/beside/none")
    wait_widget(window, "lab/pane/1", False)


def run_a_kernel(window):
    """The run lies in memory at once, and stays until other values are asked for."""
    window.click("lab/beside")
    window.click("lab/beside/none")
    go_to_lesson(window, "look-back")
    window.wait_value("lab/trace", False)
    for _ in range(2):
        window.click("lab/trace")
        window.wait_value("lab/trace", True)
        assert "lab/error" not in window.widgets(), window.value("lab/error")
    press(window, "Right", "lab/frame", 1)
    title = window.value("lab/title/0")
    assert title.startswith("Event"), title
    window.click("lab/model")
    window.wait_value("lab/trace", False)
    window.click("lab/trace")
    window.wait_value("lab/trace", True)
    window.click("lab/n/less")
    window.wait_value("lab/trace", False)


def fits(widget, width, height):
    return widget["visible"] and widget["x"] + widget["w"] <= width and widget["y"] + widget["h"] <= height


def fit_every_size(window, *names):
    for width, height in [(640, 480), (200, 150), FULL_SIZE]:
        window.resize(width, height)
        window.wait_steps(2)
        if width >= 640:
            for name in names:
                window.wait(f"{name} within {width}x{height}", lambda: fits(window.widgets()[name], width, height))


def point_at_particles(window):
    """In a paused simulation, so that nothing moves but what the pointer moves, and in a picture with particles of some
    pixels."""
    window.resize(*FULL_SIZE)
    window.click("lab/close")
    window.wait_value("run/pause", False)
    window.key("space")
    window.wait_value("run/pause", True)
    window.key("g")
    go_to_lesson(window, "live")
    window.wait("particles", lambda: window.value("lab/scene"))

    def mark_of(cell):
        window.move_to(f"lab/cell/{cell}")
        window.wait(f"the mark of {cell}", lambda: (window.value("lab/mark") or {}).get("particle") == cell)
        return window.widgets()["lab/mark"]
    marks = [mark_of(cell) for cell in (0, 2, 4)]
    assert len({(mark["x"], mark["y"]) for mark in marks}) == 3, marks

    def found_in_picture(mark):
        """It may have died since, lie behind another or outside the picture; but not all of them."""
        window.xdotool("mousemove", "--window", window.id, "5", "5")
        wait_widget(window, "lab/mark", False)
        x, y = round(mark["x"] + mark["w"] / 2), round(mark["y"] + mark["h"] / 2)
        window.xdotool("mousemove", "--window", window.id, str(x), str(y))
        end = time.monotonic() + SECONDS_TO_LIGHT
        while not window.value("lab/mark") and time.monotonic() < end:
            time.sleep(0.05)
        return window.value("lab/mark") == mark["value"]
    assert any(mark["visible"] and found_in_picture(mark) for mark in map(mark_of, range(24))), marks

    held_seconds = (0.1 * 2**tries for tries in itertools.count())

    def drag_picture():
        """A move and a release that one frame sees are no drag, so each try holds the button for longer."""
        window.move_to("lab/scene")
        window.xdotool("mousedown", "1")
        window.wait("the picture to be held", lambda: window.widgets()["lab/scene"]["state"] == "held")
        window.xdotool("mousemove_relative", "--", "-120", "60")
        time.sleep(next(held_seconds))
        window.xdotool("mouseup", "1")
        turned = [mark_of(cell) for cell in (0, 2, 4)]  # one on the axis of a turn stays where it is
        return any(abs(now[axis] - before[axis]) > 1 for now, before in zip(turned, marks) for axis in "xy")
    window.wait("another view", drag_picture)
    window.click("lab/close")
    window.key("space")
    window.wait_value("run/pause", False)
    window.key("g")
    window.resize(*SIZE)


def take_the_tour(window):
    window.click("lab/tour")
    for stop in range(1, 5):
        window.wait_value("tour/stop", stop)
        window.click("tour/next")
    window.wait_value("tour/stop", 5)
    wait_widget(window, "lab/close", False)
    window.wait_value("scan", True)
    window.click("tour/done")
    wait_widget(window, "tour/stop", False)


def check_lab(winnow, display, folder):
    effect = folder / "effect.json"
    effect.write_text(EFFECT)
    arguments = [str(effect), *SCENE]
    display_file = write_display(folder, vsync=False)
    with Window(winnow, display, folder, "lab", arguments) as window:
        open_and_close(window)
        walk_through_lessons(window)
        step_and_scrub(window)
        change_values(window)
        predict(window)
        other_views(window)
        side_by_side(window)
        end_side_by_side(window)
        point_at_particles(window)
        run_a_kernel(window)
        take_the_tour(window)
        steps = window.step()
        assert window.close() == 0, "nothing in the Lab is an unsaved change"
    saved = json.loads(display_file.read_text())
    assert saved["tour"] is False and saved["lab"] is False, saved
    write_display(folder, **{**saved, "ui_scale": 1})
    with Window(winnow, display, folder, "again", arguments) as window:
        window.resize(*FULL_SIZE)
        window.wait_steps(3)
        assert "tour/take" not in window.widgets(), "the tour was offered again"
        window.key("g")
        go_to_lesson(window, "blelloch")
        type_text(window, "lab/values", "4,3,2,1")
        side_by_side(window)
        fit_every_size(window, "lab/close", "lab/frame", "lab/values", "lab/beside")
        window.key("ctrl+q")
        assert window.process.wait(PATIENCE) == 0
    return f"every lesson, {steps} steps meanwhile"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_lab))
