#!/usr/bin/env python3
"""Checks structure that no compiler checks: rooms.py [ROOT] prints `path:line: message` for each fault and ends with
status 1 if there is one. The list CHECKS at the end has those of single files."""
import re
import sys
from pathlib import Path

LONGEST_FUNCTION = 60  # lines
LONGEST_FILE = 450
# A file of a few lines is one more place to look at. Many are right, so their number is what is limited; a module is always
# a file of its own.
SHORT_FILE = 15
MOST_SHORT_FILES = 30
SOURCES = {".h", ".cpp", ".cu", ".cuh", ".glsl", ".comp", ".vert", ".frag", ".js"}
SKIPPED_FOLDERS = {".git", ".cache", ".carry", "build", "__pycache__"}

# The rooms, or single files of rooms, that a room may include besides itself. main -> commands -> view, measure ->
# verify -> session -> render -> particles -> effects, and particles -> sort, compact -> scan -> gl -> base. view joins
# ui, session and lab, which do not include each other; ui sees names, plain models and the drawings of lessons, never
# an OpenGL object or a lesson. lab knows no scan of the program: it executes its own models.
BASE = ["app/base", "shaders/shared.h"]
LEAF_PLACE = ["shaders/scan/leaf_place.h"]  # where the padded kernels put a leaf
GL = BASE + ["app/gl"]
# The enumerations of choices in the public headers are used inside too.
CHOICES = ["app/library/winnow/scan_types.h", "app/library/winnow/compact_types.h"]
SCAN = GL + ["app/scan"] + CHOICES
SORT = SCAN + ["app/sort"]
COMPACT = SCAN + ["app/compact"]
PARTICLES = COMPACT + ["app/sort", "app/effects", "app/particles", "shaders/particles/ribbon.h", "shaders/particles/seen.h"]
RENDER = PARTICLES + ["app/render", "shaders/render/surfaces/scenery.h", "shaders/render/raster/raster.h", "shaders/render/solids/solids.h", "shaders/render/point_lights/point_lights.h"]
SESSION = RENDER + ["app/session"]
VERIFY = SESSION + ["app/verify", "app/lab"]
MEASURE = VERIFY + ["app/measure"]
ALLOWED = {
    "app/base": BASE,
    "app/gl": GL,
    "app/scan": SCAN,
    "app/library": COMPACT,
    "app/sort": SORT,
    "app/compact": COMPACT,
    "app/lab": BASE + LEAF_PLACE,
    "app/effects": BASE + ["shaders/effects/rows.h", "app/scan/catalogue.h"],
    "app/particles": PARTICLES,
    "app/render": RENDER,
    "app/ui": BASE + ["app/effects", "app/scan/catalogue.h", "app/gl/window.h", "app/lab/drawing.h"],
    "app/session": SESSION,
    "app/view": SESSION + ["app/ui", "app/view", "app/lab", "app/verify/glsl_teaching_kernels.h"],
    "app/verify": VERIFY,
    "app/measure": MEASURE,
    "app/commands": MEASURE + ["app/view", "app/commands"],
    "app/main.cpp": BASE + ["app/commands"],
    # The hand-over needs the context that it shares memory with, and the order of its commands and OpenGL's. The
    # interface of measured baselines is one like the others.
    "cuda": BASE + LEAF_PLACE + ["app/gl/buffer.h", "app/gl/context.h", "app/gl/fence.h", "app/gl/debug.h", "app/gl/passes.h", "app/scan", "app/compact", "app/library", "app/measure/baseline.h", "app/lab/teaching_kernels.h"],
}
# Files that may include less than their room: the tests of lower rooms use them too, or cuda/ implements them.
CHECKERS = COMPACT + [f"app/verify/{name}.h" for name in ("inputs", "scan_check", "compact_check")]
NARROWER = {
    **{f"app/verify/{name}{suffix}": CHECKERS for name in ("inputs", "scan_check", "compact_check") for suffix in (".h", ".cpp")},
    **{f"app/verify/lab_check{suffix}": BASE + ["app/lab", "app/verify/lab_check.h"] for suffix in (".h", ".cpp")},
    "app/measure/baseline.h": COMPACT,
}
# These rooms may not include the window, although they may include the rest of its room: only view has a window.
WINDOW = "app/gl/window.h"
WINDOWLESS = ("app/session", "app/verify", "app/measure", "app/commands")
# Rooms that must not mention measurement.
CORE = ("app/base", "app/gl", "app/scan", "app/sort", "app/compact", "app/particles", "app/effects", "app/render", "app/library", "app/lab")
THE_TABLE_OF_BINDINGS = "shaders/shared/bindings.h"
THE_ONLY_CUDA_CONDITION = "app/compact/backends.cpp"


class File:
    """A text file of the tree, its path relative to the root."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8", errors="replace")
        self.is_source = path.suffix in SOURCES

    @property
    def room(self):
        parts = self.path.split("/")
        if parts[0] == "app":
            return "/".join(parts[:2])
        return parts[0]

    def find(self, pattern, text=None):
        """Yields (line, match) of each match; in `text` if it differs from the file's."""
        text = self.text if text is None else text
        for match in re.finditer(pattern, text, re.MULTILINE):
            yield text.count("\n", 0, match.start()) + 1, match


def tree(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if not SKIPPED_FOLDERS.intersection(parts) and path.is_file() and not path.is_symlink():
            if b"\0" not in path.open("rb").read(4096):
                yield File(root, path)


def without_comments(text):
    """Returns the text with comments, strings and character literals blanked; line breaks are kept."""
    token = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![\w])\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
    return token.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def included(name):
    """Returns the path in the tree of `#include "name"` in app/ and cuda/."""
    if name.startswith(("cuda/", "shaders/", "app/")):
        return name
    if name.startswith("winnow/"):  # the public headers, as other programs include them
        return "app/library/" + name
    return "app/" + name


def allows(allowed, target):
    return any(target == entry or target.startswith(entry + "/") for entry in allowed)


def check_rooms(file):
    allowed = ALLOWED.get(file.room)
    if allowed is None or not file.is_source:
        return
    allowed = NARROWER.get(file.path, allowed + [file.room])
    for line, match in file.find(r'^[ \t]*#\s*include\s+"([^"]+)"'):
        if "/" not in match[1]:
            yield line, f'include "{match[1]}" by its path from the room, as "room/file.h"'
        elif not allows(allowed, included(match[1])):
            yield line, f"{file.path if file.path in NARROWER else file.room} must not include {included(match[1])}"
        elif included(match[1]) == WINDOW and file.room in WINDOWLESS:
            yield line, f"{file.room} knows no window"


def check_nobody_includes_cuda(file):
    # The programs in tests/install are separate projects, which use CUDA themselves.
    if file.is_source and not file.path.startswith(("cuda/", "tests/cuda/", "tests/install/")):
        for line, _ in file.find(r'^[ \t]*#\s*include\s+["<]cuda'):
            yield line, "nobody includes cuda/, nor CUDA's own headers"


def check_own_header_first(file):
    header = Path(file.path).with_suffix(".h").as_posix().removeprefix("app/")
    if not file.path.startswith("app/") or not file.path.endswith(".cpp"):
        return
    names = [(line, match[1]) for line, match in file.find(r'^[ \t]*#\s*include\s+["<]([^">]+)[">]')]
    if any(name == header for _, name in names) and names[0][1] != header:
        yield names[0][0], f'its own header, "{header}", comes first'


def check_one_cuda_condition(file):
    if file.is_source and not file.path.startswith("cuda/") and file.path != THE_ONLY_CUDA_CONDITION:
        for line, _ in file.find(r"^[ \t]*#\s*(if|ifdef|ifndef|elif)\b.*CUDA"):
            yield line, f"conditions on CUDA belong to the backend table, {THE_ONLY_CUDA_CONDITION}"


def check_particles_name_no_backend(file):
    if file.is_source and file.path.startswith("app/particles/"):
        for line, match in file.find(r"(?i)\bcuda\b", without_comments(file.text)):
            yield line, f"particles name no backend: {match[0]}"


def check_core_is_not_measured(file):
    if file.is_source and file.room in CORE:
        for line, match in file.find(r"(?i)bench|baseline|\bpeers?\b", without_comments(file.text)):
            yield line, f"no interface of the core knows what is measured: {match[0]}"


def check_ui_sees_no_gl(file):
    if file.is_source and file.path.startswith("app/ui/"):
        for line, match in file.find(r"\bGL(?:uint|int|enum)\b|<glad/", without_comments(file.text)):
            yield line, f"ui never sees an OpenGL name: {match[0]}"


def check_shared_constants(file):
    if not file.path.startswith("shaders/") or not file.is_source:
        return
    text = without_comments(file.text)
    for line, match in file.find(r"\b(local_size_[xyz]|binding)\s*=\s*\d+", text):
        yield line, f"`{match[0]}`: the number belongs in shaders/shared/"
    for line, _ in file.find(r"^[ \t]*#\s*version\b", text):
        yield line, "the shader library writes the #version line"


def check_one_table_of_bindings(file):
    if file.is_source and file.room.startswith(("shaders", "app", "cuda")) and file.path != THE_TABLE_OF_BINDINGS:
        for line, match in file.find(r"\b((?:BIND|TEXTURE|IMAGE)_\w+)\s*[={ ]\s*\d", without_comments(file.text)):
            yield line, f"{match[1]}: the numbers of binding points and units are in {THE_TABLE_OF_BINDINGS}"


def check_words(file):
    # The words are written in pieces, so that the check does not find them in this file.
    machine = "|".join(["/wo" + "rk/", "/fa" + "rm/", "/tmp/bash" + "_jobs", r"\.lib" + "rary/", "/ro" + "ot/"])
    for line, match in file.find(machine):
        yield line, f"a path of one machine: {match[0]}"
    for line, match in file.find(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b"):
        yield line, f"unfinished: {match[0]}"


def braces(text):
    """Yields (offset, character, header) of each `{`, `}` and `;`; header is the text since the last of them."""
    start = 0
    for match in re.finditer(r"[{};]", text):
        yield match.start(), match.group(), text[start:match.start()]
        start = match.end()


def opens_function(header):
    header = re.sub(r"^[ \t]*#.*$", "", header, flags=re.MULTILINE).strip()
    if re.match(r"(namespace|class|struct|enum|union|extern)\b", header) or header.endswith(("=", "(", ",")):
        return False
    return ")" in header and not re.search(r"[:,]\s*\w+$", header)


def functions(text):
    """Yields (first line, last line) of each outermost function body."""
    depth, begun = 0, None
    for offset, brace, header in braces(text):
        if brace == "{":
            if begun is None and opens_function(header):
                begun = (depth, text.count("\n", 0, offset) + 1)
            depth += 1
        elif brace == "}":
            depth -= 1
            if begun and depth == begun[0]:
                yield begun[1], text.count("\n", 0, offset) + 1
                begun = None


def check_length(file):
    if not file.is_source:
        return
    lines = file.text.count("\n")
    if lines > LONGEST_FILE:
        yield 1, f"a file of {lines} lines: split it by topic (at most {LONGEST_FILE})"
    for first, last in functions(without_comments(file.text)):
        if last - first + 1 > LONGEST_FUNCTION:
            yield first, f"a function of {last - first + 1} lines (at most {LONGEST_FUNCTION})"


def check_short_files(files):
    """Unlike the other checks, of all files at once: yields (path, message)."""
    short = [file.path for file in files if file.is_source and file.path.startswith(("app/", "cuda/", "shaders/"))
             and not file.path.startswith("shaders/modules/") and file.text.count("\n") < SHORT_FILE]
    if len(short) > MOST_SHORT_FILES:
        yield short[-1], f"one of {len(short)} files below {SHORT_FILE} lines (at most {MOST_SHORT_FILES}): join some to their users"


CHECKS = [
    check_rooms,
    check_nobody_includes_cuda,
    check_own_header_first,
    check_one_cuda_condition,
    check_particles_name_no_backend,
    check_core_is_not_measured,
    check_ui_sees_no_gl,
    check_shared_constants,
    check_one_table_of_bindings,
    check_words,
    check_length,
]


def main(root):
    files = list(tree(root))
    faults = [(file.path, line, message) for file in files for check in CHECKS for line, message in check(file)]
    faults += [(path, 1, message) for path, message in check_short_files(files)]
    for path, line, message in faults:
        print(f"{path}:{line}: {message}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()))
