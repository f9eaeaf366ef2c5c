#!/usr/bin/env python3
"""Makes log.obj, a log 1 long along the y axis and a fifth of it thick, with stubs of its boughs, and bark.png, the picture on it: bark in the
left three quarters, and the rings of the sawn end in the corner above on the right."""
import math
import pathlib

from drawing import COLOUR, clamp, lattice, mix, noise, smooth, turbulence, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
SIDES, RINGS = 16, 7
THICK = 0.2                         # all that is at a right angle to the axis is computed for a thickness of 1
SIZE = 256                          # pixels
BARK = 0.75                         # share of the picture's width that goes once around
END = (0.875, 0.125, 0.115)         # the middle and the radius of the sawn end in the picture
STUBS = ((0.22, 0.7, 0.13), (-0.16, 3.4, 0.1))  # heights, turns and radii of stubs of boughs
DARK, LIGHT, MOSS = (0.16, 0.12, 0.09), (0.62, 0.5, 0.38), (0.34, 0.36, 0.16)
HEART, SAP, CRACK = (0.62, 0.42, 0.24), (0.9, 0.72, 0.48), (0.22, 0.14, 0.08)


def radius(side, ring):
    """Returns the distance of the bark from the axis: it has a swell at both ends, and dents."""
    end = abs(2 * ring / (RINGS - 1) - 1)
    return 0.42 + 0.05 * lattice(side % SIDES, ring, 3) + 0.03 * lattice(side % SIDES, 0, 4) + 0.015 * end**4


def middle(ring):
    share = ring / (RINGS - 1)
    return (0.06 * math.sin(3 * share), share - 0.5, 0.04 * math.sin(4.2 * share + 1))


class Mesh:
    """Collects corners, each with a place in the picture and a normal, and faces of them."""

    def __init__(self):
        self.rows, self.faces, self.count = [], [], 0

    def corner(self, place, picture, normal):
        self.rows += ["v {:.4f} {:.4f} {:.4f}".format(place[0] * THICK, place[1], place[2] * THICK), "vt {:.3f} {:.3f}".format(*picture),
                      "vn {:.2f} {:.2f} {:.2f}".format(*normal)]
        self.count += 1
        return self.count

    def face(self, corners):
        self.faces.append("f " + " ".join(f"{k}/{k}/{k}" for k in corners))

    def end(self, around, normal):
        """Adds a sawn end, the corners of which are counterclockwise seen from outside."""
        x, y, size = END
        turns = [2 * math.pi * k / len(around) for k in range(len(around))]
        self.face([self.corner(p, (x + size * math.cos(t), 1 - y + size * math.sin(t)), normal) for p, t in zip(around, turns)])


def write_mesh():
    mesh, rings = Mesh(), []
    for r in range(RINGS):
        x, y, z = middle(r)
        ring = []
        for s in range(SIDES + 1):
            turn = 2 * math.pi * s / SIDES
            out = (math.cos(turn), 0, -math.sin(turn))
            place = (x + radius(s, r) * out[0], y, z + radius(s, r) * out[2])
            ring.append((place, mesh.corner(place, (BARK * s / SIDES, y + 0.5), out)))
        rings.append(ring)
    for low, high in zip(rings, rings[1:]):
        for s in range(SIDES):
            mesh.face([low[s][1], low[s + 1][1], high[s + 1][1], high[s][1]])
    mesh.end([place for place, _ in rings[-1][:-1]], (0, 1, 0))
    mesh.end([place for place, _ in reversed(rings[0][:-1])], (0, -1, 0))
    for height, turn, thick in STUBS:
        out, beside = (math.cos(turn), 0.5, -math.sin(turn)), (math.sin(turn), 0, math.cos(turn))
        above = (-0.45 * math.cos(turn), 0.9, 0.45 * math.sin(turn))
        sides = 6
        shell = []
        for far in (0.3, 0.66):
            around = []
            for s in range(sides + 1):
                angle = 2 * math.pi * s / sides
                normal = [math.cos(angle) * b + math.sin(angle) * a for a, b in zip(above, beside)]
                place = [far * o + h + thick * (1.2 - 0.4 * far) * n * t
                         for o, h, n, t in zip((out[0], 0.1, out[2]), (0, height, 0), normal, (1, THICK, 1))]
                around.append((place, mesh.corner(place, (0.3 * s / sides, 0.3 * far), normal)))
            shell.append(around)
        for s in range(sides):
            mesh.face([shell[0][s][1], shell[0][s + 1][1], shell[1][s + 1][1], shell[1][s][1]])
        mesh.end([place for place, _ in shell[1][:-1]], out)
    (FOLDER / "log.obj").write_text("\n".join(["# A log, made by log.py."] + mesh.rows + mesh.faces) + "\n")


def around(x, y, across, along, seed):
    """Returns turbulence, 0 to 1, that goes on where the bark meets itself."""
    share = smooth(0.85, 1, x)
    here = turbulence(x * across, y * along, 4, seed)
    return mix(here, turbulence((x - 1) * across, y * along, 4, seed), share) if share else here


def bark(x, y):
    bent = x + 0.03 * (around(x, y, 4, 5, 11) - 0.5)
    ridge = abs(2 * around(bent % 1, y, 15, 3.5, 1) - 1)
    plate = smooth(0.02, 0.22, ridge) * (0.72 + 0.28 * smooth(0.3, 0.45, around(x, y, 9, 26, 5)))
    grain = 0.75 + 0.5 * (around(x, y, 44, 18, 7) - 0.5)
    colour = [mix(d, l, plate * grain) for d, l in zip(DARK, LIGHT)]
    moss = 0.5 * smooth(0.58, 0.75, around(x, y, 3, 4, 9)) * plate
    return tuple(mix(c, m, moss) for c, m in zip(colour, MOSS))


def sawn(x, y):
    """Returns the colour of a sawn end; its radius is 1."""
    far, turn = math.hypot(x, y), math.atan2(y, x)
    wave = far + 0.05 * noise(2 + 2 * math.cos(turn), 2 + 2 * math.sin(turn), 3)
    ring = 0.5 + 0.5 * math.sin(46 * wave + 3 * noise(far * 5, 0, 8))
    colour = [mix(h, s, clamp(far + 0.15)) * (0.68 + 0.32 * ring) for h, s in zip(HEART, SAP)]
    for at in (0.4, 2.3, 4.4):
        off = abs(math.sin((turn - at - 0.1 * math.sin(7 * far)) / 2)) * far
        colour = [mix(c, d, (1 - smooth(0.01, 0.035, off)) * smooth(0.95, 0.5, far)) for c, d in zip(colour, CRACK)]
    rim = smooth(0.86, 0.94, far)
    return tuple(mix(c, d, rim) for c, d in zip(colour, DARK))


def write_picture():
    rows = []
    for row in range(SIZE):
        pixels = []
        for column in range(SIZE):
            x, y = (column + 0.5) / SIZE, (row + 0.5) / SIZE
            pixels.append(bark(x / BARK, y) if x < BARK else sawn((x - END[0]) / END[2], (END[1] - y) / END[2]))
        rows.append(pixels)
    write_png(FOLDER / "bark.png", rows, COLOUR, 8)


write_mesh()
write_picture()
