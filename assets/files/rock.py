#!/usr/bin/env python3
"""Makes rock.obj, a stone with flat sides and sharp edges: the room that planes around the origin enclose."""
import itertools
import math
import pathlib
import random

FOLDER = pathlib.Path(__file__).resolve().parent
PLANES = 19
NEAREST, FARTHEST = 0.72, 1  # their distances from the origin; the mesh's size is then made 1
JITTER = 0.22                # of their directions, which are spread evenly over a sphere
SEED = 11


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.sqrt(dot(a, a))
    return tuple(x / length for x in a)


def planes(draw):
    """Returns pairs of an outward normal and a distance."""
    sides = []
    for k in range(PLANES):
        height, turn = 1 - (2 * k + 1) / PLANES, k * math.pi * (3 - math.sqrt(5))
        across = math.sqrt(1 - height * height)
        even = (math.cos(turn) * across, height, math.sin(turn) * across)
        sides.append((unit([x + draw.uniform(-JITTER, JITTER) for x in even]), draw.uniform(NEAREST, FARTHEST)))
    return sides


def corner_of(three):
    """Returns the point that lies on three planes, or None."""
    (a, p), (b, q), (c, r) = three
    volume = dot(a, cross(b, c))
    if abs(volume) < 1e-6:
        return None
    parts = (cross(b, c), cross(c, a), cross(a, b))
    return tuple((p * x + q * y + r * z) / volume for x, y, z in zip(*parts))


def in_turn(around, normal):
    """Returns the corners of a face, counterclockwise seen from outside."""
    middle = [sum(part) / len(around) for part in zip(*around)]
    across = unit(cross(normal, (0.3, 0.5, 0.8)))
    beside = cross(normal, across)

    def turn(corner):
        off = [x - m for x, m in zip(corner, middle)]
        return math.atan2(dot(off, beside), dot(off, across))

    return sorted(around, key=turn)


def write_mesh():
    sides = planes(random.Random(SEED))
    faces = {side: [] for side in sides}
    for three in itertools.combinations(sides, 3):
        corner = corner_of(three)
        if corner and all(dot(normal, corner) <= distance + 1e-9 for normal, distance in sides):
            for side in three:
                faces[side].append(corner)
    corners = sorted({corner for face in faces.values() for corner in face})
    low, high = [min(part) for part in zip(*corners)], [max(part) for part in zip(*corners)]
    rows = ["# A stone, made by rock.py: 1 wide, high and deep, its middle at the origin."]
    for corner in corners:
        rows.append("v {:.4f} {:.4f} {:.4f}".format(*((x - (l + h) / 2) / (h - l) for x, l, h in zip(corner, low, high))))
    for (normal, _), around in faces.items():
        if len(around) > 2:
            rows.append("f " + " ".join(str(corners.index(corner) + 1) for corner in in_turn(around, normal)))
    (FOLDER / "rock.obj").write_text("\n".join(rows) + "\n")


write_mesh()
