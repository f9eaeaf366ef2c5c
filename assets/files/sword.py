#!/usr/bin/env python3
"""Makes hilt.obj, the metal of a sword's hilt, and grip.obj, its grip with a cord around it: their axis is y, the guard lies along
z, and the origin is in the middle of the grip."""
import math
import pathlib

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
SIDES = 10
MIDDLE = -0.15  # of the grip, as the heights below count
POMMEL = ((-0.352, 0.01), (-0.342, 0.03), (-0.318, 0.044), (-0.292, 0.034), (-0.277, 0.02), (-0.268, 0.028), (-0.258, 0.026))
COLLAR = ((-0.05, 0.024), (-0.036, 0.034), (0.004, 0.036), (0.014, 0.022), (0.03, 0.018))  # heights and radii, as of the pommel
CORD = 10       # turns of it around the grip
GUARD = ((-0.235, 0.078, 0.010), (-0.215, 0.060, 0.024), (-0.19, 0.035, 0.016), (-0.1, 0.002, 0.017), (0, -0.012, 0.024),
         (0.1, 0.002, 0.017), (0.19, 0.035, 0.016), (0.215, 0.060, 0.024), (0.235, 0.078, 0.010))  # places along z, heights, radii


def turns(sides):
    return [(math.cos(2 * math.pi * k / sides), math.sin(2 * math.pi * k / sides)) for k in range(sides)]


def turned(profile):
    """Returns the tube of heights and radii."""
    return meshes.tube([[(c * radius, height - MIDDLE, -s * radius) for c, s in turns(SIDES)] for height, radius in profile])


def grip():
    """Returns heights and radii: it is widest below its middle, and each turn of the cord stands out."""
    rings = []
    for k in range(2 * CORD + 1):
        share = k / (2 * CORD)
        rings.append((-0.262 + 0.216 * share, 0.024 + 0.006 * math.sin(math.pi * share**0.8) - (0.004 if k % 2 else 0)))
    return rings


def write_meshes():
    guard = meshes.tube([[(c * radius, height - MIDDLE + s * radius, z) for c, s in turns(8)] for z, height, radius in GUARD])
    metal = (turned(POMMEL), turned(COLLAR), guard)
    meshes.write_obj(FOLDER / "hilt.obj", "The metal of a sword's hilt, made by sword.py.", metal, digits=4)
    meshes.write_obj(FOLDER / "grip.obj", "The grip of a sword, made by sword.py.", (turned(grip()),), digits=4)


write_meshes()
