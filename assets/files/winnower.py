#!/usr/bin/env python3
"""Makes winnower.obj, somebody in a robe who bends towards x, winnower_arms.obj, the sleeves and hands that hold a tray before
them, both in metres with the feet in the origin, and heap.obj, a heap of grain around the y axis, 3 wide."""
import math
import pathlib
import random

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
SIDES = 36
# The robe: heights, how far forward, radii to the front and to the side, depth of the folds.
ROBE = ((-0.02, -0.07, 0.33, 0.33, 0.13), (0.06, -0.07, 0.31, 0.31, 0.12), (0.3, -0.09, 0.25, 0.26, 0.1), (0.58, -0.11, 0.2, 0.22, 0.07),
        (0.8, -0.11, 0.165, 0.195, 0.03), (0.9, -0.09, 0.135, 0.165, 0), (0.91, -0.09, 0.15, 0.178, 0), (0.97, -0.07, 0.147, 0.175, 0),
        (0.98, -0.07, 0.13, 0.165, 0.02), (1.1, -0.02, 0.15, 0.195, 0.04), (1.22, 0.04, 0.15, 0.215, 0.03), (1.31, 0.085, 0.12, 0.205, 0.02),
        (1.36, 0.11, 0.08, 0.13, 0), (1.4, 0.125, 0.052, 0.06, 0), (1.47, 0.15, 0.048, 0.052, 0))
# A sleeve: place in the middle of the body, radii across and upright; the widest is the cuff, out of which the hand comes.
SLEEVE = ((0.06, 1.27, 0.16, 0.07, 0.075), (0.11, 1.2, 0.225, 0.075, 0.08), (0.2, 1.08, 0.27, 0.07, 0.08), (0.3, 1.02, 0.275, 0.07, 0.085),
          (0.4, 1.0, 0.26, 0.075, 0.11), (0.485, 0.995, 0.245, 0.085, 0.135), (0.49, 1.02, 0.245, 0.05, 0.06), (0.5, 1.05, 0.245, 0.03, 0.032),
          (0.58, 1.065, 0.245, 0.034, 0.026), (0.63, 1.07, 0.24, 0.02, 0.015))
RADIUS, RISE, BELOW = 1.5, 2.4, 2.05  # of the heap, and of the ball that grain bounces on, which ends below it
RINGS, SPOKES = 24, 64
SEED = 5


def robe():
    rings = []
    for y, forward, front, side, fold in ROBE:
        ring = []
        for k in range(SIDES):
            t = 2 * math.pi * k / SIDES
            r = 1 + fold * (math.cos(9 * t + 2 * y) + 0.6 * math.cos(5 * t + 1))
            ring.append((forward + front * r * math.cos(t), y, -side * r * math.sin(t)))
        rings.append(ring)
    return meshes.tube(rings)


def sleeve(side):
    rings = []
    for x, y, z, across, upright in SLEEVE:
        turns = [2 * math.pi * k / 14 for k in range(14)]
        rings.append([(x - 0.5 * upright * math.sin(t), y + upright * math.sin(t), side * z + across * math.cos(t)) for t in turns])
    return meshes.tube(rings)


def heap():
    draw = random.Random(SEED)
    lumps = [(draw.uniform(0.2, 1.15), draw.uniform(0, 2 * math.pi), draw.uniform(0.1, 0.3), draw.uniform(0.004, 0.012)) for _ in range(40)]

    def height(r, t):
        ball = math.sqrt(RISE**2 - min(r, 1.248)**2) - BELOW
        skirt = 0.05 * min(1, max(0, (RADIUS - r) / 0.28)) * (0.75 + 0.25 * math.cos(3 * t + 1) + 0.2 * math.cos(7 * t))
        x, z = r * math.cos(t), r * math.sin(t)
        high = ball + skirt
        for far, turn, wide, up in lumps:
            d = math.hypot(x - far * math.cos(turn), z - far * math.sin(turn)) / wide
            high += up * max(0, 1 - d * d)**2
        return high + draw.uniform(-0.006, 0.008) * min(1, (RADIUS - r) / 0.1)

    rings = []
    for k in range(RINGS):
        r = RADIUS * (1 - k / RINGS)
        rings.append([(r * math.cos(t), height(r, t) if k else -0.02, -r * math.sin(t))
                      for t in (2 * math.pi * n / SPOKES for n in range(SPOKES))])
    return meshes.tube(rings)


def write():
    meshes.write_obj(FOLDER / "winnower.obj", "Somebody in a robe, made by winnower.py.", [robe()])
    meshes.write_obj(FOLDER / "winnower_arms.obj", "The arms of the winnower, made by winnower.py.", [sleeve(-1), sleeve(1)])
    meshes.write_obj(FOLDER / "heap.obj", "A heap of grain, made by winnower.py.", [heap()])


write()
