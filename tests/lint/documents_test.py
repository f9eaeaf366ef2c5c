"""documents.py finds each kind of fault, names its line, and finds none in the tree itself."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

DOCUMENTS = Path(__file__).with_name("documents.py")
SOURCE = "void step() {\n    move<3>(place);\n}\n"  # app/gl/a.cpp

# (text of a document, line of the fault, part of the message).
FAULTS = [
    ("# A\n\n[other](docs/other.md)\n", 3, "it links to docs/other.md"),
    ("# A heading\n\n[below](#another)\n", 3, "no heading for #another"),
    ("[source](app/gl/a.cpp) [gone](app/gl/b.cpp)\n", 1, "it links to app/gl/b.cpp"),
    ("See `app/gl/b.cpp`.\n", 1, "there is no app/gl/b.cpp"),
    ("See `app/gl/a.{h,cpp}`.\n", 1, r"there is no app/gl/a.\{h,cpp\}"),
    ("See `shaders/NAME.glsl`.\n", 1, "there is no shaders/NAME.glsl"),
    ("| file | |\n| --- | --- |\n| `app/gl/a.cpp` | `begin()` |\n", 3, r"begin\(\) is not in `app/gl/a.cpp`"),
    ("| `app/gl/a.cpp` | `step()`, `Name::steps()` |\n", 1, r"Name::steps\(\) is not in"),
]
NO_FAULTS = [
    "# What it is: a `b`, c\n\n[here](#what-it-is-a-b-c) [there](app/gl/a.cpp) [far](https://example.org/x.md#y)\n",
    "`app/gl/{a,a}.cpp`, `app/gl/NAME.cpp`, `app/`, `other/gl/b.cpp` and `gl/b.cpp`\n",
    "```\n[x](nothing.md) `app/gl/b.cpp`\n# no heading\n```\n",
    "| `app/gl/a.cpp`, `app/` | `Name::step()`, `move()`, `place` |\n| `word` | `begin()` |\n",
]


def lint(text):
    """Runs documents.py over a tree of this document and one source."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "app/gl/a.cpp")
        source.parent.mkdir(parents=True)
        source.write_text(SOURCE)
        Path(folder, "DOCUMENT.md").write_text(text)
        return subprocess.run([sys.executable, DOCUMENTS, folder], capture_output=True, text=True)


class Documents(unittest.TestCase):
    def test_finds_each_fault(self):
        for text, line, message in FAULTS:
            with self.subTest(text=text):
                result = lint(text)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertRegex(result.stdout, rf"^DOCUMENT.md:{line}: .*{message}.*\n$")

    def test_accepts_what_is_right(self):
        for text in NO_FAULTS:
            with self.subTest(text=text):
                result = lint(text)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_the_tree_is_clean(self):
        result = subprocess.run([sys.executable, DOCUMENTS], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
