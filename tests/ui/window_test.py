"""Opens the real window under Xvfb, finds the widgets through --ui-map, clicks through the backends, a block scan and a
grid strategy with xdotool, and proves through --trace that the algorithm changed and the hashes did not.

No step waits for a fixed time: each waits for what the program reports. A pointer or a button is held until a frame
has seen it (the map's "state"), because ImGui 1.86 has no queue of events.
"""
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIP = 77
PATIENCE = 60  # seconds for any one thing; generous, because the machine may be busy
FRAMES_TO_FIGURES = 8  # more than the frames that the program lets the GPU be behind
# The pool is small, so that the software renderer keeps up.
SCENE = ["--capacity", "8192", "--density", "0.2"]
# Most of a frame's time goes into pixels, so the picture is drawn at a quarter of its sides, and the panel at half its size in a
# small window. More frames than these find nothing new to show, and take other tests' time.
DISPLAY = {"ui_scale": 0.5, "bloom": False, "resolution": 0.25, "dynamic_resolution": False, "picture_cap": 40}
DISPLAY_FILE = pathlib.Path("config", "winnow", "display.json")
FIRST_SIZE = (480, 270)
WHOLE_PANEL = (500, 1330)  # the size of a window in which all of it can be seen


def wait_for(what, condition, process=None):
    """Returns the first true result of condition()."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        if process is not None and process.poll() is not None:
            raise AssertionError(f"the program ended with status {process.returncode} while waiting for: {what}")
        time.sleep(0.01)
    raise AssertionError(f"gave up after {PATIENCE} s waiting for: {what}")


class Display:
    """An X server for this test."""

    def __enter__(self):
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x2100x24", "-nolisten", "tcp", "-noreset",
             "-r"],  # without auto-repeat: on a busy machine a key may be held for long
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            self.name = ":" + pipe.readline().strip()
        assert self.name != ":", "Xvfb did not start"
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Window:
    """A running `winnow view`, controlled by mouse and keyboard. A run with a trace goes forwards only."""

    def __init__(self, winnow, display, folder, name, arguments, traced=True):
        self.map_path = folder / f"{name}-map.json"
        self.trace_path = folder / f"{name}-trace.jsonl"
        shaders = os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")  # Mesa's, which need not be built again
        self.environment = dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=str(folder / "config"),
                                XDG_CACHE_HOME=str(folder / "cache"), MESA_SHADER_CACHE_DIR=str(shaders))
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.said = folder / f"{name}-stderr.txt"
        if not (folder / DISPLAY_FILE).exists():
            write_display(folder)
        self.process = subprocess.Popen(
            [winnow, "view", "--gl-debug", "--ui-map", str(self.map_path),
             *(["--trace", str(self.trace_path)] if traced else []), *arguments],
            cwd=folder, env=self.environment, stderr=self.said.open("w"))
        self.wait("the first widgets", lambda: self.value("figures/step") is not None)
        self.id = self.xdotool("search", "--sync", "--onlyvisible", "--name", "^Winnow").split()[0]
        self.xdotool("windowfocus", "--sync", self.id)
        self.resize(*FIRST_SIZE)

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure is not None:
            print("widgets that are not idle:", [w for w in self.widgets().values() if w["state"] != "idle"])
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.said.exists():
            said = self.said.read_text()
            sys.stderr.write(said)
            assert "OpenGL error" not in said, "the driver reported an error"

    def wait(self, what, condition):
        return wait_for(what, condition, self.process)

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, check=True, capture_output=True,
                              text=True, timeout=PATIENCE).stdout

    # --- what the window reports

    def widgets(self):
        try:
            return {w["name"]: w for w in json.loads(self.map_path.read_text())["widgets"]}
        except FileNotFoundError:
            return {}

    def value(self, name):
        return self.widgets().get(name, {}).get("value")

    def wait_value(self, name, expected):
        self.wait(f"{name} = {expected}", lambda: self.value(name) == expected)

    def step(self):
        return self.value("figures/step")

    def wait_step(self, goal):
        """Each new step renews the patience, because a busy machine needs long for many steps."""
        while (reached := self.step()) < goal:
            self.wait(f"the step after {reached}", lambda: self.step() > reached)

    def wait_steps(self, more):
        self.wait_step(self.step() + more)

    # --- mouse and keyboard

    def move_to(self, name, share=0.5, may_end=False):
        """Follows the widget until a frame has seen the pointer over it: a new window needs frames to find its place.

        The pointer never rests, because ImGui hides it while the keyboard navigates, until it moves again.
        """
        nudge = itertools.cycle((0, 1))

        def over():
            widget = self.widgets().get(name)
            if widget is None and may_end:
                return "ended"
            if widget is None or not widget["visible"]:
                return False
            if widget["state"] == "hovered":
                return "over"
            x, y = int(widget["x"] + widget["w"] * share), int(widget["y"] + widget["h"] / 2) + next(nudge)
            self.xdotool("mousemove", "--window", self.id, str(x), str(y))
            return False
        return self.wait(f"{name} under the pointer, or ended", over)

    def place_at_rest(self, name):
        """Returns the middle of a mark in the picture once it rests: the picture glides when the window or the panel changes."""
        def middle():
            widget = self.widgets()[name]
            return round(widget["x"] + widget["w"] / 2), round(widget["y"] + widget["h"] / 2)

        def rests():
            before = middle()
            time.sleep(0.5)
            return before == middle()
        self.wait(f"{name} to come to rest", rests)
        return middle()

    def click(self, name, share=0.5):
        """A widget also counts as clicked if it is gone after the release, because it closed its window."""
        self.move_to(name, share)
        self.xdotool("mousedown", "1")
        self.wait(f"{name} held", lambda: self.widgets()[name]["state"] == "held")
        self.xdotool("mouseup", "1")
        self.wait(f"{name} released", lambda: self.widgets().get(name, {}).get("state") != "held")

    def dismiss_notices(self):
        """Notices may end by themselves until the pointer is over them."""
        if self.move_to("notices/dismiss", may_end=True) == "over":
            self.click("notices/dismiss")
        self.wait("no notices", lambda: "notices/dismiss" not in self.widgets())

    def click_greyed(self, name):
        """Waits for several frames, because nothing reports that the drag was seen."""
        widget = self.widgets()[name]
        assert not widget["enabled"], name
        x, y = int(widget["x"] + widget["w"] / 2), int(widget["y"] + widget["h"] / 2)
        self.xdotool("mousemove", "--window", self.id, str(x), str(y))
        for press in ("mousedown", "mouseup"):
            self.wait_steps(5)  # a frame makes at most four steps
            self.xdotool(press, "1")
        self.wait_steps(5)

    def open_tab(self, name):
        """Opens a tab of the panel: effect, compute or profile."""
        self.click(f"tab/{name}")
        self.wait_value(f"tab/{name}", True)

    def key(self, name):
        self.xdotool("key", name)

    def resize(self, width, height):
        self.xdotool("windowsize", self.id, str(width), str(height))

    def show_whole_panel(self):
        self.resize(*WHOLE_PANEL)
        self.wait("the panel to grow", lambda: self.widgets()["tab/effect"]["visible"])

    def close(self, key="ctrl+q"):
        self.key(key)
        return self.process.wait(PATIENCE)

    def close_unsaved(self):
        self.key("ctrl+q")
        self.wait("the question", lambda: "dialog/discard" in self.widgets())
        self.click("dialog/discard")
        return self.process.wait(PATIENCE)

    def trace(self):
        return [json.loads(line) for line in self.trace_path.read_text().splitlines()]


def write_display(folder, **settings):
    """Sets up what the windows of this test find in the settings of the display. Returns the file."""
    path = folder / DISPLAY_FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**DISPLAY, **settings}))
    return path


def segments(trace):
    """Returns the trace's runs, each from step 1: a reset begins a new run."""
    runs = []
    for line in trace:
        if line["step"] == 1:
            runs.append([])
        runs[-1].append(line)
    for run in runs:
        assert [line["step"] for line in run] == list(range(1, len(run) + 1)), "a step is missing from the trace"
    return runs


def hashes(run):
    return [line["hash"] for line in run]


def in_order(names):
    return [name for i, name in enumerate(names) if i == 0 or names[i - 1] != name]


def backends_in_order(run):
    return in_order([line["backend"] for line in run])


def pairs_in_order(run):
    """Returns block scan and grid strategy after the backend is `auto` again; None: the value that `auto` had at first."""
    begun = max(i for i, line in enumerate(run) if line["backend"] == "cpu") + 1
    auto = run[0]
    pairs = [tuple(None if line[axis] == auto[axis] else line[axis] for axis in ("block", "grid")) for line in run]
    return in_order(pairs[begun:])


# --- the flow -------------------------------------------------------------------------------------------------


def switch_backends(window):
    """Clicks through the backends. Returns them in the order in which the trace must show them."""
    window.open_tab("compute")
    cuda = window.widgets()["backend/cuda"]["enabled"]
    order = ["cpu", "glsl"] + (["cuda", "glsl"] if cuda else []) + ["cpu"]
    window.wait_steps(3)
    for backend in order:
        window.click(f"backend/{backend}")
        window.wait_value(f"backend/{backend}", True)
        window.wait_steps(5)
        window.click("scan/check")
        window.wait_value("scan/reference", "matches")
    if not cuda:
        window.click_greyed("backend/cuda")
        assert window.value("backend/cuda") is False and window.value("backend/cpu") is True
    window.key("b")  # from cpu round to auto
    window.wait_value("backend/auto", True)
    window.wait_steps(2)
    return ["glsl", *order, "glsl"]


def choose(window, axis, name):
    window.click(axis)
    window.click(f"{axis}/{name}")
    window.wait_value(axis, name)
    window.wait_steps(5)


def greyed(window, axis):
    """Returns the entries of an open list that are visible and cannot be chosen."""
    return [name.split("/")[1] for name, widget in window.widgets().items()
            if name.startswith(axis + "/") and widget["visible"] and not widget["enabled"]]


def switch_scans(window):
    """Chooses a block scan, then a grid strategy, then `auto` again. Returns the pairs that the trace must show, in order;
    None: the choice of `auto`."""
    window.click("block")
    window.wait("the list of block scans", lambda: "block/auto" in window.widgets())
    for name in greyed(window, "block"):
        window.click_greyed(f"block/{name}")
        assert window.value("block") == "auto", name
    window.key("Escape")  # closes the list only
    window.wait("the list to close", lambda: "block/auto" not in window.widgets())
    window.wait_steps(2)
    choose(window, "block", "brent-kung")
    choose(window, "grid", "reduce-then-scan")
    window.click("scan/check")
    window.wait_value("scan/reference", "matches")
    choose(window, "block", "auto")
    choose(window, "grid", "auto")
    return [(None, None), ("brent-kung", None), ("brent-kung", "reduce-then-scan"), (None, "reduce-then-scan"),
            (None, None)]


def wait_for_figures(window):
    """Lets frames pass, until the figures of the last step have arrived: they may come some frames after it. Each move of the
    pointer waits for a frame; on a busy machine the frames come late, but no more of them are needed."""
    for _ in range(FRAMES_TO_FIGURES // 2):
        window.move_to("run/reset")
        window.move_to("run/step")


def pause_step_reset(window):
    window.click("run/pause")
    window.wait_value("run/pause", True)
    wait_for_figures(window)
    before = window.step()
    window.click("run/step")
    window.wait("one step more", lambda: window.step() == before + 1)
    window.key("n")
    window.wait("another", lambda: window.step() == before + 2)
    window.key("space")
    window.wait_value("run/pause", False)
    window.wait_steps(3)
    before = window.step()
    window.click("run/reset")
    window.wait("a new beginning", lambda: window.step() < before)
    window.wait_steps(10)


def grain(window):
    """Returns how much the picture beside the panel changes from one pixel to the next, 0 to 1."""
    width, height = WHOLE_PANEL
    grey = subprocess.run(["ffmpeg", "-v", "error", "-f", "x11grab", "-window_id", window.id, "-i", window.environment["DISPLAY"],
                           "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", "-"], check=True, capture_output=True,
                          timeout=PATIENCE).stdout
    assert len(grey) == width * height
    beside = range(width * 9 // 10, width - 1)
    return sum(abs(grey[y * width + x + 1] - grey[y * width + x]) for y in range(height) for x in beside) / (
        255 * height * len(beside))


def the_picture_has_a_resolution(window):
    coarse = grain(window)
    window.click("display/resolution", 0.99)
    window.wait_value("display/resolution", 1)
    window.wait("a sharp picture", lambda: grain(window) > 2 * coarse > 0)
    window.move_to("display/vsync")
    window.click("display/resolution", 0.05)
    window.wait("a coarse picture", lambda: window.value("display/resolution") < 0.3)


def use_the_panel(window):
    assert not window.widgets()["display/vsync"]["visible"]
    window.show_whole_panel()
    vsync = window.value("display/vsync")
    window.click("display/vsync")
    window.wait_value("display/vsync", not vsync)
    the_picture_has_a_resolution(window)
    window.open_tab("effect")
    window.click("emitter/rate", 0.9)
    window.wait("a higher rate", lambda: window.value("emitter/rate") > 100000)
    window.click("particles/capacity")
    window.xdotool("type", "5000")
    window.xdotool("keydown", "Return")
    window.wait_value("particles/capacity", 5000)
    window.xdotool("keyup", "Return")
    seed = window.value("particles/seed")
    window.key("shift+r")
    window.wait_value("particles/seed", seed + 1)
    window.wait_steps(3)
    return vsync


def keys_and_sizes(window, folder):
    window.key("F1")
    window.wait("the help", lambda: "help/close" in window.widgets())
    window.click("help/close")
    window.wait("no help", lambda: "help/close" not in window.widgets())
    window.key("Tab")
    window.wait("no panel", lambda: "run/pause" not in window.widgets())
    window.key("Tab")
    window.wait("the panel", lambda: "run/pause" in window.widgets())
    window.key("F12")
    window.wait("a screenshot", lambda: list(folder.glob("winnow-*.png")))
    for width, height in [(200, 150), (64, 48), (960, 540)]:
        window.resize(width, height)
        window.wait_steps(2)
    window.wait("its size back", lambda: window.widgets()["display/help"]["x"] > 100)


def check_switched_run(winnow, display, folder):
    with Window(winnow, display, folder, "switched", SCENE) as window:
        expected = switch_backends(window)
        expected_pairs = switch_scans(window)
        pause_step_reset(window)
        vsync = use_the_panel(window)
        keys_and_sizes(window, folder)
        assert window.close_unsaved() == 0
        first, second = segments(window.trace())[:2]
    assert backends_in_order(first) == expected, f"{backends_in_order(first)}, not {expected}"
    assert pairs_in_order(first) == expected_pairs, f"{pairs_in_order(first)}, not {expected_pairs}"
    assert len(set(hashes(first))) == len(first), "hashes that are equal for different steps prove nothing"
    saved = json.loads((folder / DISPLAY_FILE).read_text())
    assert saved["vsync"] is not vsync
    return first, second[:10]


def check_unswitched_run(winnow, display, folder, switched, after_reset):
    """Ends this run by Ctrl-C: the end is clean, and the trace and the time line are complete."""
    line = folder / "line.json"
    with Window(winnow, display, folder, "unswitched",
                [*SCENE, "--backend", "glsl", "--trace-events", str(line)]) as window:
        window.wait_step(len(switched))
        window.process.send_signal(signal.SIGINT)
        assert window.process.wait(PATIENCE) == 130
        (run,) = segments(window.trace())
    spans = [event for event in json.loads(line.read_text())["traceEvents"] if event["ph"] == "X"]
    assert {"frame", "panel", "draw", "draw panel", "present", "tone map"} <= {span["name"] for span in spans}
    assert [span["args"]["step"] for span in spans if span["name"] == "hash"] == [step["step"] for step in run]
    assert backends_in_order(run) == ["glsl"]
    assert hashes(run)[:len(switched)] == hashes(switched), "the state differs between backends"
    assert hashes(run)[:len(after_reset)] == hashes(after_reset), "a reset does not restart the same run"


def replace(path, text):
    """Saves as editors do: renames a new file to the name of the old one."""
    new = path.with_suffix(".new")
    new.write_text(text)
    new.rename(path)


def check_effect_file(winnow, display, folder):
    path = folder / "effect.json"
    path.write_text('{"format": 2, "emitters": [{"rate": 50}]}')
    with Window(winnow, display, folder, "edited", [str(path), *SCENE]) as window:
        window.wait_value("emitter/rate", 50)
        replace(path, '{"format": 2,\n"emitters": [{"rate": -1}]}')
        message = window.wait("the error", lambda: window.value("effect-error/0"))
        assert "effect.json:2" in message and "rate" in message, message
        assert window.value("emitter/rate") == 50
        window.wait_steps(2)
        replace(path, '{"format": 2, "emitters": [{"rate": 25}]}')
        window.wait_value("emitter/rate", 25)
        window.wait("no error", lambda: window.value("effect-error/0") is None)
        assert window.close() == 0


def check_refusals(winnow, display, folder):
    """Tries options with which the program must end before or when the window opens."""
    with_display = dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=str(folder / "config"))
    without = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for environment, arguments, status, words in [
            (without, [], 3, "winnow render"),
            (with_display, ["--ui-map", "/nowhere/map.json"], 2, "/nowhere/map.json"),
            (with_display, ["nothing-of-this-name"], 2, "nothing-of-this-name"),
    ]:
        ended = subprocess.run([winnow, "view", "--frames", "1", *arguments], env=environment, cwd=folder,
                               capture_output=True, text=True, timeout=PATIENCE)
        assert ended.returncode == status, (arguments, ended)
        said = [line for line in ended.stderr.splitlines() if line.startswith("winnow: ")]  # drivers print messages too
        assert len(said) == 1 and words in said[0], ended.stderr
    config = folder / "not-a-directory"
    config.write_text("")
    with_display["XDG_CONFIG_HOME"] = str(config)
    ended = subprocess.run([winnow, "--frames", "2"], env=with_display, cwd=folder, timeout=PATIENCE)
    assert ended.returncode == 0, "settings that cannot be saved are no error"


def run_under_xvfb(check):
    """Runs check(winnow, display, folder) and prints its result. Returns the script's status."""
    winnow = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ["WINNOW"])
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            print(f"skipped: {program} is not installed")
            return SKIP
    with tempfile.TemporaryDirectory() as name, Display() as display:
        print(check(winnow, display, pathlib.Path(name)))
    return 0


def check_all(winnow, display, folder):
    switched, after_reset = check_switched_run(winnow, display, folder)
    check_unswitched_run(winnow, display, folder, switched, after_reset)
    check_effect_file(winnow, display, folder)
    check_refusals(winnow, display, folder)
    return (f"{len(switched)} steps over {backends_in_order(switched)} and {pairs_in_order(switched)}: the same hashes as "
            "without a switch")


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
