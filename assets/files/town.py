#!/usr/bin/env python3
"""Makes town.obj, the bank of a town along x, 17 long, in which a storey is 0.1 high: houses with gables, hips and chimneys in two
rows, a church with a spire, a dome, towers; and town_windows.obj, a triangle for each window on the side of z."""
import math
import pathlib
import random

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
HALF = 8.5
STOREY = 0.1
CHURCH, DOME, TOWERS = -2.3, 3.7, ((-6.3, 1.05, 0.13), (6.2, 0.85, 0.1), (0.9, 0.78, 0.09))  # places; heights and half widths
SEED = 12


def prism(x, z, half, deep, low, high):
    """Returns a box from the height `low` to `high`, `half` wide to both sides and `deep` to both."""
    def ring(y):
        return [(x - half, y, z + deep), (x + half, y, z + deep), (x + half, y, z - deep), (x - half, y, z - deep)]
    return meshes.tube([ring(low), ring(high)])


def roof(x, z, half, deep, low, high, kind):
    """Returns a roof: a gable to the water, a ridge along it, or a hip."""
    def ring(across, along, y):
        return [(x - across, y, z + along), (x + across, y, z + along), (x + across, y, z - along), (x - across, y, z - along)]
    top = {"gable": (0.004, deep), "ridge": (half, 0.004), "hip": (0.5 * half, 0.004), "mansard": (0.75 * half, 0.75 * deep)}[kind]
    over = 1.06 if kind != "mansard" else 1.02
    return meshes.tube([ring(half * over, deep * over, low), ring(*top, high)])


def turned(x, z, profile, sides):
    """Returns a body around an upright axis: heights and radii."""
    turns = [2 * math.pi * k / sides for k in range(sides)]
    return meshes.tube([[(x + math.cos(t) * r, y, z - math.sin(t) * r) for t in turns] for y, r in profile])


def windows(found, draw, x, z, half, low, high, lit=0.4):
    """Adds the windows of a front, storey by storey."""
    columns = max(int(2 * half / 0.085), 1)
    for row in range(max(int((high - low - 0.03) / STOREY), 1)):
        for column in range(columns):
            if draw.random() < lit:
                at, y = x - half + 2 * half * (column + 0.5) / columns, low + 0.055 + STOREY * row
                found.append(([(at - 0.008, y, z), (at + 0.008, y, z), (at, y + 0.016, z)], [(0, 1, 2)]))


def house(parts, found, draw, x, half, z, high):
    deep, kind = 0.16, draw.choice(("gable", "gable", "ridge", "hip", "mansard"))
    parts.append(prism(x, z, half, deep, -0.05, high))
    top = high + draw.uniform(0.5, 1) * (half if kind in ("gable", "hip") else 0.12)
    parts.append(roof(x, z, half, deep, high, top, kind))
    windows(found, draw, x, z + deep + 0.005, half, 0, high)
    if draw.random() < 0.6:
        beside = x + half * draw.uniform(-0.6, 0.6)
        parts.append(prism(beside, z - 0.05, 0.014, 0.014, high, top + draw.uniform(0.02, 0.06)))


def row(parts, found, draw, z, least, most):
    x = -HALF
    while x < HALF:
        half = draw.uniform(0.09, 0.24)
        if draw.random() < 0.93 and abs(x + half - CHURCH) > 0.3:
            house(parts, found, draw, x + half, half, z, draw.uniform(least, most) * (1 + 0.35 * math.sin(1.3 * x + 9 * z)))
        x += 2 * half + (draw.uniform(0.02, 0.2) if draw.random() < 0.25 else 0)


def write():
    draw, parts, found = random.Random(SEED), [], []
    row(parts, found, draw, 0, 0.14, 0.3)
    row(parts, found, draw, -0.45, 0.3, 0.5)
    parts += [prism(CHURCH + 0.32, -0.2, 0.34, 0.14, -0.05, 0.42), roof(CHURCH + 0.32, -0.2, 0.34, 0.14, 0.42, 0.66, "ridge"),
              prism(CHURCH, -0.2, 0.1, 0.1, -0.05, 0.92), turned(CHURCH, -0.2, ((0.9, 0.15), (0.98, 0.09), (1.75, 0.002)), 8)]
    for corner in (-0.09, 0.09):
        parts.append(turned(CHURCH + corner, -0.11, ((0.85, 0.025), (0.95, 0.025), (1.12, 0.001)), 6))
    parts += [prism(DOME, -0.3, 0.42, 0.2, -0.05, 0.4), turned(DOME, -0.3, ((0.38, 0.24), (0.58, 0.24), (0.6, 0.26), (0.7, 0.245), (0.8, 0.19),
              (0.87, 0.1), (0.89, 0.045), (0.97, 0.045), (1.02, 0.02), (1.14, 0.002)), 14)]
    for corner in (-0.36, 0.36):
        parts.append(turned(DOME + corner, -0.18, ((0.38, 0.06), (0.52, 0.06), (0.58, 0.045), (0.62, 0.01), (0.7, 0.001)), 8))
    for x, high, half in TOWERS:
        parts += [prism(x, -0.3, half, half, -0.05, high), prism(x, -0.3, half * 1.15, half * 1.15, high, high + 0.04),
                  roof(x, -0.3, half * 0.8, half * 0.8, high + 0.04, high + 0.04 + 2.2 * half, "hip")]
        windows(found, draw, x, -0.3 + half + 0.005, half, 0.2, high)
    windows(found, draw, CHURCH, -0.095, 0.06, 0.55, 0.8, 1)
    meshes.write_obj(FOLDER / "town.obj", "The bank of a town, made by town.py.", parts)
    meshes.write_obj(FOLDER / "town_windows.obj", "The windows of town.obj, made by town.py.", found)


write()
