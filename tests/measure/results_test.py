#!/usr/bin/env python3
"""The kept results in assets/results are few, small and cited, and each row has a line: results_test.py"""
import json
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 410_000  # of all together
KEPT = sorted((ROOT / "assets/results").glob("*.json"))


class KeptResults(unittest.TestCase):
    def test_all_are_cited_and_together_small(self):
        documents = "".join(path.read_text() for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
        self.assertEqual([path.name for path in KEPT if f"assets/results/{path.name})" not in documents], [])
        self.assertLess(sum(path.stat().st_size for path in KEPT), MOST_BYTES)

    def test_each_row_has_a_line(self):
        for path in KEPT:
            text = path.read_text()
            document = json.loads(text)
            tables = [part for part in (document, document.get("sources", {})) if "columns" in part]
            self.assertEqual(text.count("\n    [") + text.count("\n      ["), sum(len(table["rows"]) for table in tables), path.name)


if __name__ == "__main__":
    sys.argv[1:] = []
    unittest.main()
