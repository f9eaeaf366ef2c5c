"""Compares the window with a run without one: each step has the same hash, whatever was done in the window, if that was
recorded. Also saves and loads states while it runs. Runs under Xvfb, with the harness of window_test.py.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from window_test import PATIENCE, SCENE, Window, run_under_xvfb


def states(lines):
    return [(line["step"], line["hash"]) for line in lines]


def rendered(winnow, *arguments):
    """Returns the steps of the same run without a window."""
    ended = subprocess.run([winnow, "render", *arguments, "--trace", "-"], capture_output=True, text=True,
                           timeout=2 * PATIENCE)
    assert ended.returncode == 0, ended.stderr
    return states(map(json.loads, ended.stdout.splitlines()))


def expect_prefix(found, whole, least, what):
    shared = min(len(found), len(whole))
    assert shared >= least, f"{what}: only {shared} steps to compare"
    for i in range(shared):
        assert found[i] == whole[i], f"{what}: step {found[i]}, should be {whole[i]}"


def check_window_against_headless(winnow, display, folder):
    with Window(winnow, display, folder, "plain", [*SCENE, "--frames", "40"]) as window:
        assert window.process.wait(PATIENCE) == 0
        made = states(window.trace())
    frames = str(len(made))
    assert made == rendered(winnow, *SCENE, "--frames", frames, "--backend", "cpu"), "the window's run differs"
    return len(made)


def type_into(window, widget, text):
    window.click(widget)
    window.xdotool("type", text)
    window.xdotool("keydown", "Return")
    window.wait_value(widget, int(text))
    window.xdotool("keyup", "Return")


def check_recorded(winnow, display, folder):
    """Ends the recorded run by Ctrl-C: the recording is complete."""
    recording = folder / "x.rec"
    arguments = [*SCENE, "--record", str(recording)]
    with Window(winnow, display, folder, "recorded", arguments) as window:
        window.show_whole_panel()
        window.click("emitter/rate", 0.8)
        window.wait_steps(5)
        type_into(window, "particles/capacity", "300")
        window.wait_steps(5)
        window.click("run/reset")
        window.wait_steps(20)
        window.open_tab("compute")
        window.click("backend/cpu")
        window.open_tab("effect")
        seed = window.value("particles/seed")
        window.key("shift+r")
        window.wait_value("particles/seed", seed + 1)
        window.wait_steps(20)
        window.click("emitter/rate", 0.3)
        window.wait_steps(10)
        assert not recording.exists(), "a recording must not exist before it is complete"
        window.process.send_signal(signal.SIGINT)
        assert window.process.wait(PATIENCE) == 130
        made = states(window.trace())
    lines = [json.loads(line) for line in recording.read_text().splitlines()]
    pointers = {line["edit"]["pointer"] for line in lines if "edit" in line}
    assert {"/effect/emitters/0/rate", "/simulation/capacity", "/simulation/seed"} <= pointers, pointers
    assert "/simulation/backend" not in pointers and any("reset" in line for line in lines)
    again = rendered(winnow, "--replay", str(recording))
    assert again == made, f"replayed: {len(again)} steps, recorded: {len(made)}"
    with Window(winnow, display, folder, "replayed", ["--replay", str(recording)]) as window:
        window.wait("the recorded seed", lambda: window.value("particles/seed") == seed + 1)
        window.wait_steps(10)
        assert window.close() == 0
        expect_prefix(states(window.trace()), made, 60, "replayed in a window")
    return len(made)


def shaders_that_follow_the_pointer(folder):
    """Copies the shaders and lets the length of a step depend on the pointer, so that every hash does."""
    shaders = folder / "shaders"
    shutil.copytree(pathlib.Path(__file__).parents[2] / "shaders", shaders)
    block, declared = shaders / "particles" / "step.glsl", "uniform StepBlock { Step step_now; };"
    text = block.read_text()
    assert declared in text, f"{block} does not declare the step as before"
    block.write_text(text.replace(declared, """uniform StepBlock { Step step_sent; };
Step step_by_pointer(Step step) {
    step.seconds *= 1.0 + 0.1 * dot(fract(0.7 * step.pointer + 0.3 * step.pointer_velocity), vec4(1.0));
    return step;
}
#define step_now step_by_pointer(step_sent)"""))
    return ["--shaders", str(shaders)]


def check_pointer(winnow, display, folder):
    """Presses with the P key while the mouse moves over the scene, and once over the panel, where it presses on nothing."""
    recording, shaders = folder / "pointer.rec", shaders_that_follow_the_pointer(folder)
    with Window(winnow, display, folder, "pointer", [*SCENE, *shaders, "--record", str(recording)]) as window:
        def move_mouse(x, y):
            window.xdotool("mousemove", "--window", window.id, str(x), str(y))
            window.wait_steps(10)  # a frame makes at most four steps
        move_mouse(600, 300)
        window.xdotool("keydown", "p")
        window.wait_steps(10)
        move_mouse(700, 200)
        move_mouse(650, 250)
        window.move_to("run/reset")
        window.wait_steps(10)
        move_mouse(500, 400)
        window.xdotool("keyup", "p")
        window.wait_steps(10)
        assert window.close() == 0
        made = states(window.trace())
    pressed = [line["pointer"] for line in map(json.loads, recording.read_text().splitlines()) if "pointer" in line]
    strengths = [pointer["strength"] for pointer in pressed]
    assert [strengths.count(0), strengths[-1], strengths[0]] == [2, 0, 1], f"released over the panel and at the end: {pressed}"
    places = {tuple(pointer["place"]) for pointer in pressed if pointer["strength"] == 1}
    assert len(places) >= 4, f"the pointer did not follow the mouse: {pressed}"
    again = rendered(winnow, "--replay", str(recording), *shaders)
    assert again == made, f"replayed: {len(again)} steps, recorded: {len(made)}"
    return len(pressed)


def notices(window):
    return [w["value"] for name, w in window.widgets().items() if name.startswith("notice/")]


def check_states(winnow, display, folder):
    state, at_end = folder / "winnow.state", folder / "end.state"
    with Window(winnow, display, folder, "states", [*SCENE, "--save-state", str(at_end)]) as window:
        window.wait_steps(20)
        window.key("s")
        window.wait("a state", at_end.exists)
        at_end.rename(state)
        window.wait_steps(15)
        shutil.copy(state, at_end)
        before = window.step()
        window.key("l")
        window.wait("an earlier step", lambda: window.step() < before)
        window.wait_steps(20)
        at_end.write_bytes(state.read_bytes()[:-5])
        window.key("l")
        window.wait("the refusal", lambda: any("cut short" in str(text) for text in notices(window)))
        window.wait_steps(5)
        assert window.close() == 0
        made = states(window.trace())
    back = next(i for i in range(1, len(made)) if made[i][0] <= made[i - 1][0])
    assert [step for step, _ in made[back:]] == list(range(made[back][0], made[back][0] + len(made) - back)), \
        "the broken state changed what runs"
    first = {step: digest for step, digest in made[:back]}
    for step, digest in made[back:]:
        assert first.get(step, digest) == digest, f"step {step} after the state was loaded"
    resumed = rendered(winnow, "--load-state", str(at_end), "--frames", "10")
    assert resumed[0][0] == made[-1][0] + 1, "the state at the end is that of another step"
    with Window(winnow, display, folder, "resumed", ["--load-state", str(at_end)]) as window:
        window.wait("a dozen steps", lambda: window.step() >= made[-1][0] + 12)
        assert window.close() == 0
        expect_prefix(states(window.trace()), resumed, 10, "resumed in a window")


def check_full_disk(winnow, display, folder):
    """A map of widgets that cannot be written leaves the recording and the state complete."""
    recording, state = folder / "full.rec", folder / "full.state"
    ended = subprocess.run(
        [winnow, "view", *SCENE, "--frames", "5", "--ui-map", "/dev/full", "--record", str(recording), "--save-state",
         str(state)], capture_output=True, text=True, timeout=PATIENCE,
        env=dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=str(folder / "config")))
    said = [line for line in ended.stderr.splitlines() if line.startswith("winnow: ")]
    assert ended.returncode == 2 and len(said) == 1 and "/dev/full: No space left" in said[0], ended.stderr
    rendered(winnow, "--replay", str(recording))
    rendered(winnow, "--load-state", str(state), "--frames", "1")


def check_all(winnow, display, folder):
    plain = check_window_against_headless(winnow, display, folder)
    recorded = check_recorded(winnow, display, folder)
    pressed = check_pointer(winnow, display, folder)
    check_states(winnow, display, folder)
    check_full_disk(winnow, display, folder)
    return (f"{plain} steps without and {recorded} with input, and {pressed} moves of the pointer: the same hashes with a "
            "window and without")


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
