"""The library as other programs get it: install_test.py WINNOW, whose folder is the build. Checks the
installed files, builds and runs a program against them, and checks the libraries' symbols and dependencies
and the Debian packages."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ui"))
from window_test import Display

WINNOW = Path(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"]).resolve()
BUILD = WINNOW.parent
CONSUMER = Path(__file__).parent
ROOT = CONSUMER.parents[1]
SKIPPED = 77  # a consumer's exit status where there is no device
LIMIT = 240  # seconds
SYSTEM_PYTHON = "/usr/bin/python3"  # that has the modules of the distribution's packages
VERSION = "0.2"
RUNTIMES = [f"libwinnow-{package}{VERSION}" for package in ("scan", "effect")]  # named after the soname of their libraries
# The only symbols that a library may export: the classes of its header.
PUBLIC = re.compile(r"((typeinfo( name)?|vtable) for winnow::ScanError"
                    r"|winnow::(GlContext|GlScan|GlCompact|CudaScan|CudaCompactor)::.*"
                    r"|winnow::cuda(_compact)?_absence.*"
                    r"|winnow_(?!embedded)[a-z_]+)$")
# The only libraries that it may need: no window, no UI, neither OpenGL's libraries nor CUDA's.
NEEDED = re.compile(r"(libfmt|libstdc\+\+|libgcc_s|libc|libm|libdl|librt|libpthread|ld-linux[-\w]*)\.so\.\d+$")


def run(*command, status=0, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=LIMIT, **options)
    if done.returncode != status and status is not None:
        raise AssertionError(f"{command}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done


class Folder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="winnow install ")
        cls.path = Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def build_consumer(self, prefix):
        """Builds the consumer against the installation below `prefix`. Returns the build folder."""
        build = Path(tempfile.mkdtemp(dir=self.path))
        run("cmake", "-S", CONSUMER, "-B", build, "-D", f"CMAKE_PREFIX_PATH={prefix}", "-D", "CMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", build)
        return build

    def run_consumer(self, program):
        done = run(program, status=None)
        if done.returncode == SKIPPED:
            self.skipTest(f"{program.name}: {done.stdout.strip()}")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "1,000,000 elements are right\n")


class Install(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.prefix = cls.path / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        cls.libraries = [file for file in cls.prefix.glob("lib*/**/libwinnow*.so") if file.is_symlink()]
        cls.has_cuda = any("cuda" in library.name for library in cls.libraries)
        cls.consumer = cls.build_consumer(cls, cls.prefix)

    def test_has_the_libraries_and_their_headers_only(self):
        self.assertIn("libwinnow-scan.so", [library.name for library in self.libraries])
        headers = {path.relative_to(self.prefix).as_posix() for path in self.prefix.glob("include/**/*.h*")}
        names = ["scan", "scan_types", "compact", "compact_types", "effect"]
        if self.has_cuda:
            names += ["cuda_scan", "cuda_compact"]
        expected = {f"include/winnow/{name}.h" for name in names} | {"include/winnow/effect.hpp"}
        self.assertEqual(headers, expected)

    def test_has_the_page_of_the_lab_the_manual_and_the_changes(self):
        for file, source in (("doc/winnow/lab.html", BUILD), ("man/man1/winnow.1.gz", BUILD), ("doc/winnow/CHANGELOG.md", ROOT)):
            self.assertEqual((self.prefix / "share" / file).read_bytes(), (source / Path(file).name).read_bytes())

    def test_names_no_folder_of_the_build(self):
        for file in self.prefix.glob("lib*/cmake/Winnow/*.cmake"):
            self.assertNotIn(str(BUILD), file.read_text(), file)

    def test_a_program_scans_in_its_own_context(self):
        self.run_consumer(self.consumer / "scan_gl")

    def test_a_program_compacts_in_its_own_context(self):
        self.run_consumer(self.consumer / "compact_gl")

    def play(self, program, folder):
        """Plays an effect by the program. Returns the hash that it prints and its picture, bytes of red, green and blue."""
        picture = folder / "effect.ppm"
        done = run(program, "fireworks", 60, picture)
        head, pixels = picture.read_bytes().split(b" 255\n", 1)
        self.assertEqual(head, b"P6 640 360")
        self.assertEqual(len(pixels), 640 * 360 * 3)
        return done.stdout.strip(), pixels

    def test_a_program_in_c_plays_an_effect_with_the_bits_of_render(self):
        traced, pixels = self.play(self.consumer / "effect_egl", self.path)
        trace = self.path / "trace.jsonl"
        run(WINNOW, "render", "fireworks", "--frames", 60, "--trace", trace)
        self.assertEqual(traced, json.loads(trace.read_text().splitlines()[-1])["hash"])
        lit = sum(value > 40 for value in pixels)
        self.assertGreater(lit, 3000, "the effect is seen")
        self.assertLess(lit, len(pixels) / 2, "neither sky nor ground are drawn")

    def test_a_program_in_cpp_plays_effects_among_its_own_things(self):
        """In a window of SDL, whose ring of stones turns so that the first frame and that after a fifth of a turn show the same
        stones: whatever differs is of the effects."""
        program = self.consumer / "effect_sdl"
        if not program.exists():
            self.skipTest("libsdl2-dev is not installed")
        offscreen = dict(os.environ, SDL_VIDEODRIVER="offscreen", XDG_RUNTIME_DIR=str(self.path))
        pictures = []
        for frames in (1, 241):
            file = self.path / f"ring-{frames}.ppm"
            run(program, frames, file, env=offscreen)
            head, pixels = file.read_bytes().split(b"255\n", 1)
            self.assertEqual(head.split()[1:3], [b"960", b"540"])
            pictures.append(pixels)

        def differ(left, top, right, bottom, by):
            count = 0
            for y in range(top, bottom):
                first, last = (y * 960 + left) * 3, (y * 960 + right) * 3
                one, other = (pixels[first:last] for pixels in pictures)
                count += sum(max(abs(one[i + c] - other[i + c]) for c in range(3)) > by for i in range(0, last - first, 3))
            return count
        self.assertEqual(differ(458, 300, 508, 430, 2), 0, "the stone in front hides the jet")
        self.assertEqual(differ(470, 268, 660, 282, 2), 0, "so does the beam")
        self.assertGreater(differ(420, 165, 540, 230, 40), 4000, "the jet is seen above the beam")
        self.assertGreater(differ(515, 300, 585, 350, 40), 700, "and between the stones")
        done = run(program, 1, self.path / "none.ppm", "fountian", status=2, env=offscreen)
        self.assertIn("did you mean fountain?", done.stderr)

    def test_an_engine_plays_effects_among_its_own_transparent_things(self):
        """In OpenSceneGraph, whose columns hide the jets and whose panes of glass tint what is behind them and nothing else."""
        program = self.consumer / "effect_osg"
        if not program.exists():
            self.skipTest("libopenscenegraph-dev is not installed")
        pictures = []
        with Display() as display:
            for frames in (1, 150):
                file = self.path / f"osg-{frames}.ppm"
                run(program, frames, file, env=dict(os.environ, DISPLAY=display.name))
                head, pixels = file.read_bytes().split(b"255\n", 1)
                self.assertEqual(head.split()[1:3], [b"960", b"540"])
                pictures.append(pixels)

        def count(left, top, right, bottom, seen):
            places = (3 * (y * 960 + x) for y in range(top, bottom) for x in range(left, right))
            return sum(seen(pictures[0][at:at + 3], pictures[1][at:at + 3]) for at in places)

        def is_new(before, now):
            return max(abs(a - b) for a, b in zip(before, now)) > 2

        def is_lit(before, now):
            return max(b - a for a, b in zip(before, now)) > 40

        def is_fire(before, now):
            return is_lit(before, now) and now[0] > now[1] + 10 and now[1] >= now[2]

        def is_green(before, now):
            return is_lit(before, now) and now[1] > now[0] and now[1] > now[2]

        def is_rose(before, now):
            return is_lit(before, now) and now[0] > 2 * now[1] and now[2] > now[1]
        self.assertEqual(count(540, 262, 574, 422, is_new), 0, "a column hides the effect")
        self.assertGreater(count(474, 200, 510, 360, is_fire), 2500, "the jet is seen beside the pane")
        self.assertEqual(count(250, 192, 468, 416, is_fire), 0, "the pane in front tints it")
        self.assertGreater(count(250, 192, 468, 416, is_green), 2500, "and lets it through")
        self.assertGreater(count(600, 215, 700, 325, is_rose), 4000, "the rear pane tints what is behind it")
        self.assertGreater(count(548, 165, 582, 232, is_fire), 900, "and not what is before it")

    def test_a_program_in_python_plays_an_effect_among_its_own_things(self):
        """In its own context, hidden by its own depth, by the installed module."""
        if run(SYSTEM_PYTHON, "-c", "import moderngl_window, numpy", status=None).returncode != 0:
            self.skipTest("python3-moderngl-window is not installed")
        module, = self.prefix.glob("lib/python3/dist-packages/winnow.py")
        picture, trace = self.path / "window.ppm", self.path / "window.jsonl"
        without_display = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        done = run(SYSTEM_PYTHON, CONSUMER / "effect_window.py", "--headless", "--frames", 60, "--output", picture,
                   env=dict(without_display, PYTHONPATH=str(module.parent)))
        run(WINNOW, "render", "fountain", "--frames", 60, "--trace", trace)
        self.assertEqual(done.stdout.split()[-1], json.loads(trace.read_text().splitlines()[-1])["hash"])
        head, pixels = picture.read_bytes().split(b"255\n", 1)
        width, height = map(int, head.split()[1:3])

        def warm(left, top, right, bottom):
            rows = (pixels[(y * width + left) * 3:(y * width + right) * 3] for y in range(top, bottom))
            return sum(row[i] > row[i + 2] + 40 for row in rows for i in range(0, len(row), 3))
        self.assertEqual((width, height), (960, 540))
        self.assertEqual(warm(500, 310, 580, 385), 0, "the cube in front hides the effect")
        self.assertGreater(warm(300, 100, 650, 290), 10000, "the effect is seen elsewhere")

    def test_pkg_config_knows_the_libraries(self):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        modules = sorted(self.prefix.glob("share/pkgconfig/*.pc"))
        names = {path.stem for path in modules}
        self.assertLessEqual({"winnow-scan", "winnow-compact", "winnow-effect"}, names)
        searched = dict(os.environ, PKG_CONFIG_PATH=str(modules[0].parent))
        for name in names:
            self.assertEqual(run("pkg-config", "--modversion", name, env=searched).stdout.strip(), f"{VERSION}.0")
        flags = shlex.split(run("pkg-config", "--cflags", "--libs", "winnow-effect", env=searched).stdout)
        program = self.path / "by_pkg_config"
        run("cc", CONSUMER / "effect_main.c", "-o", program, *flags, "-lEGL", "-lm", f"-Wl,-rpath,{self.libraries[0].parent}")
        self.assertRegex(self.play(program, self.path)[0], r"^[0-9a-f]{16}$")

    def test_a_program_scans_cuda_memory(self):
        if not self.has_cuda:
            self.skipTest("built without CUDA")
        self.run_consumer(self.consumer / "scan_cuda")

    def test_a_program_compacts_cuda_memory(self):
        if not self.has_cuda:
            self.skipTest("built without CUDA")
        self.run_consumer(self.consumer / "compact_cuda")

    def test_shows_its_own_names_only(self):
        for library in self.libraries:
            symbols = run("nm", "-D", "-C", "--defined-only", library).stdout.splitlines()
            names = [re.sub(r"^\w+ \w ", "", symbol) for symbol in symbols]
            self.assertTrue(names, library)
            self.assertEqual([name for name in names if not PUBLIC.match(name)], [], library)

    def test_needs_neither_window_nor_loader(self):
        for library in self.libraries:
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", library).stdout)
            self.assertIn("libc.so.6", needed, library)
            self.assertEqual([name for name in needed if not NEEDED.match(name)], [], library)

    def test_another_version_is_refused(self):
        (self.path / "other").mkdir()
        text = (CONSUMER / "CMakeLists.txt").read_text().replace("Winnow 0.2", "Winnow 0.3")
        (self.path / "other/CMakeLists.txt").write_text(text)
        done = run("cmake", "-S", self.path / "other", "-B", self.path / "other/build", "-D",
                   f"CMAKE_PREFIX_PATH={self.prefix}", status=1)
        self.assertIn('compatible with requested version "0.3"', " ".join(done.stderr.split()))


DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


class Documents(unittest.TestCase):
    def test_they_quote_what_is_tested(self):
        sources = "".join(path.read_text() for path in [*CONSUMER.glob("*.cpp"), *CONSUMER.glob("*.c"), CONSUMER / "CMakeLists.txt"])
        tested = "".join(sources.split())
        for document in DOCUMENTS:
            for quoted in re.findall(r"^```(?:cpp|c|cmake)\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL):
                with self.subTest(document.name):
                    self.assertIn("".join(quoted.split()), tested)


@unittest.skipUnless(shutil.which("dpkg-shlibdeps") and shutil.which("file"), "dpkg-dev or file is not installed")
class Packages(Folder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", cls.path, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")  # fast
        cls.packages = {path.name.split("_")[0]: path for path in cls.path.glob("*.deb")}

    def contents(self, name):
        lines = run("dpkg", "-c", self.packages[name]).stdout.splitlines()
        return {line.split(None, 5)[5].split(" -> ")[0] for line in lines if not line.endswith("/")}

    def contents_beside_documents(self, name):
        documents = {f"./usr/share/doc/{name}/{file}" for file in ("copyright", "changelog.gz")}
        contents = self.contents(name)
        self.assertLessEqual(documents, contents)
        return contents - documents

    def field(self, name, field):
        return run("dpkg-deb", "-f", self.packages[name], field).stdout.strip()

    def test_are_the_program_the_libraries_and_what_builds_against_them(self):
        self.assertEqual(set(self.packages), {"winnow", *RUNTIMES, "libwinnow-scan-dev", "libwinnow-effect-dev", "python3-winnow"})
        for name in self.packages:
            self.assertRegex(self.field(name, "Description"), r"^.{10,79}\n ")  # a summary, then more
        program = self.contents_beside_documents("winnow")
        for file in ("bin/winnow", "share/doc/winnow/lab.html", "share/doc/winnow/CHANGELOG.md",
                     "share/applications/winnow.desktop", "share/icons/hicolor/48x48/apps/winnow.png"):
            self.assertIn("./usr/" + file, program)
        self.assertEqual([file for file in program if "include" in file or "lib/" in file], [])
        for runtime in RUNTIMES:
            for file in self.contents_beside_documents(runtime):
                self.assertRegex(file, r"/libwinnow-[-a-z]+\.so\.[0-9.]+$")
        scan, effect = (self.contents_beside_documents(f"libwinnow-{package}-dev") for package in ("scan", "effect"))
        for file in ("include/winnow/scan.h", "include/winnow/compact.h", "lib/libwinnow-scan.so",
                     "lib/cmake/Winnow/WinnowConfig.cmake", "share/pkgconfig/winnow-scan.pc"):
            self.assertIn("./usr/" + file, scan)
        for file in ("include/winnow/effect.h", "lib/libwinnow-effect.so", "lib/cmake/Winnow/winnow_effect.cmake",
                     "share/pkgconfig/winnow-effect.pc"):
            self.assertIn("./usr/" + file, effect)
        self.assertEqual(scan & effect, set(), "both can be installed")
        self.assertEqual(self.contents_beside_documents("python3-winnow"), {"./usr/lib/python3/dist-packages/winnow.py"})

    def test_depend_on_what_the_binaries_need(self):
        self.assertIn("libglfw3", self.field("winnow", "Depends"))
        for runtime in RUNTIMES:
            depends = self.field(runtime, "Depends")
            self.assertIn("libstdc++6", depends)
            self.assertNotRegex(depends, "glfw|libegl|libgl1|libx11|imgui|nvidia|cuda")
        scan, effect = (f"{runtime} (= {self.field(runtime, 'Version')})" for runtime in RUNTIMES)
        self.assertEqual(self.field("libwinnow-scan-dev", "Depends"), scan)
        self.assertEqual(self.field("libwinnow-effect-dev", "Depends"), f"{effect}, libwinnow-scan-dev (= {VERSION}.0)")

    def test_tell_the_linker_of_new_libraries_by_a_trigger(self):
        for runtime in RUNTIMES:
            control = self.path / f"control of {runtime}"
            run("dpkg-deb", "-e", self.packages[runtime], control)
            self.assertEqual((control / "triggers").read_text(), "activate-noawait ldconfig\n")
            library = runtime.removesuffix(VERSION)
            self.assertIn(f"{library} {VERSION} {runtime} ", (control / "shlibs").read_text())
            self.assertFalse((control / "postinst").exists())

    def test_are_as_debian_wants_them(self):
        if not shutil.which("lintian"):
            self.skipTest("lintian is not installed")
        done = run("lintian", "--allow-root", *self.packages.values(), status=None)
        self.assertEqual(done.stdout + done.stderr, "")

    def test_serve_a_program_once_unpacked(self):
        root = self.path / "root"
        for package in self.packages.values():
            run("dpkg-deb", "-x", package, root)
        self.assertIn("winnow", run(root / "usr/bin/winnow", "--version").stdout.lower())
        consumer = self.build_consumer(root / "usr")
        self.run_consumer(consumer / "scan_gl")
        self.run_consumer(consumer / "compact_gl")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
