#!/usr/bin/env python3
"""Makes hilt.obj, the hilt of a sword: its axis is y, its guard lies along z, and the origin is in the middle of the grip."""
import math
import pathlib

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
SIDES = 8  # of the grip
MIDDLE = -0.15  # of the grip, as the heights below count
GRIP = ((-0.345, 0.012), (-0.335, 0.03), (-0.31, 0.042), (-0.285, 0.03), (-0.27, 0.018), (-0.26, 0.024), (-0.16, 0.03),
        (-0.045, 0.022), (-0.03, 0.034), (0, 0.034), (0.012, 0.022))  # heights and radii: pommel, grip, collar
GUARD = ((-0.235, 0.078, 0.010), (-0.215, 0.060, 0.024), (-0.19, 0.035, 0.016), (-0.1, 0.002, 0.017), (0, -0.012, 0.024),
         (0.1, 0.002, 0.017), (0.19, 0.035, 0.016), (0.215, 0.060, 0.024), (0.235, 0.078, 0.010))  # places along z, heights, radii


def turns(sides):
    return [(math.cos(2 * math.pi * k / sides), math.sin(2 * math.pi * k / sides)) for k in range(sides)]


def write_mesh():
    grip = meshes.tube([[(c * radius, height - MIDDLE, -s * radius) for c, s in turns(SIDES)] for height, radius in GRIP])
    guard = meshes.tube([[(c * radius, height - MIDDLE + s * radius, z) for c, s in turns(6)] for z, height, radius in GUARD])
    meshes.write_obj(FOLDER / "hilt.obj", "The hilt of a sword, made by sword.py.", (grip, guard), digits=4)


write_mesh()
