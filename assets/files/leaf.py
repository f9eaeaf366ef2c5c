#!/usr/bin/env python3
"""Makes leaf.obj, a sheet of eight triangles that is folded along its middle and bends down, fold.obj, a plain one of four for
leaves of which there are many, and leaf.png, the picture on both: bright where the particle's colour is as it is, darker at veins and edges, and clear beside the leaf."""
import math
import pathlib

from drawing import GREY_AND_ALPHA, clamp, noise, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
HALF_WIDTH = 0.56  # of the picture; its half length is 1
STATIONS = ((-1, 0.04), (-0.18, 1), (1, 0.58))  # along the leaf, and the sheet's share of the picture's width there
ENDS = ((-1, 0.62), (1, 0.9))  # likewise of the plain sheet
WIDTH, HEIGHT = 144, 80  # pixels, along the leaf and across


def height(along, across):
    return 0.32 * abs(across) - 0.2 * along * along + 0.07 * along


def normal(along, side):
    """Returns the normal of one half at its middle line or edge: the slopes of the height are those of a plane across."""
    slope_along, slope_across = -0.4 * along + 0.07, 0.32 * side
    length = math.hypot(slope_along, 1, slope_across)
    return [-slope_along / length, 1 / length, -slope_across / length]


def write_mesh(name, stations):
    rows = ["# A leaf, made by leaf.py: it lies flat in x and z, its upper side towards y, its tip towards x."]
    for along, share in stations:
        for side in (-1, 0, 1):
            across = round(side * share * HALF_WIDTH, 4)
            rows.append(f"v {along} {height(along, across):.4f} {across}")
            rows.append(f"vt {(along + 1) / 2:.4f} {(1 - side * share) / 2:.4f}")
            rows.append("vn {:.4f} {:.4f} {:.4f}".format(*normal(along, side)))
    for row in range(len(stations) - 1):
        for column in range(2):
            first = row * 3 + column + 1
            corners = (first, first + 1, first + 4, first + 3)
            rows.append("f " + " ".join(f"{k}/{k}/{k}" for k in corners))
    (FOLDER / name).write_text("\n".join(rows) + "\n")


def half_width(along):
    """Returns how wide the leaf is, 0 to 1 of the sheet, at a share of its length from the stalk to the tip."""
    stalk = 0.03 if 0.01 < along < 0.3 else 0
    share = (along - 0.13) / 0.86
    if not 0 < share < 1:
        return stalk
    teeth = 0.075 * ((share * 9) % 1) * (1 - share)
    return max(stalk, 0.95 * math.sin(math.pi * share**0.8) ** 1.1 * (1 - 0.12 * share) + teeth)


def pixel(x, y):
    """Returns brightness and alpha."""
    along, across = (x + 0.5) / WIDTH, (y + 0.5) / HEIGHT * 2 - 1
    wide = half_width(along)
    inside = (wide - abs(across)) * HEIGHT / 2  # pixels
    alpha = clamp(inside + 0.5)
    share = min(abs(across) / max(wide, 0.02), 1)
    middle = math.exp(-((across * HEIGHT / 2 / 0.8) ** 2))
    beside = ((along - 0.42 * abs(across)) * 8.5) % 1
    veins = math.exp(-((min(beside, 1 - beside) * WIDTH / 8.5 / 0.9) ** 2)) * (1 - share) ** 0.4
    spots = noise(x / 7, y / 7) * 0.6 + noise(x / 2.6, y / 2.6) * 0.4
    bright = 0.84 - 0.3 * share**3 - 0.3 * spots**2 + 0.16 * veins + 0.2 * middle
    return clamp(bright), alpha


def write_picture():
    rows = [[pixel(x, y) for x in range(WIDTH)] for y in range(HEIGHT)]
    write_png(FOLDER / "leaf.png", rows, GREY_AND_ALPHA)


write_mesh("leaf.obj", STATIONS)
write_mesh("fold.obj", ENDS)
write_picture()
