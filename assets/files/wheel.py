#!/usr/bin/env python3
"""Makes wheel.obj, a water wheel around the z axis: two rims with spokes, and between them a drum of planks with boards that hold
the water; its radius is 1."""
import math
import pathlib

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
SEGMENTS = 24       # of a rim
INNER, OUTER = 0.77, 0.97
RIM = 0.4           # where the outer sides of the rims are, along the axis
THICK = 0.07        # of rims and spokes
SPOKES = 8          # of each rim
BOARDS = 12
BOARD = (0.73, 1.0)  # from which radius to which
PLANKS = 24         # of the drum
DRUM = (0.7, 0.74)
HUB = 0.14


def place(radius, angle, z):
    return (radius * math.cos(angle), radius * math.sin(angle), z)


def box(corners):
    """Returns the faces of a box of eight corners: four around the lower side, counterclockwise seen from above, and four above."""
    sides = [(k, (k + 1) % 4, (k + 1) % 4 + 4, k + 4) for k in range(4)]
    return corners, [(3, 2, 1, 0), (4, 5, 6, 7)] + sides


def rim(low):
    points, faces = [], []
    for k in range(SEGMENTS):
        angle = 2 * math.pi * k / SEGMENTS
        points += [place(r, angle, z) for r, z in ((INNER, low), (OUTER, low), (OUTER, low + THICK), (INNER, low + THICK))]
        after = (k + 1) % SEGMENTS * 4
        faces += [(4 * k + a, 4 * k + (a + 1) % 4, after + (a + 1) % 4, after + a) for a in range(4)]
    return points, faces


def bar(angle, inner, outer, half_width, low, high):
    """Returns a bar along a radius."""
    c, s = math.cos(angle), math.sin(angle)
    ends = [(inner, -half_width), (outer, -half_width), (outer, half_width), (inner, half_width)]
    return box([(r * c - w * s, r * s + w * c, z) for z in (low, high) for r, w in ends])


def hub():
    ring = [2 * math.pi * k / 10 for k in range(10)]
    points = [place(HUB, a, z) for z in (-RIM - 0.06, RIM + 0.06) for a in ring]
    faces = [(k, (k + 1) % 10, (k + 1) % 10 + 10, k + 10) for k in range(10)]
    return points, faces + [tuple(reversed(range(10))), tuple(range(10, 20))]


def write_mesh():
    parts = [hub(), rim(-RIM), rim(RIM - THICK)]
    for k in range(SPOKES):
        angle = 2 * math.pi * k / SPOKES
        parts += [bar(angle, 0.1, INNER + 0.04, 0.05, low, low + THICK) for low in (-RIM - 0.02, RIM - THICK + 0.02)]
    parts += [bar(2 * math.pi * k / BOARDS, *BOARD, 0.018, -RIM + THICK, RIM - THICK) for k in range(BOARDS)]
    half = DRUM[0] * math.tan(math.pi / PLANKS)
    parts += [bar(2 * math.pi * k / PLANKS, *DRUM, half * (0.96 + 0.08 * (k % 2)), -RIM, RIM) for k in range(PLANKS)]
    meshes.write_obj(FOLDER / "wheel.obj", "A water wheel, made by wheel.py.", parts)


write_mesh()
