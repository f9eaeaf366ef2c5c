#!/usr/bin/env python3
"""Checks structure that no compiler checks: rooms.py [ROOT] prints `path:line: message` for each fault and ends with
status 1 if there is one. The list CHECKS at the end has those of single files."""
import json
import re
import sys
from pathlib import Path

# In lines. Functions are short so that each is read at once. A file is one subject, however long that is: this limit only finds what
# nobody can have meant to be one file, and no file is cut in two because of it.
LONGEST_FUNCTION = 60
LONGEST_FILE = 900
# A file of a few lines is one more place to look at. Many are right, so their number is what is limited; a module is always
# a file of its own.
SHORT_FILE = 15
MOST_SHORT_FILES = 30
SOURCES = {".h", ".cpp", ".cu", ".cuh", ".glsl", ".comp", ".vert", ".frag", ".js"}
SKIPPED_FOLDERS = {".git", ".cache", ".carry", "build", "__pycache__"}

# The rooms, by the path that includes write. A room is a folder or a file; it may include itself, what it `includes` and
# what is `private` to it. Each entry is a room, a file, or a folder (with a `/` at its end). With a room, it may include
# all that this room `includes` in turn, but nothing that is private to it. The build links from the same file, and
# the README's table is written from it.
SOURCE = "cmake/rooms.json"
ROOMS = json.loads((Path(__file__).parents[2] / SOURCE).read_text())
# These rooms may not include the window, although they may include the rest of its room: only view has a window.
WINDOW = "gl/window.h"
WINDOWLESS = ("session", "bake", "verify", "measure", "commands")
# Rooms that must not mention measurement.
CORE = ("base", "gl", "scan", "sort", "compact", "particles", "effects", "render", "library", "lab")
# Words that only this project had, and the field's word for each.
WORDS = {
    r"(?:most|MOST)_[A-Za-z]\w*": "max_...",
    r"(?:least|LEAST)_[A-Za-z]\w*": "min_...",
    r"Lots?": "RandomKey",
    r"Making": "ProducerCost",
    r"Rung": "SizeClass",
    r"Holding": "BufferRequest",
    r"Holds": "FileKind",
    r"obey\w*": "handle or apply",
    r"steady": "deterministic",
}
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
        """The innermost room that has the file; None if no room has it."""
        if not self.path.startswith(("app/", "cuda/")):
            return None
        path = self.path.removeprefix("app/")
        return max((room for room in ROOMS if f"{path}/".startswith(f"{room}/")), key=len, default=None)

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


def allowed(room):
    """Returns the entries that the room may include, those of the rooms that it includes among them."""
    entries = {room}
    waiting = ROOMS[room]["includes"] + ROOMS[room].get("private", [])
    while waiting:
        entry = waiting.pop()
        entries.add(entry)
        waiting += ROOMS.get(entry, {}).get("includes", [])
    return entries


def check_rooms(file):
    if not file.is_source or not file.path.startswith(("app/", "cuda/")):
        return
    if file.room is None:
        yield 1, f"{SOURCE} has no room for it"
        return
    entries = allowed(file.room)
    for line, match in file.find(r'^[ \t]*#\s*include\s+"([^"]+)"'):
        name = match[1]
        if "/" not in name:
            yield line, f'include "{name}" by its path from the room, as "room/file.h"'
        elif not any(f"{name}/".startswith(f"{entry.removesuffix('/')}/") for entry in entries):
            yield line, f"{file.room} must not include {name}"
        elif name == WINDOW and file.room in WINDOWLESS:
            yield line, f"{file.room} knows no window"


def table_of_rooms():
    """Returns the README's table: each room, what it is, and the rooms and folders that it includes."""
    lines = ["| room | what it is | includes | for itself alone |", "| --- | --- | --- | --- |"]
    for room, entry in ROOMS.items():
        lists = [", ".join(f"`{name}`" for name in names if "." not in name) for names in (entry["includes"], entry.get("private", []))]
        lines.append(" | ".join([f"| `{room}`", entry["is"], *lists]) + " |")
    return "\n".join(lines)


def check_table_of_rooms(file):
    table = table_of_rooms()
    if file.path == "README.md" and table not in file.text:
        yield 1, f"the table of rooms is another than {SOURCE} has:\n{table}"


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
    if file.is_source and file.room and file.room.split("/")[0] in CORE:
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
    if file.is_source and file.path.startswith(("shaders/", "app/", "cuda/")) and file.path != THE_TABLE_OF_BINDINGS:
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
        yield 1, f"a file of {lines} lines: it has more than one subject (at most {LONGEST_FILE} lines)"
    for first, last in functions(without_comments(file.text)):
        if last - first + 1 > LONGEST_FUNCTION:
            yield first, f"a function of {last - first + 1} lines (at most {LONGEST_FUNCTION})"


def check_short_files(files):
    """Unlike the other checks, of all files at once: yields (path, message)."""
    short = [file.path for file in files if file.is_source and file.path.startswith(("app/", "cuda/", "shaders/"))
             and not file.path.startswith("shaders/modules/") and file.text.count("\n") < SHORT_FILE]
    if len(short) > MOST_SHORT_FILES:
        yield short[-1], f"one of {len(short)} files below {SHORT_FILE} lines (at most {MOST_SHORT_FILES}): join some to their users"


def check_words_of_the_field(file):
    public = "app/library/winnow/"  # names that other programs use
    if file.is_source and file.path.startswith(("app/", "cuda/", "shaders/")) and not file.path.startswith(public):
        for word, better in WORDS.items():
            for line, match in file.find(rf"\b{word}\b", without_comments(file.text)):
                yield line, f"{match[0]}: the field says {better}"


CHECKS = [
    check_rooms,
    check_table_of_rooms,
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
    check_words_of_the_field,
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
