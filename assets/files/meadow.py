#!/usr/bin/env python3
"""Makes meadow.png, the ground of a meadow, whose sides fit each other: blades of grass over soil, seen from above."""
import math
import pathlib
import random

from drawing import COLOUR, clamp, mix, mixed, patches, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
SIZE = 256      # pixels
BLADES = 5200
SEED = 4
SOIL, DEEP, FRESH, DRY = (0.17, 0.16, 0.07), (0.15, 0.23, 0.06), (0.42, 0.55, 0.13), (0.7, 0.62, 0.24)


def write_picture():
    draw = random.Random(SEED)
    rows = [[mixed(SOIL, DEEP, clamp(2 * patches(x, y, SIZE, 9, 1) - 0.4)) for x in range(SIZE)] for y in range(SIZE)]
    for blade in range(BLADES):
        x, y, turn = draw.uniform(0, SIZE), draw.uniform(0, SIZE), draw.gauss(1.4, 0.9)
        length, bend = draw.uniform(6, 17), draw.uniform(-0.07, 0.07)
        colour = mixed(mixed(DEEP, FRESH, draw.random()), DRY, clamp(1.7 * patches(x, y, SIZE, 5, 2) - 0.75 + 0.3 * draw.random()))
        high = blade / BLADES  # later blades lie on top, and have more light
        for k in range(int(length)):
            share = k / length
            pixel = rows[int(y) % SIZE]
            lit = mixed((0, 0, 0), colour, mix(0.5, 1, high) * mix(0.6, 1.1, share))
            pixel[int(x) % SIZE] = mixed(pixel[int(x) % SIZE], lit, 0.8 * (1 - share**3))
            x, y, turn = x + math.cos(turn), y - math.sin(turn), turn + bend
    write_png(FOLDER / "meadow.png", rows, COLOUR, 8)


write_picture()
