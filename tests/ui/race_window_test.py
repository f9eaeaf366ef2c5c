"""Lets the Lab race the scans in the real window, clicks a pair, and sees that the simulation then scans with it, while
the hashes stay those of a run that knew no race. Runs under Xvfb, with the harness of window_test.py.
"""
import sys

from lab_window_test import EFFECT, SIZE, fit_every_size, wait_widget
from window_test import SCENE, Window, hashes, run_under_xvfb, segments, write_display

ADOPTED = ("brent-kung", "reduce-then-scan")
PAIRS = 24  # that every OpenGL has


def cells(window):
    return {name: widget["value"] for name, widget in window.widgets().items() if name.count("/") == 3 and
            name.startswith("race/")}


def measured(window):
    return [name for name, value in cells(window).items() if value["samples"] > 0]


def open_race(window):
    window.resize(*SIZE)
    window.key("g")
    wait_widget(window, "lab/close")
    window.key("Up")  # from the first entry round to the last
    window.wait_value("lab/pane/0", "race")


def see_all_pairs(window):
    for count in range(1, PAIRS + 1):  # each renews the patience, because programs are compiled
        window.wait(f"{count} pairs with samples", lambda: len(measured(window)) >= count)
    assert not any(value["wrong"] for value in cells(window).values()), cells(window)
    window.wait("a share of the copy", lambda: all(cells(window)[name]["share"] for name in measured(window)))
    in_use = [name for name, value in cells(window).items() if value["in_use"]]
    assert in_use == ["race/glsl/three-phase/scan-then-propagate"], in_use


def choose_size(window):
    elements = window.value("race/n")
    window.click("race/n/less")
    window.wait_value("race/n", elements // 2)
    window.wait("samples of the new size", lambda: measured(window))


def adopt(window):
    name = "race/glsl/" + "/".join(ADOPTED)
    window.click(name)
    window.wait("the pair in use", lambda: cells(window)[name]["in_use"])
    window.wait_steps(3)
    window.key("g")
    wait_widget(window, "lab/close", False)
    window.open_tab("compute")
    window.wait_value("block", ADOPTED[0])
    window.wait_value("grid", ADOPTED[1])
    assert window.value("backend/glsl") is True
    window.key("g")  # the race begins anew
    window.wait_value("lab/pane/0", "race")
    window.wait("new samples", lambda: measured(window))
    window.key("g")
    wait_widget(window, "lab/close", False)


def check_race(winnow, display, folder):
    effect = folder / "effect.json"
    effect.write_text(EFFECT)
    write_display(folder, vsync=False, tour=False)
    arguments = [str(effect), *SCENE]
    with Window(winnow, display, folder, "race", arguments) as window:
        open_race(window)
        see_all_pairs(window)
        choose_size(window)
        adopt(window)
        window.wait_steps(3)
        assert window.close() == 0
        raced = segments(window.trace())[0]
    pair = [(line["block"], line["grid"]) for line in raced]
    assert pair[-1] == ADOPTED and pair[0] != ADOPTED, (pair[0], pair[-1])
    with Window(winnow, display, folder, "alone", arguments) as window:
        window.resize(*SIZE)
        window.wait_step(min(len(raced), 200))
        window.key("ctrl+q")
        assert window.process.wait() == 0
        alone = segments(window.trace())[0]
    shared = min(len(raced), len(alone))
    assert hashes(raced)[:shared] == hashes(alone)[:shared], "the race changed a hash"
    write_display(folder, ui_scale=1, vsync=False, tour=False)
    with Window(winnow, display, folder, "full-size", arguments) as window:
        open_race(window)
        fit_every_size(window, "lab/close", "race/n/more", "race/again", "race/copy")
        assert window.close() == 0
    return f"{PAIRS} pairs, {len(raced)} steps, {shared} with the same hashes"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_race))
