"""The Debian packages: packages_test.py WINNOW, whose folder is the build. Checks what is in them and what they depend on,
and builds and runs programs against what they install."""
import shutil
import sys
import unittest

from consumer import BUILD, VERSION, Folder, run

RUNTIMES = [f"libwinnow-{package}{VERSION}" for package in ("scan", "effect")]  # named after the soname of their libraries


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
