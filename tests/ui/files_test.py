"""Breaks, removes and mends the files that an effect uses while its window is open: edits go through, saving writes, the
module says what is wrong, and the effect can be saved into another folder with its files. Runs under Xvfb, with the
harness of window_test.py.
"""
import json
import pathlib
import shutil
import subprocess
import sys

from edit_test import type_path, wait_notice, wait_title, wait_widget
from stack_test import wait_keyboard
from window_test import PATIENCE, SCENE, Window, replace, run_under_xvfb

SHADERS = pathlib.Path(__file__).parents[2] / "shaders"
MODULE = """/*{"name": "swarm", "stage": "force", "does": "Pulls to the middle."}*/
float pull(float x) { return x; }
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    acceleration -= p.position * pull(1.0);
}
"""
BROKEN = MODULE.replace("pull(1.0)", "absent")
# The driver refuses it with the shaders of this test, which have a function of that name.
REFUSED = MODULE.replace("pull(", "trap(")
BOX = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
EFFECT = {"format": 2, "name": "Own", "emitters": [{"rate": 2000, "modules": [
    {"module": "mesh-surface", "mesh": "meshes/box.obj"}, {"module": "swarm"}]}]}
SWARM, MESH = "emitter/modules/1", "emitter/modules/0"


def shaders_with_trap(folder):
    """Returns a copy of the shaders that refuses what the check of modules cannot know of."""
    copy = folder / "shaders"
    shutil.copytree(SHADERS, copy)
    with (copy / "effects" / "particle_functions.glsl").open("a") as file:
        file.write("\nfloat Swarm_trap(float x) { return x; }\n")
    return copy


def edit_rate(window, share):
    before = window.value("emitter/rate")
    window.move_to("run/pause")  # so that the pointer then goes to this share of the slider
    window.click("emitter/rate", share)
    window.wait("another rate", lambda: window.value("emitter/rate") != before)
    return window.value("emitter/rate")


def wait_fault(window, module, words):
    window.wait(f"a fault with {words}", lambda: words in str(window.value(f"{module}/fault")))


def saved(path):
    return json.loads(path.read_text())["emitters"][0]


def save(window, path):
    """Saves, and checks that the file holds what runs."""
    window.key("ctrl+s")
    window.wait_value("effect/save", False)
    assert abs(saved(path).get("rate", 1000) - window.value("emitter/rate")) < 1


def break_and_mend(window, folder, path):
    cases = [("swarm.glsl", SWARM, BROKEN, "absent"), ("swarm.glsl", SWARM, None, "swarm"),
             ("meshes/box.obj", MESH, "v 1 abc\n", "box.obj"), ("meshes/box.obj", MESH, None, "box.obj")]
    for number, (file, module, broken, words) in enumerate(cases):
        good = (folder / file).read_text()
        if broken is None:
            (folder / file).unlink()
        else:
            replace(folder / file, broken)
        wait_fault(window, module, words)
        edit_rate(window, 0.2 + 0.1 * number)
        window.wait_steps(2)
        save(window, path)
        edit_rate(window, 0.9)
        window.key("ctrl+z")
        window.wait_value("effect/save", False)
        replace(folder / file, good)
        wait_widget(window, f"{module}/fault", False)
    window.key("ctrl+s")


def type_open(window, path):
    window.key("ctrl+o")
    type_path(window, path)
    window.wait_value("effect", path.name)


def save_as(window, path):
    """Gives the path to the dialog, which stays open if it asks or refuses."""
    window.key("ctrl+shift+s")
    wait_widget(window, "dialog/path")
    wait_keyboard(window, "dialog/path")
    window.key("ctrl+a")
    type_path(window, path)


def save_as_with_copies(window, path):
    save_as(window, path)
    window.wait("the question of the files", lambda: "meshes/box.obj, swarm.glsl" in str(window.value("dialog/note")))
    window.click("dialog/copy")
    wait_widget(window, "dialog/path", False)
    wait_notice(window, "copies of 2 files")


def save_elsewhere_while_broken(window, winnow, folder):
    """The state is saved, and the effect goes to another folder with its broken file, where it runs on."""
    other = folder / "broken" / "copy.json"
    other.parent.mkdir()
    replace(folder / "swarm.glsl", BROKEN)
    wait_fault(window, SWARM, "absent")
    save_as_with_copies(window, other)
    assert (other.parent / "swarm.glsl").read_text() == BROKEN
    wait_fault(window, SWARM, "absent")
    window.key("s")
    wait_notice(window, "Saved the state")
    edit_rate(window, 0.4)
    window.wait_steps(2)
    save(window, other)
    replace(other.parent / "swarm.glsl", MODULE)
    wait_widget(window, f"{SWARM}/fault", False)
    (folder / "winnow.state").unlink()
    replace(folder / "swarm.glsl", MODULE)


def refused_by_the_driver(window, folder, path):
    replace(folder / "swarm.glsl", REFUSED)
    wait_fault(window, SWARM, "trap")
    edit_rate(window, 0.7)
    window.wait_steps(5)
    save(window, path)
    replace(folder / "swarm.glsl", MODULE)
    wait_widget(window, f"{SWARM}/fault", False)
    window.wait_steps(5)


def save_over_what_is_read(window, folder):
    """Beside the effect, and at the place in another folder to which the module would come along."""
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    for place in (folder / "swarm.glsl", folder / "meshes" / "box.obj", elsewhere / "swarm.glsl"):
        before = place.read_text() if place.exists() else None
        save_as(window, place)
        if before is not None:
            window.wait("the question", lambda: "exists already" in str(window.value("dialog/note")))
            wait_keyboard(window, "dialog/path")
            window.click("dialog/confirm")
        window.wait("a refusal", lambda: "not saved" in str(window.value("dialog/note")))
        assert (place.read_text() if place.exists() else None) == before, f"{place} was written"
        window.key("Escape")
        wait_widget(window, "dialog/path", False)
    assert not list(elsewhere.iterdir()), "files came along with an effect that was not saved"


def save_elsewhere(window, winnow, folder):
    other = folder / "other" / "copy.json"
    other.parent.mkdir()
    save_as_with_copies(window, other)
    assert (other.parent / "meshes" / "box.obj").read_text() == BOX
    checked = subprocess.run([winnow, "effect", "check", str(other)], capture_output=True, text=True, timeout=PATIENCE)
    assert checked.returncode == 0, checked
    replace(other.parent / "swarm.glsl", BROKEN)  # the copy is the one that is followed now
    wait_fault(window, SWARM, "absent")
    replace(other.parent / "swarm.glsl", MODULE)
    wait_widget(window, f"{SWARM}/fault", False)


def built_in_becomes_a_file(window, folder):
    """A module that is added in the window is followed before it is saved, and a faulty one is in the list."""
    mine = folder / "mine" / "candle.json"
    mine.parent.mkdir()
    (mine.parent / "swarm.glsl").write_text(BROKEN)
    save_as(window, mine)
    wait_title(window, "Fountain")
    window.click("emitter/add/force")
    wait_widget(window, "emitter/add/force/swarm")
    assert not window.widgets()["emitter/add/force/swarm"]["enabled"]
    window.key("Escape")
    wait_widget(window, "emitter/add/force/swarm", False)
    replace(mine.parent / "swarm.glsl", MODULE)
    window.click("emitter/add/force")
    wait_keyboard(window, "emitter/add/force/search")
    window.xdotool("type", "--delay", "60", "swarm")
    window.wait_value("emitter/add/force/search", "swarm")
    window.xdotool("keydown", "Return")  # adds the only match
    wait_title(window, "Fountain \u2022")
    window.xdotool("keyup", "Return")
    replace(mine.parent / "swarm.glsl", BROKEN)
    window.wait("a fault of the module that was added",
                lambda: any("absent" in str(window.value(name)) for name in window.widgets() if name.endswith("/fault")))
    window.key("ctrl+s")
    window.wait_value("effect/save", False)
    assert {"module": "swarm"} in saved(mine)["modules"]


def check_all(winnow, display, folder):
    path = folder / "own.json"
    path.write_text(json.dumps(EFFECT))
    (folder / "meshes").mkdir()
    (folder / "meshes" / "box.obj").write_text(BOX)
    (folder / "swarm.glsl").write_text(MODULE)
    with Window(winnow, display, folder, "own", [str(path), *SCENE, "--shaders", str(shaders_with_trap(folder))]) as window:
        window.show_whole_panel()
        break_and_mend(window, folder, path)
        save_elsewhere_while_broken(window, winnow, folder)
        type_open(window, path)
        refused_by_the_driver(window, folder, path)
        save_over_what_is_read(window, folder)
        save_elsewhere(window, winnow, folder)
        assert window.close("ctrl+q") == 0
    with Window(winnow, display, folder, "built-in", ["fountain", *SCENE]) as window:
        window.show_whole_panel()
        built_in_becomes_a_file(window, folder)
        assert window.close("ctrl+q") == 0
    return "faults of modules and meshes ended nothing, and the files came along"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
