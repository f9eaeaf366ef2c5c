#!/usr/bin/env python3
"""Signals, from outside: signals_test.py WINNOW. After a signal the program ends within a moment and leaves
nothing behind, even while it waits for another process. Each test first waits until the program has reached
the place to interrupt."""
import fcntl
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
INTERRUPTED = 130
PATIENCE = 60  # seconds for any one thing; generous, because the machine may be busy
RUN = ["render", "--capacity", "4096", "--density", "0.1", "--size", "64x48", "--frames", "1000000"]


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"gave up after {PATIENCE} s waiting for: {what}")
        time.sleep(0.005)


def bytes_in(pipe):
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, b"\0" * 4))[0]


def small_pipe():
    """Returns a pipe that is soon full and the number of bytes that it holds."""
    reader, writer = os.pipe()
    return reader, writer, fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)


def ticks(process):
    """Returns the processor time of all threads of the process."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def wait_until_idle(process):
    """Returns once the process has used no processor time for a while: it waits for another process."""
    idle_for, looks = 0, 30
    last = None
    while idle_for < looks:
        now = ticks(process)
        idle_for = idle_for + 1 if now == last else 0
        last = now
        time.sleep(0.01)


class Signals(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.started = []

    def tearDown(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def enterContext(self, manager):  # built into Python 3.11
        result = manager.__enter__()
        self.addCleanup(manager.__exit__, None, None, None)
        return result

    def start(self, *arguments, **keywords):
        keywords = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "cwd": self.folder, **keywords}
        process = subprocess.Popen([WINNOW, *arguments], **keywords)
        self.started.append(process)
        return process

    def expect_end(self, process, status=INTERRUPTED, left=()):
        process.wait(PATIENCE)
        self.assertEqual(process.returncode, status)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), sorted(left))

    def interrupt(self, process, number=signal.SIGINT, left=()):
        """Ends a program that waits for a process that does not answer."""
        process.send_signal(number)
        self.expect_end(process, left=left)

    def wait_for_part(self):
        wait_for("a temporary file", lambda: list(self.folder.glob("*.part-*")))

    def test_a_second_signal_at_once_is_the_same_request(self):
        """`timeout` signals its child and then the group. The two differ, because equal ones may merge."""
        for _ in range(3):
            process = self.start(*RUN, "--trace", "x.jsonl", "--json", "x.json")
            self.wait_for_part()
            process.send_signal(signal.SIGTERM)
            process.send_signal(signal.SIGINT)
            self.expect_end(process)

    def test_a_deadly_signal_leaves_nothing(self):
        process = self.start(*RUN, "--trace", "x.jsonl")
        self.wait_for_part()
        process.send_signal(signal.SIGUSR1)
        self.expect_end(process, -signal.SIGUSR1)

    def test_what_was_checked_is_told(self):
        """The rows of a topic come when it is done; the signal comes while others are being checked."""
        process = self.start("test", "--quick", "--backend", "cpu", "--json", "x.json", stdout=subprocess.PIPE, text=True)
        for title in ("scan", "compact"):
            while not (line := process.stdout.readline()).startswith(title):
                self.assertNotEqual(line, "", "the program ended")
        process.send_signal(signal.SIGTERM)
        rest, errors = process.stdout.read(), process.stderr.read()
        self.expect_end(process)
        self.assertRegex(rest, r"\n[1-9]\d* passed, 0 failed, \d+ skipped; the rest was not checked\n\Z")
        self.assertNotIn("lab", rest)
        self.assertEqual(errors, "winnow: interrupted\n")

    def test_many_files_to_check(self):
        reader, writer, _ = small_pipe()
        effect = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "e.json"
        effect.write_text(json.dumps({"format": 2, "emitters": [{"rate": 600, "modules": [{"module": "jet"}]}]}))
        process = self.start("effect", "check", *[effect] * 20000, stdout=writer)
        os.close(writer)
        lines = os.fdopen(reader)
        self.assertIn("fine", lines.readline())
        process.send_signal(signal.SIGINT)
        lines.read()
        self.expect_end(process)

    def test_a_driver_that_compiles_for_long(self):
        """The main thread is in the driver then and looks for no signal."""
        effects = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        heads = {"force": "Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag",
                 "react": "inout Particle p, Parameters a, Moment m"}
        noises = "v = smooth_noise(v, true);\n" * 38  # as long as a module may be for compilers
        for stage, result in (("force", "acceleration"), ("react", "p.velocity")):
            (effects / f"long-{stage}.glsl").write_text(
                f'/*{{"name": "long-{stage}", "stage": "{stage}", "does": "Compiles for long.", "parameters": {{}}}}*/\n'
                f"void {stage}({heads[stage]}) {{\nvec3 v = p.position;\n{noises}{result} += v;\n}}\n")
        modules = [{"module": name} for name in ("jet", "long-force", "long-react", "size")]
        (effects / "e.json").write_text(json.dumps({"format": 2, "emitters": [{"rate": 600, "modules": modules}]}))
        environment = dict(os.environ, MESA_SHADER_CACHE_DISABLE="true")
        process = self.start("render", str(effects / "e.json"), *RUN[1:], "--trace", "x.jsonl",
                             env=environment)
        self.wait_for_part()
        time.sleep(2)
        self.assertIsNone(process.poll())
        sent = time.monotonic()
        process.send_signal(signal.SIGTERM)
        self.expect_end(process)
        self.assertLess(time.monotonic() - sent, 3)  # a second, and time to end on a busy machine

    def test_a_fifo_without_a_reader(self):
        os.mkfifo(self.folder / "fifo")
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start(*RUN, "--trace", "fifo", "--json", "x.json")
            self.wait_for_part()
            wait_until_idle(process)
            self.interrupt(process, number, left=["fifo"])

    def test_a_fifo_with_a_reader_gets_everything(self):
        os.mkfifo(self.folder / "fifo")
        process = self.start(*RUN[:-1], "400", "--trace", "fifo")
        with open(self.folder / "fifo") as fifo:
            lines = fifo.read().splitlines()
        process.wait(PATIENCE)
        self.assertEqual(process.returncode, 0)
        self.assertEqual([json.loads(line)["step"] for line in lines], list(range(1, 401)))

    def test_a_reader_that_stalls(self):
        reader, writer, room = small_pipe()
        process = self.start(*RUN, "--trace", "-", stdout=writer)
        wait_for("a full pipe", lambda: bytes_in(reader) == room)
        wait_until_idle(process)
        self.assertFalse(fcntl.fcntl(writer, fcntl.F_GETFL) & os.O_NONBLOCK, "a shared pipe keeps its mode")
        self.interrupt(process)
        os.close(reader)
        os.close(writer)

    def test_a_reader_of_tables_and_messages_that_stalls(self):
        reader, writer, room = small_pipe()
        os.write(writer, b"x" * room)
        for command in (["list"], ["no-such-command"]):
            process = self.start(*command, stdout=writer, stderr=writer)
            wait_until_idle(process)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
            self.assertIn(process.returncode, (INTERRUPTED, 2))
        os.close(reader)
        os.close(writer)

    def test_an_ffmpeg_that_stalls(self):
        """Tests both moments: while frames are being sent, and when all are sent."""
        tools = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for reads in ("", "cat > /dev/null"):
            fake = tools / "ffmpeg"
            fake.write_text(f'#!/bin/sh\nfor file; do :; done\n: > "${{file#file:}}"\n{reads}\nexec sleep {PATIENCE}\n')
            fake.chmod(0o755)
            environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")
            process = self.start("render", "--frames", "2", "--output", "x.mp4", env=environment)
            self.wait_for_part()
            wait_until_idle(process)
            self.interrupt(process)


if __name__ == "__main__":
    unittest.main(verbosity=2)
