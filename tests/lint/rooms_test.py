"""rooms.py finds each kind of fault, names its place, and finds none in the tree itself."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True  # of rooms.py, in the tree
import rooms  # noqa: E402

ROOMS = Path(__file__).with_name("rooms.py")
TABLE = rooms.table_of_rooms()

# (path, contents, line of the fault, part of the message).
FAULTS = [
    ("app/scan/a.cpp", '#include "scan/scan.h"\n#include "compact/compactor.h"\n', 2, "must not include compact"),
    ("app/scan/a.h", '#include "winnow/scan.h"\n', 1, "must not include winnow/scan.h"),
    ("app/commands/a.cpp", '#include "winnow/scan.h"\n', 1, "must not include winnow/scan.h"),
    ("app/gl/a.h", "\nint most_bytes;\n", 2, "the field says max_"),
    ("shaders/effects/a.glsl", "void obey() {}\n", 1, "the field says handle"),
    ("app/effects/model/a.h", '#include "gl/buffer.h"\n', 1, "must not include gl/buffer.h"),
    ("app/ui/a.cpp", '#include "gl/buffer.h"\n', 1, "must not include gl/buffer.h"),
    ("app/main.cpp", '#include "render/camera.h"\n', 1, "must not include render"),
    ("app/session/a.h", '#include "ui/model.h"\n', 1, "must not include ui"),
    ("app/ui/a.cpp", '#include "session/session.h"\n', 1, "must not include session"),
    ("app/ui/a.cpp", '#include "lab/lesson.h"\n', 1, "must not include lab"),
    ("app/session/a.cpp", '#include "verify/checks.h"\n', 1, "must not include verify"),
    ("app/session/a.cpp", '#include "gl/window.h"\n', 1, "knows no window"),
    ("app/verify/a.cpp", '#include "measure/timing.h"\n', 1, "must not include measure"),
    ("app/verify/checkers/scan_check.cpp", '#include "session/machine.h"\n', 1, "must not include session"),
    ("app/measure/a.cpp", '#include "view/view.h"\n', 1, "must not include view"),
    ("app/measure/baseline.h", '#include "session/machine.h"\n', 1, "must not include session"),
    ("app/view/a.cpp", '#include "commands/commands.h"\n', 1, "must not include commands"),
    ("cuda/suite.cpp", '#include "measure/timing.h"\n', 1, "must not include measure"),
    ("app/compact/a.h", "class BenchmarkPeer;\n", 1, "what is measured"),
    ("cuda/scan/a.cu", '\n#include "gl/program.h"\n', 2, "must not include gl/program.h"),
    ("app/gl/a.cpp", '#include "buffer.h"\n', 1, "by its path from the room"),
    ("app/commands/a.cpp", '#include "cuda/suite.h"\n', 1, "nobody includes cuda/"),
    ("app/gl/a.cpp", "#include <cuda_runtime.h>\n", 1, "nobody includes cuda/"),
    ("app/gl/a.cpp", '#include <vector>\n#include "gl/a.h"\n', 1, "comes first"),
    ("app/particles/a.cpp", "#if WINNOW_HAS_CUDA\n#endif\n", 1, "belong to the backend table"),
    ("app/particles/a.cpp", "int i;\nauto b = Backend::cuda;\n", 2, "particles name no backend"),
    ("app/ui/a.cpp", "GLuint texture;\n", 1, "ui never sees"),
    ("shaders/scan/a.glsl", "layout(local_size_x = 256) in;\n", 1, "belongs in shaders/shared/"),
    ("shaders/scan/a.glsl", "\nlayout(std430, binding=3) buffer A { uint a[]; };\n", 2, "belongs in shaders/shared/"),
    ("shaders/render/solids/a.h", "\nconst uint BIND_SOLIDS = 7u;\n", 2, "BIND_SOLIDS: .* are in shaders/shared/bindings.h"),
    ("shaders/shared/tiles.h", "const uint IMAGE_FRAME=0u;\n", 1, "IMAGE_FRAME: "),
    ("shaders/render/a.comp", "#define TEXTURE_A 3\n", 1, "TEXTURE_A: "),
    ("app/render/a.cpp", "constexpr GLuint BIND_A{3};\n", 1, "BIND_A: "),
    ("shaders/scan/a.glsl", "#version 450 core\n", 1, "#version"),
    ("README.md", "see /wo" + "rk/shared\n", 1, "a path of one machine"),
    ("app/gl/a.cpp", "// TO" + "DO later\n", 1, "unfinished"),
    ("app/gl/a.cpp", "void f(int a) {\n" + "    g();\n" * 59 + "}\n", 1, "a function of 61 lines"),
    ("app/gl/a.cpp", "A::A() : a_{1} {}\nint A::f() const {\n" + "    g();\n" * 59 + "}\n", 2, "of 61 lines"),
    ("app/gl/a.cpp", "int i;\n" * 901, 1, "901 lines"),
    ("app/attic/a.cpp", "int i;\n", 1, "has no room for it"),
    ("app/commands/a.cpp", '#include "ui/model.h"\n', 1, "must not include ui/model.h"),  # private to view
    ("README.md", TABLE.replace("| `gl`", "| `scan`", 1), 1, "the table of rooms is another"),
]
NO_FAULTS = [
    ("README.md", f"The rooms:\n\n{TABLE}\n"),
    ("app/commands/a.cpp", '#include "lab/lesson.h"\n#include "scan/scan.h"\n'),  # through view, and through its rooms
    ("app/scan/a.cpp", '#include "scan/a.h"\n\n#include <vector>\n\n#include "gl/buffer.h"\n#include "shaders/shared.h"\n'),
    ("app/scan/a.h", '#include "winnow/scan_types.h"\n'),
    ("cuda/suite.cpp", '#include "measure/baseline.h"\n'),
    ("app/view/a.cpp", '#include "session/session.h"\n#include "ui/model.h"\n#include "lab/lesson.h"\n'),
    ("app/ui/a.cpp", '#include "lab/drawing.h"\n'),
    ("app/verify/scan_check.cpp", '#include "verify/checkers/scan_check.h"\n\n#include "compact/compactor.h"\n#include "verify/inputs.h"\n'),
    ("app/library/a.cpp", '#include "winnow/scan.h"\n#include "scan/scan.h"\n'),
    ("tests/install/main.cpp", "#include <cuda_runtime_api.h>\n"),
    ("app/compact/backends.cpp", "#if WINNOW_HAS_CUDA\n#endif\n"),
    ("cuda/scan/a.cuh", '#include "cuda/check.h"\n#include <cuda_runtime.h>\n#ifdef __CUDACC__\n#endif\n'),
    ("app/particles/a.cpp", '// cuda or not\nauto text = "cuda";\n'),
    ("shaders/scan/a.glsl", "layout(local_size_x = SCAN_THREADS) in;\n// binding = 3\n"),
    ("shaders/shared/bindings.h", "const uint BIND_STEP = 0u;\n"),
    ("shaders/render/a.glsl", "layout(binding = TEXTURE_A) uniform sampler2D a;  // BIND_A = 3\n"),
    ("app/gl/a.cpp", "bool b = unit == shared::BIND_A || GL_TEXTURE_A == 3;\n"),
    ("app/gl/a.cpp", "void f() {\n" + "    g();\n" * 58 + "}\n"),
    ("app/gl/a.cpp", "namespace a {\n" + "void f() { g(); }\n" * 100 + "}\n"),
]


def lint(path, contents):
    """Runs rooms.py over a tree of this one file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(contents)
        return subprocess.run([sys.executable, ROOMS, folder], capture_output=True, text=True)


class Rooms(unittest.TestCase):
    def test_finds_each_fault(self):
        for path, contents, line, message in FAULTS:
            with self.subTest(path=path, message=message):
                result = lint(path, contents)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stdout, rf"(?m)^{path}:{line}: .*{message}")

    def test_accepts_what_is_right(self):
        for path, contents in NO_FAULTS:
            with self.subTest(path=path, contents=contents[:40]):
                result = lint(path, contents)
                self.assertEqual((result.returncode, result.stdout), (0, ""))

    def test_counts_short_files(self):
        with tempfile.TemporaryDirectory() as folder:
            def write(path, lines):
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("int i;\n" * lines)

            for number in range(30):
                write(f"app/gl/a{number:02}.cpp", 14)
            write("app/gl/b.cpp", 15)
            write("tests/gl/b.cpp", 14)
            write("shaders/modules/force/b.glsl", 14)
            right = subprocess.run([sys.executable, ROOMS, folder], capture_output=True, text=True)
            write("shaders/render/frame/b.comp", 14)
            wrong = subprocess.run([sys.executable, ROOMS, folder], capture_output=True, text=True)
        self.assertEqual((right.returncode, right.stdout), (0, ""))
        self.assertEqual(wrong.returncode, 1)
        self.assertRegex(wrong.stdout, r"^shaders/render/frame/b.comp:1: one of 31 files below 15 lines")

    def test_every_room_and_entry_is_there(self):
        root = ROOMS.parents[2]
        for room, entry in rooms.ROOMS.items():
            for name in [room, *entry["includes"], *entry.get("private", []), *entry.get("links", [])]:
                with self.subTest(room=room, name=name):
                    self.assertTrue(any((root / folder / name).exists() for folder in ("app", "app/library", ".")))

    def test_the_tree_is_clean(self):
        result = subprocess.run([sys.executable, ROOMS], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
