#!/usr/bin/env python3
"""Makes crystal.obj, a crystal in a cluster of small ones: the tall one is 1 high, the origin in the middle of its foot."""
import math
import pathlib
import random

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
SIDES = 6
SMALL = 6
SEED = 6


def prism(draw, foot, lean, turn, height, radius):
    """Returns a prism that leans away from the axis by a share of its height, with a tip that is cut aslant."""
    x, z = foot
    def ring(share, wide, slant=0.0):
        points = []
        for k in range(SIDES):
            angle = 2 * math.pi * (k + shift[k]) / SIDES
            up = height * (share + slant * math.cos(angle - bow))
            points.append((x + math.cos(turn) * lean * up + math.cos(angle) * radius * wide, up,
                           z + math.sin(turn) * lean * up - math.sin(angle) * radius * wide))
        return points
    shift, bow = [draw.uniform(-0.22, 0.22) for _ in range(SIDES)], draw.uniform(0, 6.28)
    return meshes.tube([ring(-0.06, 0.86), ring(0.35, 1.0), ring(0.74, 0.82, 0.07), ring(0.985, 0.07, 0.01)])


def cluster():
    draw = random.Random(SEED)
    parts = [prism(draw, (0, 0), 0.04, 1, 1, 0.165)]
    for k in range(SMALL):
        turn = 2 * math.pi * (k + draw.uniform(-0.3, 0.3)) / SMALL
        height = draw.uniform(0.08, 0.3)
        far = 0.13 + 0.1 * draw.random()
        foot = (math.cos(turn) * far, math.sin(turn) * far)
        parts.append(prism(draw, foot, draw.uniform(0.2, 0.55), turn, height, 0.04 + 0.11 * height))
    return parts


def write_mesh():
    meshes.write_obj(FOLDER / "crystal.obj", "A crystal in a cluster, made by crystal.py.", cluster())


write_mesh()
