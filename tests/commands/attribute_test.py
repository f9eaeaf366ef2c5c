#!/usr/bin/env python3
"""Attributes of an effect's own, as pictures show them: attribute_test.py WINNOW."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

WINNOW = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else os.environ["WINNOW"])
LIMIT = 120  # seconds
ATTRIBUTE = {"module": "attribute", "name": "heat", "value": 1}
SET = {"module": "set", "attribute": "heat", "value": "max(heat - 2 * seconds, 0.5)"}
FRAMES = "40"


class Pictures(unittest.TestCase):
    def picture(self, *modules):
        """Returns the picture of particles after some steps, at most one a frame."""
        effect = {"format": 2, "emitters": [
            {"rate": 0, "bursts": [{"count": 200}], "lifetime": 9, "modules": [{"module": "ball"}, *modules]}]}
        with tempfile.TemporaryDirectory() as folder:
            path, image = os.path.join(folder, "own.json"), os.path.join(folder, "own.png")
            with open(path, "w") as file:
                json.dump(effect, file)
            subprocess.run([WINNOW, "render", path, "--size", "96x64", "--frames", FRAMES, "--output", image],
                           check=True, capture_output=True, timeout=LIMIT)
            with open(image, "rb") as file:
                return file.read()

    def test_colour_and_size_are_those_of_the_attribute(self):
        colour, size = {"module": "colour"}, {"module": "size"}
        seen = self.picture(ATTRIBUTE, SET, colour | {"colour": "vec4(heat, 0, 1 - heat, 1)"},
                            size | {"diameter": "heat > 0.75 ? 1 : 0.2"})
        self.assertEqual(seen, self.picture(colour | {"colour": [0.5, 0, 0.5, 1]}, size | {"diameter": 0.2}))
        self.assertNotEqual(seen, self.picture(colour | {"colour": [1, 0, 0, 1]}, size | {"diameter": 0.2}))
        self.assertNotEqual(seen, self.picture(colour | {"colour": [0.5, 0, 0.5, 1]}, size | {"diameter": 1}))


if __name__ == "__main__":
    unittest.main(verbosity=2)
