#!/usr/bin/env python3
"""Makes what the snow of the effect snow has covered, in metres: drifts.obj, the ground around the cabin with a trodden path to its
door, and roof_snow.obj, the snow on its roof, thick and uneven at the edges."""
import math
import pathlib

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
WIDE, NEAR, FAR = 8.5, 4.2, -7.0
COLUMNS, ROWS = 64, 56
RIDGE, EAVE, MIDDLE, SLOPE = 1.93, 0.985, -0.8, 0.78  # of the roof: heights, the place of the ridge along z, and how it falls
HALF = 1.22


def smooth(a, b, x):
    t = min(1, max(0, (x - a) / (b - a)))
    return t * t * (3 - 2 * t)


def waves(x, z):
    """Returns the height of the open snow, as expressions of the effect have it."""
    return 0.07 + 0.035 * math.sin(1.3 * x + 0.7 * z) + 0.025 * math.sin(2.3 * z - 0.9 * x)


def ground(x, z):
    path = abs(x + 1.08 - 0.3 * math.sin(0.9 * (z - 0.3))) / 0.34 if z > 0.25 else 9
    trodden = 0.075 * (1 - smooth(0.6, 1.3, path)) * (1 + 0.35 * math.sin(11 * z) * math.sin(9 * x))
    edge = 0.045 * smooth(0.9, 1.2, path) * (1 - smooth(1.2, 1.9, path))
    wall = max(abs(x + 1.1) - 1.1, abs(z + 0.8) - 0.95)  # metres from the cabin
    heaped = 0.12 * (1 - smooth(0, 0.55, wall)) * (0.7 + 0.3 * math.sin(5 * x)) * (1 - (1 - smooth(1, 2.4, path)))
    rough = 0.012 * math.sin(5 * x + 3 * z) + 0.01 * math.sin(7 * z - 4 * x + 1)
    rim = min(1, (WIDE - abs(x)) / 1.2, (z - FAR) / 1.5)
    return max(0.008, waves(x, z) + rough - trodden + edge + heaped) * max(0, rim) - 0.02 * (1 - max(0, min(1, rim)))


def write():
    points = []
    for row in range(ROWS + 1):
        share = row / ROWS
        z = NEAR + (FAR - NEAR) * (0.55 * share + 0.45 * share**2)
        for column in range(COLUMNS + 1):
            x = WIDE * (2 * column / COLUMNS - 1)
            points.append((x, ground(x, z), z))
    faces = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            a = row * (COLUMNS + 1) + column
            faces.append((a, a + 1, a + COLUMNS + 2, a + COLUMNS + 1))
    meshes.write_obj(FOLDER / "drifts.obj", "Drifts of snow, made by drifts.py.", [(points, faces)])
    write_roof()


def write_roof():
    """A closed tube along x: below, the two slopes of the roof; above, the snow on them."""
    rings, steps, across = [], 40, 26
    for k in range(steps + 1):
        x = HALF * (2 * k / steps - 1)
        end = smooth(0, 0.09, HALF - abs(x))
        out = 1.2 + 0.035 * math.sin(3.1 * x + 1) + 0.02 * math.sin(7.3 * x)
        ring = []
        for n in range(across + 1):
            s = 1 - 2 * n / across
            along = out * s
            low = RIDGE - SLOPE * abs(along)
            round_edge = math.sqrt(max(0, 1 - abs(s)**7))
            thick = (0.1 + 0.03 * math.sin(2.7 * x + 1.9 * along) + 0.018 * math.sin(5.9 * x - 4.3 * along + 2)
                     + 0.05 * smooth(0.55, 0.9, abs(s)) + 0.012 * math.sin(11 * along + 3 * x)) * round_edge * (0.35 + 0.65 * end)
            ridge = 0.05 * math.exp(-(along / 0.16)**2)
            ring.append((x * (1 + 0.012 * math.sin(9 * along)), low + thick - ridge, MIDDLE + along + 0.5 * thick * SLOPE * (1 if s > 0 else -1)))
        ring += [(x, RIDGE - SLOPE * out - 0.05, MIDDLE - out + 0.02), (x, RIDGE - 0.07, MIDDLE), (x, RIDGE - SLOPE * out - 0.05, MIDDLE + out - 0.02)]
        rings.append(ring)
    meshes.write_obj(FOLDER / "roof_snow.obj", "The snow on the roof of a cabin, made by drifts.py.", [meshes.tube(rings)])


write()
