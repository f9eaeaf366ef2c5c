#!/usr/bin/env python3
"""The pages of `winnow bench --report` in a headless Chromium: report_browser_test.py WINNOW. Every topic's
page is made from the kept results. The pages of few and of hostile results are made from results that are
made up here."""
import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from bench_rows import rows_of  # noqa: E402
from browser import Browser, find_browser  # noqa: E402

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
SKIP = 77
# Each topic with its kept results and the number of charts they make.
KEPT = [("scan", "h200-bench-scan", 2), ("compact", "h200-bench-compact", 4), ("sort", "h200-bench-sort", 2), ("cull", "h200-bench-cull", 2),
        ("frame", "h200-bench-frame", 1), ("draw", "h200-bench-draw", 0), ("timeline", "h200-bench-timeline", 1)]
WIDE, NARROW = 1600, 500

# Returns how many colours each chart has. It reads a copy, so that the chart itself does not change.
COLOURS = """[...document.querySelectorAll("canvas")].map(({width, height}, i, all) => {
  const copy = Object.assign(document.createElement("canvas"), {width, height}).getContext("2d", {willReadFrequently: true});
  copy.drawImage(all[i], 0, 0);
  return new Set(new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)).size;
})"""

HEAD = {"schema": 1, "version": "0", "commit": "0", "date": "2000-01-01", "device": {"name": "made up", "version": "4.5"}}
STEP = {"backend": "glsl", "block": "subgroup", "grid": "chained", "compaction": "fused", "effect": "bench", "deaths_percent": 1,
        "capacity": 5000, "alive": 4950, "died": 50, "born": 50, "runs": 3, "ms": {"median": 0.02, "p10": 0.01, "p90": 0.05},
        "passes": {"compact": 0.012, "spawn": 0.001}, "copy": "glsl copy", "copy_ms": 0.01, "memory_bytes": 500000}
FEW_STEPS = {**HEAD, "topic": "frame", "method": "", "rows": [STEP], "left_out": []}
SCAN = {"kind": "scan", "name": "glsl", "block": "subgroup", "grid": "chained", "elements": 1000, "runs": 3,
        "ms": {"median": 0.5, "p10": 0.4, "p90": 0.9}, "of_copy": 1.25}
SLOW_SCANS = {**HEAD, "topic": "scan", "rows": [SCAN, {**SCAN, "kind": "copy", "name": "glsl copy", "of_copy": 1}], "left_out": []}
FRAME = {"method": "tiles", "effect": "few", "alive": 5000, "width": 64, "height": 36, "runs": 30, "ms": {"median": 4, "p10": 4, "p90": 4},
         "passes": {"particles": 1.5, "bloom": 0.5}, "copy_ms": 0.01, "memory_bytes": 500000}
ATOMICS = {**FRAME, "method": "atomics", "ms": {"median": 0.625, "p10": 0.5, "p90": 0.75}, "passes": {"particles": 0.75}}
FRAMES = {**HEAD, "topic": "draw", "method": "", "rows": [FRAME, ATOMICS], "left_out": []}
HOSTILE = "</script><script>window.hurt=1</script><img src=x onerror=window.hurt=1>\"'&"


def hostile(document):
    """Returns a copy in which every free text tries to run a script."""
    document = copy.deepcopy(document)
    document["device"] = {"name": HOSTILE, "version": HOSTILE}
    document["method"] = document["commit"] = HOSTILE
    document["left_out"] = [{"what": HOSTILE, "reason": HOSTILE}]
    for row in document["rows"]:
        for key in ("name", "backend", "compaction", "algorithm", "effect", "block"):
            if key in row:
                row[key] = HOSTILE
        if "passes" in row:
            row["passes"][HOSTILE] = 1
    return document


class PagesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.browser = Browser(find_browser())
        cls.addClassCleanup(cls.browser.close)

    def open(self, results):
        """Makes the page of results, given as a path or a document, and opens it. Returns the page's path."""
        if isinstance(results, dict):
            document, results = results, self.folder / "results.json"
            results.write_text(json.dumps(document))
        page = self.folder / "page.html"
        topic = json.loads(results.read_text())["topic"]
        done = subprocess.run([WINNOW, "bench", topic, "--from", results, "--report", page], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.browser.open(page), [])
        return page

    def text(self):
        text = self.browser.run("document.body.innerText")
        for nonsense in ("NaN", "undefined", "Infinity", "[object"):
            self.assertNotIn(nonsense, text)
        return text

    def need_charts(self):
        if not self.browser.run("typeof Chart === 'function'"):
            self.skipTest("libjs-chart.js is not installed")

    def test_every_topic_wide_narrow_and_dark(self):
        for topic, kept, charts in KEPT:
            with self.subTest(topic):
                self.browser.look(WIDE)
                self.open(ROOT / f"assets/results/{kept}.json")
                self.need_charts()
                rows = json.loads((ROOT / f"assets/results/{kept}.json").read_text())["rows"]
                self.assertGreaterEqual(self.browser.run("document.querySelectorAll('details .rows tr, section > .scroll .rows tr').length"), len(rows))
                self.assertEqual(self.browser.run("document.querySelectorAll('.result').length"), 1)
                self.text()
                grounds = []
                for look in ({"width": WIDE}, {"width": NARROW}, {"width": WIDE, "dark": True}):
                    self.browser.look(**look)
                    self.browser.settle()
                    self.assertEqual(self.browser.complaints(), [])
                    self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), look["width"])
                    colours = self.browser.run(COLOURS)
                    self.assertEqual(len(colours), charts)
                    self.assertTrue(all(count > 20 for count in colours), "a chart is blank")
                    grounds.append(self.browser.run("getComputedStyle(document.body).backgroundColor"))
                self.assertEqual(grounds[0], grounds[1])
                self.assertNotEqual(grounds[0], grounds[2])

    def test_the_mouse_finds_exact_values(self):
        self.browser.look(WIDE)
        self.open(ROOT / "assets/results/h200-bench-scan.json")
        self.need_charts()
        x, y = self.browser.run("""(() => {
          const canvas = document.querySelector("canvas"), box = canvas.getBoundingClientRect();
          const point = Chart.getChart(canvas).getDatasetMeta(0).data.at(-1);
          return [box.x + point.x, box.y + point.y];
        })()""")
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.browser.settle()
        shown = self.browser.run("""(({title, body}) => [...title, ...body.flatMap(part => part.lines)])(
          Chart.getChart(document.querySelector("canvas")).tooltip)""")
        self.assertIn("2²⁸ = 268,435,456 elements", shown[0])
        self.assertTrue(any(line.startswith("cub: ") and "GB/s" in line and "µs" in line and "of a copy" in line for line in shown), shown)

    def test_few_steps_are_counted_and_what_is_amiss_is_said(self):
        self.open(FEW_STEPS)
        text = self.text()
        self.assertIn("With 4,950 alive, of whom 1 % die and are replaced, a step takes 0.0200 ms in OpenGL compute, 2.00 copies", text)
        self.assertNotIn("0 M", text)
        self.assertNotIn("0 million", text)
        for caution in ("Fewer than 20 samples: glsl fused, 4,950 alive (3)", "(200 %)", "Passes that miss the whole step by more than 10 %"):
            self.assertIn(caution, text)
        self.assertIn("between passes: 0.00700 ms of the whole step",
                      self.browser.run("[...document.querySelectorAll('.stack i')].map(part => part.title)"))

    def test_what_beats_a_copy_is_said_and_drawn_past_its_mark(self):
        self.open(SLOW_SCANS)
        text = self.text()
        self.assertIn("OpenGL compute in 500.0 µs, 1.25 of a copy's speed", text)
        self.assertIn("0.0160 GB/s", text)
        self.assertIn("Faster than a copy, which should be the ceiling: glsl subgroup × chained, 1,000 elements (1.25)", text)
        self.assertEqual(self.browser.run("document.querySelector('.stack b').style.left"), "80%")

    def test_atomics_are_compared_with_the_particles_of_frames_alone(self):
        self.open(FRAMES)
        text = self.text()
        alone = text[text.index("The particles alone"):]
        for part in ("64 × 36, by tiles", "1.50 ms", "64 × 36, by atomics", "0.750 ms"):
            self.assertIn(part, alone)
        self.assertNotIn("Drawn by atomics", text)
        self.assertNotIn("0.625", text)
        self.assertEqual(text.count("frames/s"), 1)
        self.open({**FRAMES, "rows": [ATOMICS]})
        self.assertIn("No whole frame was drawn.", self.text())

    def test_nothing_in_the_results_runs(self):
        kept = json.loads((ROOT / "assets/results/h200-bench-sort.json").read_text())
        kept["rows"] = rows_of(kept)
        del kept["columns"]
        for document in (FEW_STEPS, SLOW_SCANS, FRAMES, kept):
            self.open(hostile(document))
            self.assertIsNone(self.browser.run("window.hurt"))
            self.assertEqual(self.browser.run("document.images.length"), 0)
            self.assertEqual(self.browser.run("document.querySelector('.machine').textContent"), HOSTILE)
            self.assertIn(HOSTILE, self.text())

    def test_without_the_chart_library_there_are_tables_and_a_word(self):
        page = self.open(ROOT / "assets/results/h200-bench-cull.json")
        text, marker = page.read_text(), '<script type="application/json" id="chart-library">\n'
        begin = text.index(marker) + len(marker)
        page.write_text(text[:begin] + "null\n" + text[text.index("</script>", begin):])
        self.assertEqual(self.browser.open(page), [])
        self.assertIn("apt-get install libjs-chart.js", self.text())
        self.assertEqual(self.browser.run("document.querySelectorAll('canvas').length"), 0)
        self.assertGreater(self.browser.run("document.querySelectorAll('.rows').length"), 10)


if __name__ == "__main__":
    if not find_browser():
        print("skipped: chromium is not installed")
        sys.exit(SKIP)
    unittest.main()
