"""Destroys the window from outside, stops the X server and sends SIGTERM, and kills the server: one line reports it, and the
trace, the recording and the state are complete. A connection that breaks while the window opens is reported likewise. Runs
under Xvfb, with the harness of window_test.py.
"""
import contextlib
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading

from replay_test import rendered, states
from window_test import PATIENCE, SCENE, Window, run_under_xvfb, wait_for


def said(text):
    return [line for line in text.splitlines() if line.startswith("winnow: ")]  # drivers print messages too


def end_by(window, display, how):
    """Ends what the window needs. Returns the status that it must have, and a word of its message."""
    if how == "killed server":
        display.server.kill()
        return 3, "display"
    if how == "destroyed window":
        window.xdotool("windowclose", window.id)
        return 3, "destroyed"
    display.server.send_signal(signal.SIGSTOP)
    window.process.send_signal(signal.SIGTERM)
    return 130, "interrupted"


def check_end(winnow, display, folder, how):
    recording, saved = folder / "x.rec", folder / "x.state"
    arguments = [*SCENE, "--record", str(recording), "--save-state", str(saved)]
    with Window(winnow, display, folder, "lost", arguments) as window:
        window.wait_steps(5)
        window.click("run/reset")
        window.wait_steps(20)
        status, word = end_by(window, display, how)
        try:
            assert window.process.wait(PATIENCE) == status
        finally:
            display.server.send_signal(signal.SIGCONT)
        made = states(window.trace())
    (line,) = said(window.said.read_text())
    assert word in line, line
    assert not list(folder.glob("*.part-*")), list(folder.iterdir())
    assert json.loads(recording.read_text().splitlines()[-1])["end"] is True
    assert rendered(winnow, "--replay", str(recording)) == made, "the recording differs from the trace"
    resumed = rendered(winnow, "--load-state", str(saved), "--frames", "3")
    assert resumed[0][0] == made[-1][0] + 1, "the state is not that of the last step"
    return len(made)


def check_answered_signal(winnow, display, folder):
    """The signal is answered while the window waits for the reader of its trace. Then it ends without the server."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    with open(folder / "said", "w+") as said_file, subprocess.Popen(
            [winnow, *SCENE, "--trace", "-"], cwd=folder, stdout=writer, stderr=said_file,
            env=dict(os.environ, DISPLAY=display.name, XDG_CONFIG_HOME=str(folder / "config"))) as process:
        try:
            wait_for("a full pipe", lambda: not select.select([], [writer], [], 0)[1], process)
            display.server.send_signal(signal.SIGSTOP)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 130
        finally:
            display.server.send_signal(signal.SIGCONT)
            process.kill()
            os.close(reader)
            os.close(writer)
        said_file.seek(0)
        assert len(said(said_file.read())) == 1


def forward(source, target, forwarded):
    """Forwards what the source sends, and cuts the connection where forwarded(data) says less than the length of the data."""
    with contextlib.suppress(OSError):
        while data := source.recv(1 << 16):
            some = forwarded(data)
            target.sendall(data[:some])
            if some < len(data):
                break
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def breaking_display(display, of_requests=len, of_replies=len):
    """Gives the name of a display that is the other one, but for connections that break where a function of the data says so."""
    first_port = 6000
    with socket.create_server(("127.0.0.1", 0)) as any_port:
        port = any_port.getsockname()[1]  # free, and high enough for the number of a display

    def serve(listening):
        with contextlib.suppress(OSError):
            while True:
                client, _ = listening.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(f"/tmp/.X11-unix/X{display.name.removeprefix(':')}")
                for ends in ((client, server, of_requests), (server, client, of_replies)):
                    threading.Thread(target=forward, args=ends, daemon=True).start()
    with socket.create_server(("127.0.0.1", port)) as listening:
        threading.Thread(target=serve, args=(listening,), daemon=True).start()
        try:
            yield f"127.0.0.1:{port - first_port}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)  # ends the wait of accept()


def after(most):
    """Forwards so many bytes."""
    left = most

    def forwarded(data):
        nonlocal left
        some = min(left, len(data))
        left -= some
        return some
    return forwarded


def within_size(count):
    """Cuts the answer to this one of the requests for the size of the window, of which Xlib makes two: the first is answered."""
    get_window_attributes, get_geometry, attributes_reply = 3, 14, 44  # two opcodes and bytes
    asked, left = 0, 1 << 40

    def of_requests(data):
        nonlocal asked, left
        asked += len(data) == 16 and data[0] == get_window_attributes and data[8] == get_geometry
        if asked == count:
            left = min(left, attributes_reply)
        return len(data)

    def of_replies(data):
        nonlocal left
        some = min(left, len(data))
        left -= some
        return some
    return {"of_requests": of_requests, "of_replies": of_replies}


def check_broken(winnow, display, folder, kept, **breaks):
    with breaking_display(display, **breaks) as name:
        run = subprocess.run([winnow, *SCENE, "--save-state", "kept.state"], cwd=folder, timeout=PATIENCE,
                             env=dict(os.environ, DISPLAY=name, XDG_CONFIG_HOME=str(folder / "config")),
                             capture_output=True, text=True)
    assert run.returncode == 3, (kept, run)
    assert len(said(run.stderr)) == 1 and "display" in run.stderr.lower(), (kept, run.stderr)
    assert {path.name for path in folder.iterdir()} - {"config"} == set(kept), list(folder.iterdir())


def check_breaks(winnow, display, folder):
    for most in (100, 20_000, 40_000):  # a window takes more to open
        check_broken(winnow, display, folder, [], of_replies=after(most))
    for count in range(30, 37):  # each of those of one frame
        check_broken(winnow, display, folder, ["kept.state"], **within_size(count))
        (folder / "kept.state").unlink()


def check_all(winnow, display, folder):
    check_breaks(winnow, display, folder)
    check_answered_signal(winnow, display, folder)
    kept = []
    for how in ("destroyed window", "stopped server", "killed server"):
        place = folder / how.replace(" ", "-")
        place.mkdir()
        kept.append(check_end(winnow, display, place, how))
    return f"{kept} steps were kept"


if __name__ == "__main__":
    sys.exit(run_under_xvfb(check_all))
