#!/usr/bin/env python3
"""Makes rocket.obj, a rocket 1 high around the y axis with four fins; it stands on y = 0, on the rim of its nozzle."""
import math
import pathlib

import meshes

FOLDER = pathlib.Path(__file__).resolve().parent
SIDES = 20
HULL = ((0.035, 0.05), (0.05, 0.062), (0.29, 0.068), (0.305, 0.0705), (0.33, 0.0705), (0.345, 0.068), (0.62, 0.068), (0.66, 0.056),
        (0.82, 0.056), (0.85, 0.0635), (0.87, 0.062), (0.92, 0.046), (0.965, 0.024), (1, 0.004))  # heights and radii
NOZZLE = ((0, 0.042), (0.02, 0.034), (0.04, 0.024))
FIN = ((0.045, 0.15), (0.075, 0.15), (0.2, 0.06), (0.045, 0.06))  # heights and distances from the axis of its corners
THICKNESS = 0.004  # half of a fin's


def turned(x, y, z, turn):
    c, s = math.cos(turn), math.sin(turn)
    return (c * x - s * z, y, s * x + c * z)


def body(profile):
    around = [2 * math.pi * k / SIDES for k in range(SIDES)]
    return meshes.tube([[(math.cos(a) * radius, height, -math.sin(a) * radius) for a in around] for height, radius in profile])


def fin(turn):
    return meshes.tube([[turned(far, height, z, turn) for height, far in FIN] for z in (THICKNESS, -THICKNESS)])


meshes.write_obj(FOLDER / "rocket.obj", "A rocket, made by rocket.py.",
                 (body(HULL), body(NOZZLE), *(fin(math.pi * (k + 0.5) / 2) for k in range(4))), digits=4)
