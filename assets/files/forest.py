#!/usr/bin/env python3
"""Makes forest.png, the ground of a wood, whose sides fit each other: soil, pebbles, needles, twigs and fallen leaves, seen from
above."""
import math
import pathlib
import random

from drawing import COLOUR, clamp, mixed, patches, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
SIZE = 320       # pixels
PEBBLES, NEEDLES, TWIGS, LEAVES = 90, 2600, 40, 130
SEED = 9
SOIL, MUD, NEEDLE, DRY = (0.2, 0.14, 0.09), (0.34, 0.25, 0.16), (0.42, 0.28, 0.15), (0.7, 0.52, 0.3)
STONE, LEAF, RED = (0.5, 0.46, 0.42), (0.52, 0.33, 0.13), (0.46, 0.17, 0.07)


def put(rows, x, y, colour, share):
    pixel = rows[int(y) % SIZE]
    pixel[int(x) % SIZE] = mixed(pixel[int(x) % SIZE], colour, clamp(share))


def blot(rows, x, y, turn, length, width, colour):
    """Draws an oval, lit from above, with a shadow below it."""
    c, s = math.cos(turn), math.sin(turn)
    reach = int(length) + 3
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            along, across = (right * c + down * s) / length, (down * c - right * s) / width
            far = along * along + across * across * (1 + 0.8 * along)
            if far < 1:
                rib = 0.75 if abs(across) < 0.12 else 1
                put(rows, x + right, y + down, mixed((0, 0, 0), colour, (1.02 - 0.35 * down / reach - 0.25 * far) * rib), 2.5 * (1 - far))
            elif far < 2.2 and down > 0:
                put(rows, x + right, y + down, (0.05, 0.035, 0.025), 0.5 * (2.2 - far))


def stroke(rows, x, y, turn, length, bend, colour, share):
    for _ in range(int(length)):
        put(rows, x, y + 1, (0.06, 0.04, 0.03), 0.5 * share)
        put(rows, x, y, colour, share)
        x, y, turn = x + math.cos(turn), y + math.sin(turn), turn + bend


def write_picture():
    draw = random.Random(SEED)
    rows = [[mixed(mixed(SOIL, MUD, clamp(1.6 * patches(x, y, SIZE, 7, 1) - 0.3)), (0.08, 0.05, 0.035),
                   clamp(1.5 * patches(x, y, SIZE, 46, 2) - 0.65)) for x in range(SIZE)] for y in range(SIZE)]
    for _ in range(PEBBLES):
        size = 1.5 + 3.5 * draw.random()**3
        blot(rows, draw.uniform(0, SIZE), draw.uniform(0, SIZE), draw.uniform(0, 3), size, size * draw.uniform(0.6, 1),
             mixed(STONE, MUD, draw.random()))
    for _ in range(NEEDLES):
        x, y = draw.uniform(0, SIZE), draw.uniform(0, SIZE)
        if patches(x, y, SIZE, 5, 3) > draw.uniform(0.2, 0.7):
            stroke(rows, x, y, draw.uniform(0, 6.3), draw.uniform(5, 12), draw.uniform(-0.05, 0.05), mixed(NEEDLE, DRY, draw.random()**2), 0.75)
    for _ in range(LEAVES):
        size = draw.uniform(4, 9)
        blot(rows, draw.uniform(0, SIZE), draw.uniform(0, SIZE), draw.uniform(0, 6.3), size, size * draw.uniform(0.4, 0.6),
             mixed(mixed(LEAF, RED, draw.random()), MUD, 0.5 * draw.random()))
    for _ in range(TWIGS):
        x, y, turn, bend = draw.uniform(0, SIZE), draw.uniform(0, SIZE), draw.uniform(0, 6.3), draw.uniform(-0.02, 0.02)
        length, colour = draw.uniform(14, 40), mixed(MUD, DRY, 0.6 * draw.random())
        stroke(rows, x, y + 1, turn, length, bend, mixed(colour, (0, 0, 0), 0.45), 0.9)
        stroke(rows, x, y, turn, length, bend, colour, 0.9)
    write_png(FOLDER / "forest.png", rows, COLOUR, 16)


write_picture()
