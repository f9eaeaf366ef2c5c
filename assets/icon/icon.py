#!/usr/bin/env python3
"""Makes the program's icon, winnow-SIZE.png: a W of grains, whose last stroke the wind carries away."""
import math
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.append(str(FOLDER.parent / "files"))
from drawing import COLOUR_AND_ALPHA, clamp, lattice, mix, mixed, smooth, write_png

SIZES = (16, 32, 48, 128, 256)
GROUND_ABOVE, GROUND_BELOW = (0.13, 0.14, 0.17), (0.05, 0.055, 0.065)
GRAIN, CHAFF = (0.96, 0.72, 0.34), (1.0, 0.93, 0.78)
CORNER = 0.2  # the radius, as a share of the width
LETTER = ((0.13, 0.26), (0.30, 0.78), (0.47, 0.36), (0.62, 0.78), (0.86, 0.20))
GRAINS_PER_STROKE = 9


def grains():
    """Returns the grains as (x, y, radius, colour), in shares of the width from the upper left."""
    found = []
    for stroke, (begin, end) in enumerate(zip(LETTER, LETTER[1:])):
        for i in range(GRAINS_PER_STROKE):
            share = i / GRAINS_PER_STROKE
            is_last = stroke == len(LETTER) - 2
            away = smooth(0.3, 1, share) if is_last else 0
            shift = [0.05 * away * (lattice(i, axis, stroke) - 0.5) for axis in (0, 1)]
            found.append((mix(begin[0], end[0], share) + shift[0], mix(begin[1], end[1], share) + shift[1],
                          mix(0.062, 0.03, away), mixed(GRAIN, CHAFF, away)))
    for i in range(7):  # those that the wind has
        way = (i + 1) / 7
        found.append((0.80 + 0.13 * lattice(i, 5) * way + 0.02, 0.30 - 0.18 * way + 0.08 * (lattice(i, 6) - 0.5),
                      mix(0.026, 0.012, way), CHAFF))
    return found


def cover(distance, size):
    """Returns how much of a pixel lies inside a border at this distance, in shares of the width."""
    return clamp(0.5 - distance * size)


def pixel(x, y, size, drawn):
    inside = [abs(v - 0.5) - (0.5 - CORNER) for v in (x, y)]
    border = math.hypot(*(max(v, 0) for v in inside)) + min(max(inside), 0) - CORNER
    colour = mixed(GROUND_ABOVE, GROUND_BELOW, y)
    for at_x, at_y, radius, shade in drawn:
        distance = math.hypot(x - at_x, y - at_y)
        lit = 1 - 0.35 * clamp((y - at_y) / radius)
        colour = mixed(colour, tuple(lit * c for c in shade), cover(distance - radius, size))
    return (*colour, cover(border, size))


def main():
    drawn = grains()
    for size in SIZES:
        rows = [[pixel((column + 0.5) / size, (row + 0.5) / size, size, drawn) for column in range(size)]
                for row in range(size)]
        write_png(FOLDER / f"winnow-{size}.png", rows, COLOUR_AND_ALPHA)


if __name__ == "__main__":
    main()
