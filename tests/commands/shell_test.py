#!/usr/bin/env python3
"""The completion for shells and the manual page: shell_test.py WINNOW. The completion runs in a bash,
and groff formats the manual page."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
LIMIT = 60  # seconds

# Sources the script, completes the line, and prints the candidates that readline would get.
COMPLETE = r"""
source <("$1" completion bash)
winnow() { "$WINNOW" "$@"; }
shift
COMP_WORDS=(winnow "$@")
COMP_CWORD=$#
_winnow
printf '%s\n' "${COMPREPLY[@]}"
"""


def winnow(*arguments):
    return subprocess.run([WINNOW, *arguments], capture_output=True, text=True, timeout=LIMIT)


def complete(*words):
    result = subprocess.run(["bash", "--norc", "-c", COMPLETE, "bash", WINNOW, *words], capture_output=True, text=True,
                            timeout=LIMIT, env={**os.environ, "WINNOW": WINNOW})
    assert result.returncode == 0 and not result.stderr, result.stderr
    return result.stdout.split()


def options_in_help(*command):
    """Returns the long options that --help lists."""
    lines = winnow(*command, "--help").stdout.splitlines()
    words = [word for line in lines if line.startswith("  -") for word in line.replace(",", " ").split()]
    return {word for word in words if word.startswith("--")}


class Document(unittest.TestCase):
    def test_the_list_of_options_is_what_the_program_prints(self):
        """If this fails, put the output of `winnow man --markdown` before its exit status at the end."""
        printed = winnow("man", "--markdown").stdout
        document = (pathlib.Path(__file__).parents[2] / "docs/options.md").read_text()
        commands, statuses = printed.split("\n### Exit status\n")
        self.assertTrue(document.endswith(commands), "docs/options.md differs from `winnow man --markdown`")
        for row in statuses.splitlines()[3:]:
            self.assertIn(row, document)


@unittest.skipUnless(shutil.which("bash"), "no bash")
class Completion(unittest.TestCase):
    def test_commands_and_effects_come_first(self):
        words = complete("")
        for word in ("view", "render", "bench", "effect", "fountain", "smoke"):
            self.assertIn(word, words)
        self.assertEqual(complete("ben"), ["bench"])
        self.assertEqual(sorted(complete("bench", "s")), ["scan", "sort", "step"])
        self.assertEqual(complete("effect", ""), ["extract", "check", "strict", "schema"])
        self.assertEqual(complete("bench", "scan", "s"), [])

    def test_each_command_is_offered_the_options_that_it_takes(self):
        for command in (["view"], ["render"], ["test"], ["test", "replay"], ["bench"], ["bench", "sort"], ["list"], ["lab"],
                        ["effect", "extract"],
                        ["effect", "check"], ["effect", "strict"], ["effect", "schema"]):
            with self.subTest(command):
                self.assertEqual(set(complete(*command, "--")), options_in_help(*command))
        self.assertNotIn("--backend", complete("list", "--"))

    def test_values_are_the_names_that_are_taken(self):
        listing = json.loads(winnow("list", "--json", "-").stdout)
        self.assertEqual(complete("--backend", ""), [row["name"] for row in listing["backends"]])
        self.assertEqual(complete("test", "--grid", ""), [row["name"] for row in listing["grid_strategies"]])
        self.assertEqual(complete("bench", "--json", "x", "compact", "--votes", "c"), ["clustered"])
        self.assertEqual(complete("render", "--sort", "=", "o"), ["off", "on"])
        self.assertEqual(complete("render", "--sort", "="), ["auto", "off", "on"])
        self.assertEqual(complete("bench", "step", "--effect", "ra"), ["rain"])
        self.assertEqual(complete("render", "--json", "re"), [])  # a file, whose name the shell completes

    def test_there_is_a_script_for_each_shell(self):
        for shell in ("zsh", "fish"):
            result = winnow("completion", shell)
            self.assertEqual(result.returncode, 0)
            self.assertIn("__complete", result.stdout)
            if shutil.which(shell):
                checked = subprocess.run([shell, "-n"], input=result.stdout, capture_output=True, text=True, timeout=LIMIT)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        result = winnow("completion", "basch")
        self.assertEqual(result.returncode, 2)
        self.assertIn("did you mean bash?", result.stderr)


class Manual(unittest.TestCase):
    def test_it_explains_every_option(self):
        """One page explains all commands, which a page that help2man makes of one --help does not."""
        text = winnow("man").stdout.replace("\\-", "-")
        for command in (["view"], ["render"], ["test"], ["bench"], ["bench", "step"], ["list"], ["lab"], ["effect", "extract"],
                        ["effect", "check"], ["effect", "strict"], ["effect", "schema"]):
            self.assertIn(".SS winnow " + " ".join(command), text)
            for option in options_in_help(*command) - {"--help", "--version"}:
                self.assertIn(f".TP\n\\fB{option}\\fR", text)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_groff_has_no_warning(self):
        result = subprocess.run(["groff", "-man", "-ww", "-z"], input=winnow("man").stdout, capture_output=True, text=True,
                                timeout=LIMIT)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
