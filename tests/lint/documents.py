#!/usr/bin/env python3
"""Checks what the documents say of the tree: documents.py [ROOT] prints `path:line: message` for each fault and ends with
status 1 if there is one.

What a document links to exists, with the heading that the link names. So does every path that it names in a code span
from the root of the tree; `{a,b}` stands for both, and a word in capitals, such as NAME, for any name. In a row of a
table that begins with paths, each `function()` occurs in one of these files."""
import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # of rooms.py, in the tree
from rooms import tree  # noqa: E402

FOLDERS = ("app", "cuda", "shaders", "assets", "tests", "docs", "cmake", ".ci")
NAMED = re.compile(rf"(?:{'|'.join(map(re.escape, FOLDERS))})/[\w./{{}},-]*")

PLACEHOLDER = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])")


def without_listings(text):
    """Returns the text with the listings between fences blanked; line breaks are kept."""
    return re.sub(r"^```.*?^```", lambda match: re.sub(r"[^\n]", "", match.group()), text, flags=re.MULTILINE | re.DOTALL)


def anchors_of(text):
    """Returns the anchors of the headings, as Markdown viewers make them."""
    headings = re.findall(r"^#+ +(.*)$", without_listings(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def spans_of(text):
    return re.findall(r"`([^`\n]+)`", text)


def files_of(root, span):
    """Returns the files and folders that a span names: None if it names no path, an empty list if there is none."""
    if not NAMED.fullmatch(span):
        return None
    patterns = [span]
    while braces := re.search(r"\{([^{}]*)\}", patterns[0]):
        patterns = [pattern.replace(braces[0], one) for pattern in patterns for one in braces[1].split(",")]
    found = [sorted(root.glob(PLACEHOLDER.sub("*", pattern))) for pattern in patterns]
    return sum(found, []) if all(found) else []


def check_links(root, path, line):
    for target, _, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(#([^)]*))?\)", line):
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            yield f"it links to {target}, which does not exist"
        elif anchor and anchor not in anchors_of(file.read_text(errors="replace")):
            yield f"{target or path.name} has no heading for #{anchor}"


def check_paths(root, path, line):
    for span in spans_of(line):
        if files_of(root, span) == []:
            yield f"there is no {span}"


def check_functions(root, path, line):
    cells = line.split("|")
    if len(cells) < 4:
        return
    files = sum((files_of(root, span) or [] for span in spans_of(cells[1])), [])
    texts = [file.read_text(errors="replace") for file in files if file.is_file()]
    for span in spans_of("|".join(cells[2:])) if texts else []:
        call = re.fullmatch(r"(?:\w+::)*(\w+)\(\)", span)
        if call and not any(re.search(rf"\b{call[1]}\s*[(<]", text) for text in texts):
            yield f"{span} is not in {cells[1].strip()}"


def main(root):
    faults = 0
    for file in tree(root):
        path = root / file.path
        if path.suffix != ".md":
            continue
        for number, line in enumerate(without_listings(file.text).splitlines(), 1):
            for check in (check_links, check_paths, check_functions):
                for message in check(root, path, line):
                    print(f"{file.path}:{number}: {message}")
                    faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()))
