#!/usr/bin/env python3
"""The pages of `winnow lab --html`: lab_page_test.py WINNOW. Checks them as text; lab_browser_test.py drives them."""
import html.parser
import json
import re
import tempfile
import unittest
from pathlib import Path

from lab_test import BAD_INPUT, FINE, expect_all_bad, lab

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 3_000_000

# Arguments, and a part of the line that stderr must have.
BAD = [
    ("--html /nonexistent/x.html", "/nonexistent/x.html"),
    ("brent-kung --html /nonexistent/x.html", "/nonexistent/x.html"),
    ("--html - --json -", "both write"),
    ("brent-kung --html - --svg -", "both write"),
    ("brent-kung --html - --frame 1", "--frame"),
    ("brent-kung --html", "--html"),
    ("--html - --values 1,2", "--values needs a lesson"),
]


def lessons():
    return json.loads(lab("--json", "-").stdout)["lessons"]


class Page(html.parser.HTMLParser):
    """Reads a page and keeps faults: elements that are not closed in order, repeated ids, links that lead nowhere."""
    VOID = {"meta", "link", "input"}

    def __init__(self, text):
        super().__init__()
        self.open, self.faults, self.ids, self.links, self.elements, self.texts = [], [], [], [], [], {}
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]
        self.faults += [f"the id {id} is repeated" for id in set(self.ids) if self.ids.count(id) > 1]
        self.faults += [f"{link} leads nowhere" for link in self.links if link[:1] != "#" or link[1:] not in self.ids]

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elements.append((tag, attributes))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"line {self.getpos()[0]}: </{tag}> closes another element")

    def handle_data(self, data):
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)


class BadInput(unittest.TestCase):
    def test_every_bad_command_line_is_one_line_and_status_2(self):
        expect_all_bad(self, BAD)

    def test_values_that_are_refused_replace_no_page(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "kept.html")
            path.write_text("kept")
            self.assertEqual(lab("kogge-stone-race", "--values", "1", "--html", path).returncode, BAD_INPUT)
            self.assertEqual(path.read_text(), "kept")


class AllLessons(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        result = lab("--html", "-")
        cls.status, cls.list, cls.text = result.returncode, result.stderr, result.stdout
        cls.page = Page(cls.text)

    def test_the_page_is_well_formed_and_small(self):
        self.assertEqual(self.status, FINE)
        self.assertEqual(self.page.faults, [])
        self.assertTrue(self.text.startswith("<!doctype html>\n"))
        self.assertTrue(self.text.endswith("</html>\n"))
        self.assertLess(len(self.text.encode()), MOST_BYTES)
        self.assertIn("brent-kung", self.list)

    def test_every_lesson_is_there_and_in_the_contents(self):
        for lesson in lessons():
            with self.subTest(lesson["id"]):
                self.assertIn(lesson["id"], self.page.ids)
                self.assertIn("#" + lesson["id"], self.page.links)
                for key in ("title", "summary"):
                    self.assertIn(lesson[key], "".join(sum(self.page.texts.values(), [])))
                self.assertIn(lesson["source"]["title"], self.page.texts["cite"])
                self.assertIn(f"winnow lab {lesson['id']}", self.page.texts["code"])

    def test_parts_are_shown_in_frames_that_the_lesson_has(self):
        articles = self.text.split("<article ")[1:]
        self.assertEqual(len(articles), len(lessons()))
        for article, lesson in zip(articles, self.in_order()):
            frames = len(json.loads(lab(lesson, "--json", "-").stdout)["frames"])
            self.assertEqual(article.count(" data-counts="), frames + 1, lesson)
            numbers = {int(number) for number in re.findall(r' data-(?:first|last)="(\d+)"', article)}
            self.assertEqual(numbers, set(range(frames)), lesson)

    def in_order(self):
        return [attributes["id"] for tag, attributes in self.page.elements if tag == "article"]

    def test_nothing_leads_to_another_host(self):
        self.assertNotIn("http", self.text)
        self.assertNotIn("src=", self.text)
        self.assertNotIn("@import", self.text)
        self.assertNotIn("url(", self.text)

    def test_the_kept_page_is_the_one_that_the_program_writes(self):
        kept = (ROOT / "docs/lab.html").read_text()
        self.assertTrue(kept == self.text, "docs/lab.html differs; this renews it: winnow lab --html docs/lab.html")


class OneLesson(unittest.TestCase):
    def test_it_has_the_values_of_the_command_line_and_names_the_command(self):
        arguments = ("three-phase", "--values", "5,2,-4,1,9,8", "--op", "max", "--threads", "2")
        text = lab(*arguments, "--html", "-").stdout
        page = Page(text)
        self.assertEqual(page.faults, [])
        self.assertEqual([attributes["id"] for tag, attributes in page.elements if tag == "article"], ["three-phase"])
        self.assertIn("winnow lab " + " ".join(arguments), page.texts["code"])
        self.assertNotIn("nav", {tag for tag, _ in page.elements})
        self.assertIn("-4", page.texts["text"])
        self.assertIn("h1", {tag for tag, _ in page.elements})

    def test_a_file_is_written_beside_the_text(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.html")
            result = lab("brent-kung", "--html", path)
            self.assertEqual((result.returncode, result.stderr), (FINE, ""))
            self.assertIn("Reduction, stride 2", result.stdout)
            self.assertEqual(path.read_text(), lab("brent-kung", "--html", "-").stdout)


if __name__ == "__main__":
    unittest.main()
