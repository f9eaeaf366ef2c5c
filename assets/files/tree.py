#!/usr/bin/env python3
"""Makes tree.obj, the trunk of a tree that divides into a bough for each of the clumps of its crown, pumpkin.obj, a ribbed ball
around the y axis, and wood.obj, the edge of a wood that is seen from far away."""
import math
import pathlib
import random

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
CLUMPS = 9  # of leaves: assets/effects/leaves.json has the same places
SIDES = 6   # of boughs
ROOT, TOP = 0.17, 0.07  # radii of the trunk, at the ground and where the last bough leaves it
RIBS, RINGS = 10, 8    # of the pumpkin
TREES, AROUND = 36, 6   # of the wood, and sides of each


def clump(k):
    """Returns the middle of a clump, seen from the trunk's foot; a metre is 1."""
    out, turn = 0.92 * math.sin(0.5 + 0.27 * k), 2.4 * k
    return (out * math.cos(turn), 1.5 + 0.15 * k, out * math.sin(turn))


def trunk(height):
    """Returns the middle of the trunk at a height: it bends a little."""
    return (0.07 * math.sin(1.9 * height), height, 0.05 * math.sin(2.6 * height + 1))


def mixed(a, b, share):
    return tuple(x + (y - x) * share for x, y in zip(a, b))


def ring(middle, along, radius, sides):
    """Returns points around a middle, at a right angle to a direction."""
    length = math.hypot(*along)
    x, y, z = (part / length for part in along)
    a = (y, -x, 0) if abs(z) < 0.8 else (0, z, -y)
    length = math.hypot(*a)
    a = tuple(part / length for part in a)
    b = (y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0])
    turns = [2 * math.pi * k / sides for k in range(sides)]
    return [tuple(m + radius * (math.cos(t) * p + math.sin(t) * q) for m, p, q in zip(middle, a, b)) for t in turns]


def tube(line, radii, sides):
    """Returns points and faces of a closed tube along a line of points."""
    rings = []
    for k, (middle, radius) in enumerate(zip(line, radii)):
        before, behind = line[max(k - 1, 0)], line[min(k + 1, len(line) - 1)]
        rings.append(ring(middle, [q - p for p, q in zip(before, behind)], radius, sides))
    return meshes.tube(rings)


def bough(k):
    end = clump(k)
    low = trunk(0.62 * end[1])
    out = mixed(low, end, 0.5)
    out = (out[0], out[1] - 0.12, out[2])
    thick = 0.075 - 0.004 * k
    return tube([low, out, end, mixed(out, end, 1.5)], [thick, 0.6 * thick, 0.35 * thick, 0.008], SIDES)


def tree():
    heights = (-0.05, 0.06, 0.2, 0.6, 1.0, 1.4, 1.8, 2.1)
    radii = [ROOT * 1.55, ROOT * 1.15] + [ROOT + (TOP - ROOT) * h / 2.1 for h in heights[2:]]
    return [tube([trunk(h) for h in heights], radii, 8)] + [bough(k) for k in range(CLUMPS)]


def pumpkin():
    """Returns a ball of diameter 1 around y, flattened, with dents between its ribs and at its poles."""
    around, points, faces = 4 * RIBS, [], []
    for r in range(RINGS + 1):
        turn = math.pi * (r / RINGS - 0.5)
        for k in range(around):
            radius = 0.5 * max(math.cos(turn), 0.12) * (0.74 + 0.26 * abs(math.sin(math.pi * k / 4)) ** 0.6)
            angle = 2 * math.pi * k / around
            points.append((math.cos(angle) * radius, 0.45 * math.sin(turn) * (1 - 0.42 * abs(math.sin(turn)) ** 9),
                           -math.sin(angle) * radius))
    for r in range(RINGS):
        for k in range(around):
            a, b = r * around + k, r * around + (k + 1) % around
            faces.append((a, b, b + around, a + around))
    faces.append(tuple(reversed(range(around))))
    faces.append(tuple(range(RINGS * around, len(points))))
    return [(points, faces)]


def wood():
    """Returns crowns side by side along x, each about a metre wide, from the ground up."""
    draw, parts = random.Random(5), []
    for k in range(TREES):
        x, z = 0.6 * (k - TREES / 2) + draw.uniform(-0.2, 0.2), draw.uniform(-0.6, 0.6)
        wide, high = draw.uniform(0.4, 0.7), draw.uniform(0.7, 1.25)
        rings = []
        for height, radius in ((0, 0.85), (0.38, 1), (0.72, 0.86), (0.93, 0.5), (1, 0.12)):
            turns = [2 * math.pi * n / AROUND for n in range(AROUND)]
            rings.append([(x + math.cos(t) * wide * radius * draw.uniform(0.84, 1.12), high * (height + draw.uniform(-0.05, 0.05)),
                           z - math.sin(t) * wide * radius * draw.uniform(0.84, 1.12)) for t in turns])
        parts.append(meshes.tube(rings))
    return parts


meshes.write_obj(FOLDER / "tree.obj", "The trunk and the boughs of a tree, made by tree.py.", tree())
meshes.write_obj(FOLDER / "pumpkin.obj", "A pumpkin, made by tree.py.", pumpkin())
meshes.write_obj(FOLDER / "wood.obj", "The edge of a wood, made by tree.py.", wood(), digits=2)
