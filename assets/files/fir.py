#!/usr/bin/env python3
"""Makes fir.obj, a fir 1 high around the y axis, whose boughs hang in whorls around a trunk, and fir_snow.obj, the snow that lies
on these boughs."""
import math
import pathlib
import random

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
WHORLS, BOUGHS = 8, 7
LOWEST, WIDEST = 0.12, 0.29   # the height of the lowest boughs, and how far they reach
TRUNK = ((0, 0.03), (0.1, 0.022), (0.9, 0.004))  # heights and radii
SEED = 3


def whorl(k, draw):
    """Returns the whorl's height, and for each bough and each gap between two the direction, how far it reaches, and how deep it
    hangs there."""
    share = k / (WHORLS - 1)
    height = LOWEST + (0.93 - LOWEST) * share**0.92
    reach = WIDEST * (1 - 0.86 * share)
    points = []
    for n in range(2 * BOUGHS):
        turn = math.pi * (n + 0.37 * k + draw.uniform(-0.25, 0.25)) / BOUGHS
        far = reach * (draw.uniform(0.85, 1.15) if n % 2 == 0 else draw.uniform(0.42, 0.58))
        points.append((turn, far, far * draw.uniform(0.38, 0.52) if n % 2 == 0 else far * 0.3))
    return height, reach, points


def ring(height, points, share, lift):
    """Returns points at a share of the way from the trunk to the tips; boughs bend downwards the more the farther out."""
    return [(math.cos(t) * f * share, height + lift - drop * share**1.4, -math.sin(t) * f * share) for t, f, drop in points]


def write():
    draw, fir, snow = random.Random(SEED), [], []
    sides = [2 * math.pi * k / 7 for k in range(7)]
    fir.append(meshes.tube([[(math.cos(t) * r, h, -math.sin(t) * r) for t in sides] for h, r in TRUNK]))
    for k in range(WHORLS):
        height, reach, points = whorl(k, draw)
        thick = 0.3 * reach + 0.012
        fir.append(meshes.tube([ring(height, points, 0.3, -0.02 * reach), ring(height, points, 1, -0.01),
                                ring(height, points, 0.55, thick * 0.55), ring(height, points, 0.06, thick)]))
        lie = [(t, f * draw.uniform(0.8, 0.93), drop * 0.9) for t, f, drop in points]
        snow.append(meshes.tube([ring(height, lie, 0.35, thick * 0.4), ring(height, lie, 0.97, 0.01),
                                 ring(height, lie, 0.6, thick * 0.6 + 0.02), ring(height, lie, 0.06, thick + 0.012)]))
    meshes.write_obj(FOLDER / "fir.obj", "A fir, made by fir.py.", fir)
    meshes.write_obj(FOLDER / "fir_snow.obj", "The snow on the boughs of a fir, made by fir.py.", snow)


write()
