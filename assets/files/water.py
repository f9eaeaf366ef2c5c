#!/usr/bin/env python3
"""Makes pictures of falling water: strands.png, four bundles of threads with their heads to the right, spray.png, four handfuls of
drops that are thrown to the right, foam.png, four rafts of bubbles, and shafts.png, four beams of light in mist."""
import math
import pathlib
import random

from drawing import GREY_AND_ALPHA, Canvas, clamp, lattice, noise, smooth, tiled, turbulence, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
LONG, WIDE = 256, 64  # pixels of a bundle and of a beam
SPRAY = 128           # pixels of a side of a handful
FOAM = 160


def strands(seed):
    """Returns threads along x: most run to a few heads, as water that falls freely is drawn to points by the air."""
    draw, canvas = random.Random(seed), Canvas(LONG, WIDE)
    heads = [(draw.uniform(0.62, 0.95) * LONG, draw.uniform(0.2, 0.8) * WIDE) for _ in range(4)]
    for _ in range(110):
        head_x, head_y = draw.choice(heads)
        off = draw.gauss(0, 1)
        y = head_y + off * 0.1 * WIDE
        right = min(head_x - abs(off) * 13 + draw.uniform(-12, 4), LONG - 6)
        left = max(right - draw.uniform(0.15, 0.75) * LONG, 5)
        bend, bright, thick = draw.uniform(-3, 3), draw.uniform(0.55, 1), draw.uniform(0.25, 0.8)
        steps = int(right - left)
        for k in range(steps):
            share = k / steps
            x = left + k
            edge = smooth(0, 0.12 * WIDE, min(y, WIDE - y)) * smooth(0, 30, x) * smooth(LONG, LONG - 12, x)
            at = y + bend * math.sin(2.2 * share) + 0.8 * (noise(x / 14, seed, 3) - 0.5)
            canvas.dab(x, at, thick * (0.4 + 0.6 * share), [bright], 0.5 * share ** 1.3 * edge, 1.2)
    for _ in range(40):
        x, y = draw.uniform(0.3, 0.97) * LONG, WIDE * clamp(draw.gauss(0.5, 0.22), 0.06, 0.94)
        for k in range(draw.randint(3, 9)):
            canvas.dab(x - k, y, 0.55, [1], 0.45 * (1 - k / 10), 1)
    return canvas.rows()


def spray(seed):
    """Returns drops in a fan that opens to the right, finer and sparser outwards, each drawn out along its way."""
    draw, canvas = random.Random(seed), Canvas(SPRAY, SPRAY)
    for _ in range(120):
        away, turn = draw.uniform(0.12, 0.92) ** 0.8 * SPRAY, draw.gauss(0, 0.33)
        x, y = 4 + away * math.cos(turn), SPRAY / 2 + away * math.sin(turn)
        length, radius = draw.uniform(3, 15) * (1.2 - away / SPRAY), draw.uniform(0.5, 2.1) * (1.15 - 0.6 * away / SPRAY)
        bright, strong = draw.uniform(0.7, 1), draw.uniform(0.35, 1)
        for k in range(int(2 * length)):
            share = k / (2 * length)
            canvas.dab(x - (length - k / 2) * math.cos(turn), y - (length - k / 2) * math.sin(turn), radius * (0.25 + 0.75 * share),
                       [bright], strong * share * smooth(0.97, 0.8, away / SPRAY), 1)
    return canvas.rows()


def foam(seed):
    """Returns a net of bubbles: what lies near the borders of random cells, in lumps that tear apart at the edge."""
    def borders(x, y, salt):
        near = []
        for row in range(math.floor(y) - 1, math.floor(y) + 2):
            for column in range(math.floor(x) - 1, math.floor(x) + 2):
                near.append(math.hypot(column + lattice(column, row, seed, salt) - x, row + lattice(column, row, seed, salt + 9) - y))
        first, second = sorted(near)[:2]
        return second - first

    def pixel(x, y):
        u, v = (x + 0.5) / FOAM * 2 - 1, (y + 0.5) / FOAM * 2 - 1
        bend_x, bend_y = turbulence(4 * u, 4 * v, 3, seed + 31) - 0.5, turbulence(4 * u, 4 * v, 3, seed + 57) - 0.5
        away = math.hypot(u, v) + 0.9 * (turbulence(2.5 * u, 2.5 * v, 3, seed + 77) - 0.5)
        thick = smooth(0.95, 0.25, away)
        wide, fine = borders(4.5 * u + 1.6 * bend_x, 4.5 * v + 1.6 * bend_y, 1), borders(11 * u + 2 * bend_x, 11 * v + 2 * bend_y, 4)
        net = max(smooth(0.06 + 0.3 * thick, 0.0, wide), 0.75 * thick * smooth(0.1 + 0.25 * thick, 0.02, fine))
        return 0.8 + 0.2 * net, clamp(net * (0.2 + 0.8 * thick)) * smooth(1.0, 0.8, math.hypot(u, v)) * smooth(0.02, 0.2, thick)
    return [[pixel(x, y) for x in range(FOAM)] for y in range(FOAM)]


def shaft(seed):
    """Returns a beam along x that widens and grows faint to the right, of brighter and darker threads."""
    def pixel(x, y):
        u, v = (x + 0.5) / LONG, (y + 0.5) / WIDE * 2 - 1
        across = v / (0.45 + 0.55 * u)
        threads = 1.1 * smooth(0.3, 0.8, turbulence(across * 2.6 + 9, seed * 7.7, 2, seed + 3)) + 0.22
        return 1, clamp(threads * smooth(1, 0, abs(across)) ** 1.7 * smooth(0, 0.12, u) * smooth(1, 0.25, u))
    return [[pixel(x, y) for x in range(LONG)] for y in range(WIDE)]


def main():
    write_png(FOLDER / "strands.png", tiled([strands(k) for k in range(4)], 1), GREY_AND_ALPHA, 8)
    write_png(FOLDER / "spray.png", tiled([spray(k) for k in range(4)], 2), GREY_AND_ALPHA, 8)
    write_png(FOLDER / "foam.png", tiled([foam(k) for k in range(4)], 2), GREY_AND_ALPHA, 8)
    write_png(FOLDER / "shafts.png", tiled([shaft(k) for k in range(4)], 1), GREY_AND_ALPHA, 4)


main()
