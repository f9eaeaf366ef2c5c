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
RIBS, RINGS = 12, 16   # of the pumpkin
TREES, AROUND = 36, 7   # of the wood, and sides of each
ROUND = ((0, 0.8), (0.25, 0.95), (0.5, 1), (0.74, 0.86), (0.92, 0.5), (1, 0.12))
SLENDER = ((0, 0.6), (0.15, 0.9), (0.4, 1), (0.65, 0.8), (0.85, 0.45), (1, 0.1))
FIR = ((0, 0.9), (0.1, 1), (0.35, 0.75), (0.6, 0.48), (0.8, 0.25), (1, 0.08))
KINDS = ((0.65, 0.6, ROUND), (0.6, 1.1, ROUND), (0.68, 1.35, ROUND), (0.45, 1.6, SLENDER), (0.56, 1.4, FIR))


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
    return tube([low, out, end, mixed(out, end, 1.12)], [thick, 0.6 * thick, 0.35 * thick, 0.008], SIDES)


def tree():
    heights = (-0.05, 0.06, 0.2, 0.6, 1.0, 1.4, 1.8, 2.1)
    radii = [ROOT * 1.55, ROOT * 1.15] + [ROOT + (TOP - ROOT) * h / 2.1 for h in heights[2:]]
    return [tube([trunk(h) for h in heights], radii, 12)] + [bough(k) for k in range(CLUMPS)]


def pumpkin():
    """Returns a ball of diameter 1 around y, flattened, with shallow grooves between its ribs and dents at its poles."""
    around, rings = 6 * RIBS, []
    for r in range(RINGS + 1):
        turn = math.pi * (r / RINGS - 0.5)
        ring = []
        for k in range(around):
            groove = 1 - 0.085 * (1 - abs(math.sin(math.pi * k / 6))) ** 1.5
            radius = 0.5 * max(math.cos(turn), 0.12) * groove
            angle = -2 * math.pi * k / around
            ring.append((math.cos(angle) * radius, 0.44 * math.sin(turn) * (1 - 0.42 * abs(math.sin(turn)) ** 9),
                         math.sin(angle) * radius))
        rings.append(ring)
    return [meshes.tube(rings)]


def crown_of(x, z, wide, high, shape, draw):
    """Returns a crown from the ground up: a shape is shares of the height, and of the width there."""
    turns, rings = [2 * math.pi * n / AROUND for n in range(AROUND)], []
    for height, radius in shape:
        rings.append([(x + math.cos(t) * wide * radius * draw.uniform(0.78, 1.18), high * (height + draw.uniform(-0.05, 0.05)),
                       z - math.sin(t) * wide * radius * draw.uniform(0.78, 1.18)) for t in turns])
    return meshes.tube(rings)


def wood():
    """Returns crowns side by side along x, each about a metre wide: bushes, round trees, slender trees and firs."""
    draw, parts = random.Random(5), []
    for k in range(TREES):
        x, z = 0.6 * (k - TREES / 2) + draw.uniform(-0.25, 0.25), draw.uniform(-0.6, 0.6)
        wide, high, shape = draw.choice(KINDS)
        parts.append(crown_of(x, z, wide * draw.uniform(0.8, 1.2), high * draw.uniform(0.75, 1.25), shape, draw))
    return parts


meshes.write_obj(FOLDER / "tree.obj", "The trunk and the boughs of a tree, made by tree.py.", tree())
meshes.write_obj(FOLDER / "pumpkin.obj", "A pumpkin, made by tree.py.", pumpkin())
meshes.write_obj(FOLDER / "wood.obj", "The edge of a wood, made by tree.py.", wood())
