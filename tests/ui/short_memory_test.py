"""Grows a window while memory is short: the frame is black and a notice says why, steps continue with the same hashes, and
the notice goes once memory is free. Opens a window with few descriptors. Runs under Xvfb, with the harness of window_test.py.
"""
import os
import resource
import signal
import subprocess
import sys

from replay_test import notices, rendered, states
from window_test import PATIENCE, SCENE, Window, run_under_xvfb, write_display

ROOM = 8 << 20  # less than a frame of the large window needs


def set_limit(window, limit):
    resource.prlimit(window.process.pid, resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))


def taken(window):
    with open(f"/proc/{window.process.pid}/statm") as pages:
        return int(pages.read().split()[0]) * resource.getpagesize()


def check_few_descriptors(winnow, display, folder):
    """The window opens, or one line says why not."""
    opened = 0
    for most in range(8, 16):
        run = subprocess.run([winnow, *SCENE, "--frames", "1", "--trace", "few.jsonl"], cwd=folder, timeout=PATIENCE, capture_output=True, text=True,
                             env=dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=str(folder / "config")),
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)))
        lines = [line for line in run.stderr.splitlines() if line.startswith("winnow: ")]
        assert (run.returncode, len(lines)) in ((0, 0), (2, 1), (3, 1)), (most, run)
        opened += run.returncode == 0
    assert opened > 0


def check_growing_window(winnow, display, folder):
    recording = folder / "x.rec"
    with Window(winnow, display, folder, "short", [*SCENE, "--record", str(recording)]) as window:
        window.wait_steps(5)
        set_limit(window, taken(window) + ROOM)
        window.xdotool("windowsize", window.id, "1280", "2060")
        window.wait("the notice", lambda: any("do not fit into this device's memory" in text for text in notices(window)))
        window.wait_steps(5)
        set_limit(window, resource.RLIM_INFINITY)
        window.dismiss_notices()
        window.wait_steps(5)
        assert not notices(window), notices(window)
        window.process.send_signal(signal.SIGINT)
        assert window.process.wait(PATIENCE) == 128 + signal.SIGINT
        # The driver's error is expected here, and nowhere else.
        said = window.said.read_text().splitlines()
        assert [line for line in said if "GL_OUT_OF_MEMORY" in line], said
        window.said.write_text("\n".join(line for line in said if "GL_OUT_OF_MEMORY" not in line))
        made = states(window.trace())
    assert rendered(winnow, "--replay", str(recording)) == made, "the recording differs from the trace"
    return f"{len(made)} steps, some of them without a frame"


def check_all(winnow, display, folder):
    write_display(folder, bloom=True, resolution=1)  # which take memory
    check_few_descriptors(winnow, display, folder)
    return check_growing_window(winnow, display, folder)


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
