#!/usr/bin/env python3
"""Makes tree.obj, the trunk of a tree on roots, that divides into a bough for each of the clumps of its crown, to carry the picture
bark.png, and wood.obj, the edge of a wood that is seen from far away."""
import math
import pathlib
import random

import meshes
from drawing import noise

FOLDER = pathlib.Path(__file__).resolve().parent
CLUMPS = 9  # of leaves: assets/effects/leaves.json has the same places
SIDES = 7   # of boughs
AROUND_TRUNK = 26
ROOTS = ((0.3, 1.0), (1.45, 0.7), (2.3, 1.1), (3.5, 0.8), (4.4, 1.15), (5.5, 0.85))  # turn and length of each
BARK = 0.75 # share of the picture's width that goes once around the trunk
GRAIN = 0.9 # metres of the trunk's height that the picture covers
ROOT, TOP = 0.17, 0.07  # radii of the trunk, at the ground and where the last bough leaves it
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


class Wood:
    """Collects tubes whose picture lies along them."""

    def __init__(self):
        self.rows, self.faces, self.count = [], [], 0

    def tube(self, rings, middles, ways, waves):
        """Adds a tube through rings of equally many points, the last of which is closed by a point; `waves` times around it is the
        picture seen."""
        around, first = len(rings[0]), self.count + 1
        for r, (points, middle) in enumerate(zip(rings, middles)):
            for k in range(around + 1):
                point, before, behind = points[k % around], points[(k - 1) % around], points[(k + 1) % around]
                out = [p - m for p, m in zip(point, middle)]
                along = [q - p for p, q in zip(before, behind)]
                upward = [q - p for p, q in zip(rings[max(r - 1, 0)][k % around], rings[min(r + 1, len(rings) - 1)][k % around])]
                normal = [upward[1] * along[2] - upward[2] * along[1], upward[2] * along[0] - upward[0] * along[2],
                          upward[0] * along[1] - upward[1] * along[0]]
                length = math.hypot(*normal) or 1
                sign = 1 if sum(n * o for n, o in zip(normal, out)) >= 0 else -1
                self.rows += ["v {:.3f} {:.3f} {:.3f}".format(*point), f"vt {BARK * waves * k / around:.3f} {ways[r] / GRAIN:.3f}",
                              "vn {:.2f} {:.2f} {:.2f}".format(*(sign * n / length for n in normal))]
                self.count += 1
        for r in range(len(rings) - 1):
            for k in range(around):
                a, b = first + r * (around + 1) + k, first + (r + 1) * (around + 1) + k
                self.faces.append("f " + " ".join(f"{n}/{n}/{n}" for n in (a, a + 1, b + 1, b)))

    def write(self, path, comment):
        path.write_text("\n".join([f"# {comment}"] + self.rows + self.faces) + "\n")
        places = [[float(part) for part in row.split()[1:]] for row in self.rows if row.startswith("v ")]
        print(path.name, "twice the way to the farthest corner:", 2 * max(math.hypot(*place) for place in places))


def bough(wood, k):
    """Adds a bough: it leaves the trunk steeply, bends out to its clump and forks there."""
    end = clump(k)
    low = trunk(0.62 * end[1])
    out = mixed(low, end, 0.5)
    out = (out[0], out[1] - 0.14, out[2])
    thick = 0.085 - 0.004 * k
    line = [low, mixed(low, out, 0.5), out, mixed(out, end, 0.5), end, mixed(out, end, 1.25)]
    line = [tuple(part + 0.05 * (noise(7 * part + 3 * n, k, 5) - 0.5) if 0 < n < 5 else part for part in place) for n, place in enumerate(line)]
    radii = [1.35 * thick, 0.85 * thick, 0.62 * thick, 0.48 * thick, 0.33 * thick, 0.005]
    rings, ways = [], [0.0]
    for n, (middle, radius) in enumerate(zip(line, radii)):
        before, behind = line[max(n - 1, 0)], line[min(n + 1, len(line) - 1)]
        rings.append(ring(middle, [q - p for p, q in zip(before, behind)], radius, SIDES))
        if n:
            ways.append(ways[-1] + math.dist(line[n - 1], middle))
    wood.tube(rings, line, ways, 1)


def tree():
    """Returns the wood of a tree. Its trunk has ridges that go on in the roots, which run out over the ground and into it."""
    wood = Wood()
    heights = (-0.06, 0.0, 0.035, 0.08, 0.14, 0.22, 0.34, 0.5, 0.7, 0.95, 1.2, 1.45, 1.7, 1.95, 2.15)
    rings, middles = [], []
    for h in heights:
        middle, points = trunk(h), []
        for k in range(AROUND_TRUNK):
            turn = -2 * math.pi * k / AROUND_TRUNK
            radius = ROOT + (TOP - ROOT) * max(h, 0) / 2.1
            radius *= 1 + 0.16 * (noise(3.2 + 2.6 * math.cos(turn), 2.2 * h + 2.6 * math.sin(turn), 3) - 0.5)
            ridge = 0.0
            for at, long in ROOTS:
                off = abs((turn - at - 0.7 * h + math.pi) % (2 * math.pi) - math.pi)
                wide = 0.16 + 0.35 * min(max(h, 0), 0.5)
                ridge = max(ridge, long * math.exp(-(off / wide) ** 2) * (0.44 * math.exp(-max(h, 0) / 0.075) + 0.09 * math.exp(-max(h, 0) / 0.5)))
            radius += ridge + 0.05 * math.exp(-max(h, 0) / 0.12)
            points.append((middle[0] + radius * math.cos(turn), h, middle[2] + radius * math.sin(turn)))
        rings.append(points)
        middles.append(middle)
    wood.tube(rings, middles, heights, 1)
    for k in range(CLUMPS):
        bough(wood, k)
    return wood


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


tree().write(FOLDER / "tree.obj", "The trunk and the boughs of a tree, made by tree.py.")
meshes.write_obj(FOLDER / "wood.obj", "The edge of a wood, made by tree.py.", wood())
