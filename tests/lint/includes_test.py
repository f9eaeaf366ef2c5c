"""includes.py finds each kind of missing header, names its place, and finds none in the tree itself."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

INCLUDES = Path(__file__).with_name("includes.py")
HEADERS = {
    "app/gl/thing.h": "#include <vector>\nclass Thing {\n    std::vector<int> parts;\n};\nint parts_of(Thing thing);\n",
    "app/gl/other.h": '#include "gl/thing.h"\nclass Other : Thing {\n    void step();\n};\nvoid step(Other other);\n',
    "app/base/note.h": "void note(int what);\n",
}
# (contents of app/gl/a.cpp, line of the fault, part of the message).
FAULTS = [
    ("#include <string>\nstd::vector<int> a;\n", 2, "uses std::vector without <vector>"),
    ("#include <array>\nauto a = std::ranges::find(b, 1);\n", 2, "uses std::ranges without <algorithm>"),
    ("#include <string>\nauto a = std::move(b);\n", 2, "uses std::move without <algorithm> or <utility>"),
    ("std::unheard_of a;\n", 1, "uses std::unheard_of which the table HEADERS has no header for"),
    ('#include <fmt.h>\nauto a = fmt::format("{}", 1);\n', 2, "uses fmt:: without a header of <fmt/...>"),
    ("void f() { glFinish(); }\n", 1, "uses glFinish without a header of <glad/...>"),
    ("\nThing a;\n", 2, 'uses Thing without "gl/thing.h"'),
    ("gl::Thing a;\n", 1, 'uses Thing without "gl/thing.h"'),
    ("int a = gl::parts_of(b);\n", 1, 'uses parts_of without "gl/thing.h"'),
    ("int a = parts_of(b);\n", 1, 'uses parts_of without "gl/thing.h"'),
    ("void f() { note(1); }\n", 1, 'uses note without "base/note.h"'),
]
NO_FAULTS = [
    '#include "gl/other.h"\nstd::vector<Thing> a;\nint b = gl::parts_of(a[0]);\n',
    "// std::vector, Thing and fmt::format\nauto a = \"std::vector\";\n",
    "class Thing;\nThing* a;\n",
    "template <typename Thing>\nThing a;\n",
    "ui::Thing a;\nint b = ui::parts_of(a) + a.parts_of(1);\n",
    "void f() {\n    const auto note = [](int) {};\n    note(1);\n    step(a);\n}\n",  # classes have steps too
    "#include <cstdio>\nstd::size_t a;\n",
]


def lint(contents):
    """Runs includes.py over a tree of the headers and this file."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {**HEADERS, "app/gl/a.cpp": contents}.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return subprocess.run([sys.executable, INCLUDES, folder], capture_output=True, text=True)


class Includes(unittest.TestCase):
    def test_finds_each_fault(self):
        for contents, line, message in FAULTS:
            with self.subTest(contents=contents):
                result = lint(contents)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertRegex(result.stdout, rf"^app/gl/a.cpp:{line}: {message}\n$")

    def test_accepts_what_is_right(self):
        for contents in NO_FAULTS:
            with self.subTest(contents=contents):
                result = lint(contents)
                self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_the_tree_is_clean(self):
        result = subprocess.run([sys.executable, INCLUDES], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
