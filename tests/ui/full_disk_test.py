"""Fills the disk on which the effect, the copy of its unsaved changes, pictures and films lie, while a window is open: what was
there stays whole, nothing half-written is left, a sentence says each failure until it is read, no edit is lost, and once there
is room all is written. Runs under Xvfb, with the harness of window_test.py, in a mount namespace of its own.
"""
import errno
import json
import os
import subprocess
import sys
import tempfile

from edit_test import wait_notice
from export_test import choose_film
from replay_test import notices
from window_test import SCENE, SKIP, Window, run_under_xvfb

EFFECT = {"format": 2, "name": "Full", "emitters": [{"rate": 900, "modules": [{"module": "jet"}, {"module": "gravity"}]}]}
IN_NAMESPACE = "WINNOW_TEST_HAS_MOUNTS"
DISK = "768k"


def fill(folder):
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            assert error.errno == errno.ENOSPC, error
    return filler


def files_of(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


def is_said(window, *words):
    return any(all(word in str(text) for word in words) for text in notices(window))


def edit_rate(window, share):
    before = window.value("emitter/rate")
    window.click("emitter/rate", share)
    window.wait("another rate", lambda: window.value("emitter/rate") != before)
    return window.value("emitter/rate")


def fail_all(window, folder, path):
    """Returns the rate that is not saved."""
    before = files_of(folder)
    rate = edit_rate(window, 0.8)
    wait_notice(window, "would not survive a crash")
    window.key("ctrl+s")
    wait_notice(window, "not saved")
    window.key("F12")
    wait_notice(window, ".png: No space left on device")
    window.key("F9")
    wait_notice(window, "The film ends")
    assert len(notices(window)) == 4, notices(window)
    assert files_of(folder) == before, "a file has changed, or is left half-written"
    assert window.value("emitter/rate") == rate and window.value("effect/save") is True
    return rate


def write_all(window, folder, path, rate):
    copies = folder / "config" / "winnow" / "recovery"
    window.wait("the copy", lambda: copies.exists() and list(copies.iterdir()))
    window.wait("no word of the copy", lambda: not is_said(window, "survive"))
    window.key("ctrl+s")
    wait_notice(window, "Saved")
    assert abs(json.loads(path.read_text())["emitters"][0]["rate"] - rate) < 1
    assert not is_said(window, "not saved"), notices(window)
    window.key("F12")
    window.wait("a picture", lambda: list(folder.glob("winnow-*.png")))
    window.wait("no word of the picture", lambda: not is_said(window, "No space", "winnow-"))


def check_all(winnow, display, elsewhere):
    folder = elsewhere / "disk"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], check=True)
    try:
        return check_on_disk(winnow, display, folder, elsewhere)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def check_on_disk(winnow, display, folder, elsewhere):
    for name in ("full-map.json", "full-stderr.txt", "cache"):  # what the test itself needs is on another disk
        (folder / name).symlink_to(elsewhere / name)
    path = folder / "full.json"
    path.write_text(json.dumps(EFFECT))
    with Window(winnow, display, folder, "full", [str(path), *SCENE], traced=False) as window:
        window.show_whole_panel()
        choose_film(window, "frames")  # PNG files need no other program
        filler = fill(folder)
        rate = fail_all(window, folder, path)
        filler.unlink()
        write_all(window, folder, path, rate)
        assert window.close() == 0
    return "an effect, a copy, a picture and a film on a full disk"


def with_mounts():
    """Begins anew where disks can be mounted. Returns the status if that cannot be."""
    if IN_NAMESPACE in os.environ:
        return run_under_xvfb(check_all)
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, text=True)
    if tried.returncode != 0:
        print(f"skipped: no disk can be mounted here: {tried.stderr.strip()}")
        return SKIP
    os.execvpe("unshare", ["unshare", "-rm", sys.executable, *sys.argv], dict(os.environ, **{IN_NAMESPACE: "1"}))


if __name__ == "__main__":
    sys.exit(with_mounts())
