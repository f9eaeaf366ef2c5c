#!/usr/bin/env python3
"""Makes wreck.obj, a burnt-out car without glass and tyres, in metres: it lies along x, its front towards x, and stands on y = 0.
Rings of points along x are its hull; bent tubes are what is left of its cabin; noise dents all of it."""
import math
import pathlib

import meshes
from drawing import lattice, mix

FOLDER = pathlib.Path(__file__).resolve().parent
# Places along x, the heights of the lower and the upper edge, and half of the width.
HULL = ((-2.08, 0.46, 0.66, 0.62), (-2.02, 0.34, 0.80, 0.74), (-1.75, 0.30, 0.86, 0.80), (-1.62, 0.34, 0.87, 0.82),
        (-1.52, 0.60, 0.87, 0.83), (-1.25, 0.68, 0.87, 0.84), (-0.98, 0.60, 0.85, 0.84), (-0.88, 0.24, 0.80, 0.84),
        (-0.45, 0.20, 0.74, 0.84), (0.0, 0.20, 0.72, 0.84), (0.45, 0.20, 0.74, 0.84), (0.82, 0.24, 0.80, 0.84),
        (0.92, 0.60, 0.84, 0.84), (1.2, 0.68, 0.83, 0.83), (1.48, 0.60, 0.79, 0.82), (1.58, 0.32, 0.77, 0.80),
        (1.85, 0.30, 0.72, 0.74), (2.0, 0.36, 0.64, 0.66), (2.06, 0.44, 0.58, 0.54))
WINDOWS = 0.84  # the height at which the cabin begins
POSTS = (((0.92, 0.76), (0.38, 0.60)), ((-0.18, 0.80), (-0.22, 0.62)), ((-1.28, 0.74), (-0.86, 0.58)))  # x and z, below and above
ROOF = ((0.42, 1.30, 0.58), (0.2, 1.36, 0.62), (-0.1, 1.31, 0.62), (-0.4, 1.36, 0.61), (-0.7, 1.37, 0.60), (-0.92, 1.31, 0.56))


def dented(point, strength=0.05):
    """Returns the point moved by noise, as by blows from all around."""
    cell = [round(7 * x) for x in point]
    return tuple(x + strength * (lattice(*cell, axis) - 0.5) * 2 for axis, x in enumerate(point))


def part(rings, strength=0.05):
    points, faces = meshes.tube(rings)
    around, last = len(rings[0]), len(points) - len(rings[0])
    caps = [(k, k + 1, around - 2 - k, around - 1 - k) for k in range(around // 2 - 1)]  # an end as a strip: dents may cross it
    faces = faces[:-2] + [tuple(reversed(cap)) for cap in caps] + [tuple(last + k for k in cap) for cap in caps]
    return [dented(p, strength) for p in points], faces


def hull():
    rings = []
    for x, low, high, half in HULL:
        outline = ((0.86, 0), (0.97, 0.22), (1, 0.5), (0.985, 0.72), (0.93, 0.93), (0.8, 1), (0.4, 1.03))
        side = [(half * z, mix(low, high, y)) for z, y in outline]
        rings.append([(x, y, z) for z, y in side] + [(x, y, -z) for z, y in reversed(side)])
    return part(rings, 0.035)


def bar(start, end, thick):
    """Returns a bar with a bend in its middle."""
    middle = [mix(a, b, 0.5) + 0.05 * (lattice(round(20 * a), axis) - 0.5) for axis, (a, b) in enumerate(zip(start, end))]
    return part([[(x + dx * thick, y, z + dz * thick) for dx, dz in ((1, 0.6), (-1, 0.6), (-1, -0.6), (1, -0.6))]
                 for x, y, z in (end, middle, start)], 0.015)


def roof():
    rings = []
    for x, height, half in ROOF:
        top = [(x, height + 0.05 * (1 - (z / 3) ** 2), half * z / 3) for z in range(-3, 4)]
        rings.append(top + [(x, y - 0.05, z) for x, y, z in reversed(top)])
    return part(rings, 0.045)


def panel(corners, thick):
    """Returns a sheet of metal between four corners, bent by its dents."""
    def at(u, v):
        low = [mix(a, b, u) for a, b in zip(corners[0], corners[1])]
        high = [mix(a, b, u) for a, b in zip(corners[3], corners[2])]
        return tuple(mix(a, b, v) for a, b in zip(low, high))
    rings = []
    for row in range(5):
        line = [at(k / 4, row / 4) for k in range(5)]
        rings.append(line + [(x, y - thick, z - 0.3 * thick) for x, y, z in reversed(line)])
    return part(rings, 0.04)


def wheel(x, z, height, lean):
    """Returns a rim without its tyre."""
    rings = []
    for across, radius in ((-0.09, 0.2), (-0.09, 0.27), (0.09, 0.27), (0.09, 0.2), (0.03, 0.08)):
        ring = []
        for k in range(12):
            turn = 2 * math.pi * k / 12
            ring.append((x + radius * math.cos(turn), height + radius * math.sin(turn), z + across + lean * math.sin(turn) * radius))
        rings.append(ring)
    return part(rings, 0.012)


def write_mesh():
    parts = [hull(), roof()]
    for side in (1, -1):
        for (low_x, low_z), (high_x, high_z) in POSTS:
            parts.append(bar((low_x, WINDOWS - 0.08, side * low_z), (high_x, 1.34, side * high_z), 0.045))
        parts += [wheel(1.2, side * 0.74, 0.27, 0.15 * side), wheel(-1.25, side * 0.76, 0.27, -0.1)]
    parts.append(panel(((0.95, 0.86, -0.66), (0.95, 0.86, 0.66), (1.75, 1.28, 0.58), (1.7, 1.5, -0.6)), 0.03))     # the bonnet
    parts.append(panel(((0.72, 0.34, 0.88), (0.72, 0.8, 0.86), (0.4, 0.86, 1.4), (0.34, 0.36, 1.44)), 0.03))      # a door
    parts.append(panel(((-0.6, 0.62, -0.55), (-0.6, 0.62, 0.6), (-0.82, 1.05, 0.56), (-0.85, 1.12, -0.5)), 0.06))  # a seat
    meshes.write_obj(FOLDER / "wreck.obj", "A burnt-out car, made by wreck.py.", parts)


write_mesh()
