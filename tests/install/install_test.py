"""The library as other programs get it: install_test.py WINNOW, whose folder is the build. Checks the
installed files, builds and runs programs against them, and checks the libraries' symbols and dependencies."""
import json
import os
import re
import shlex
import shutil
import sys
import unittest
from pathlib import Path

from consumer import BUILD, CONSUMER, ROOT, VERSION, WINNOW, Folder, run

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "ui"))
from window_test import Display

SYSTEM_PYTHON = "/usr/bin/python3"  # that has the modules of the distribution's packages
# The only symbols that a library may export: the classes of its header.
PUBLIC = re.compile(r"((typeinfo( name)?|vtable) for winnow::ScanError"
                    r"|winnow::(GlContext|GlScan|GlCompact|CudaScan|CudaCompactor)::.*"
                    r"|winnow::cuda(_compact)?_absence.*"
                    r"|winnow_(?!embedded)[a-z_]+)$")
# The only libraries that it may need: no window, no UI, neither OpenGL's libraries nor CUDA's.
NEEDED = re.compile(r"(libfmt|libstdc\+\+|libgcc_s|libc|libm|libdl|librt|libpthread|ld-linux[-\w]*)\.so\.\d+$")


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

    def test_a_program_in_python_continues_a_run_and_reads_its_particles(self):
        if run(SYSTEM_PYTHON, "-c", "import moderngl, numpy", status=None).returncode != 0:
            self.skipTest("python3-moderngl is not installed")
        module, = self.prefix.glob("lib/python3/dist-packages/winnow.py")
        state, trace = self.path / "rain.state", self.path / "rain.jsonl"
        run(WINNOW, "render", "fountain", "--frames", 30, "--size", "16x16", "--save-state", state, "--output", self.path / "a.png")
        run(WINNOW, "render", "fountain", "--frames", 50, "--size", "16x16", "--trace", trace, "--output", self.path / "b.png")
        last = json.loads(trace.read_text().splitlines()[-1])
        program = """if True:
            import sys, moderngl, winnow
            context = moderngl.create_standalone_context(backend="egl", require=450)
            with winnow.Stage(state="none") as stage:
                effect = stage.load("fountain")
                instance = effect.restore(open(sys.argv[1], "rb").read())
                while not effect.ready:
                    pass
                for _ in range(20):
                    stage.step()
                again = effect.restore(instance.save())
                particles = instance.particles()
                assert particles["position"].shape == (len(particles), 3) and (particles["age"] < particles["lifetime"]).all()
                burst = instance.trigger("jet", 5, position=(50, 0, 0), direction=(1, 0, 0))
                plain = dict(view=[[float(i == k) for i in range(4)] for k in range(4)], size=(16, 16),
                             projection=[(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, -1.1, -1), (0, 0, -1, 0)])
                assert stage.draw_layer(**plain, light=winnow.Light(lamp=(2, 1, 1))).texture > 0
                asked = []

                def read(path):
                    asked.append(path)
                    return b"v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n" if path == "three.obj" else None
                text = '{"format": 2, "emitters": [{"modules": [{"module": "mesh-surface", "mesh": "three.obj"}]}]}'
                stage.load("three", text=text, read=read)
                assert asked == ["three.obj"], asked
                try:
                    stage.load("three", text=text, read=lambda path: 1 / 0)
                    raise AssertionError("nothing was raised")
                except ZeroDivisionError:
                    pass
                print(f"{instance.hash():016x}", len(particles), particles["birth_step"].max(), again.speed, again.paused)
                stage.step()
                assert len(burst.particles()) == 5 and (abs(burst.particles()["position"][:, 0] - 50) < 1).all()
                sparks = stage.load("sparks", text='{"format": 2, "emitters": [{"name": "spark", "rate": 120, "lifetime": 0.05,'
                                                   ' "events": {"born": true}, "modules": [{"module": "point"}]}]}').play()
                told = []
                for _ in range(30):
                    stage.step()
                    sparks.hash()  # waits
                    told += [one for one in stage.take_events().all if one["instance"] == sparks.handle]
                assert len(told) >= 40 and all(one["kinds"] == winnow.EventKind.BORN for one in told), told
                assert [one["birth_step"] for one in told] == [one["step"] for one in told] == sorted(one["step"] for one in told)
                try:
                    arrays = sparks.cuda_particles()
                    described = arrays["velocity"].__cuda_array_interface__
                    assert described["shape"] == (len(sparks.particles()), 3) and described["data"][0] % 16 == 0
                except winnow.Error as error:
                    assert error.result == winnow.Result.ABSENT and "cuda" in str(error), error"""
        done = run(SYSTEM_PYTHON, "-c", program, state, env=dict(os.environ, PYTHONPATH=str(module.parent)))
        self.assertEqual(done.stdout.split(), [last["hash"], str(last["alive"]), "50", "1.0", "False"])

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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
