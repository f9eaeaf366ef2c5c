#!/usr/bin/env python3
"""Makes the wood of a water mill: wheel.obj, a wheel around the z axis, two rims with spokes, and between them a drum of planks with
boards that hold the water, whose radius is 1; flume.obj, the flume that leads water to it, on posts, and the bearings of its axle, in
metres; and planks.png, the picture on both: four planks above each other, weathered and wet."""
import math
import pathlib
import random

from drawing import COLOUR, clamp, mix, smooth, turbulence, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
SEGMENTS = 24       # of a rim
INNER, OUTER = 0.77, 0.97
RIM = 0.42          # where the outer sides of the rims are, along the axis
THICK = 0.075       # of rims and spokes
SPOKES = 8          # of each rim
BOARDS = 12
BOARD = (0.73, 1.0)  # from which radius to which
PLANKS = 24         # of the drum
DRUM = (0.7, 0.74)
HUB = 0.14
BEVEL = 0.16        # share of a beam's thinner side that is cut off at its edges
SIZE = 256          # pixels of the picture
SPAN = 1.3          # metres along the grain that it covers
ROW = 0.25          # its planks, as a share of its height


def place(radius, angle, z):
    return (radius * math.cos(angle), radius * math.sin(angle), z)


def less(a, b):
    return [p - q for p, q in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def unit(a):
    length = math.sqrt(dot(a, a))
    return [p / length for p in a]


class Mesh:
    """Collects faces, each with places in the picture: its grain lies along a direction, and each piece of wood has its own plank."""

    def __init__(self, seed):
        self.rows, self.faces, self.count, self.draw, self.farthest, self.rest = [], [], 0, random.Random(seed), 0.0, (0, 0)

    def piece(self):
        """Begins another piece of wood."""
        self.rest = (self.draw.random(), self.draw.randrange(4))

    def face(self, corners, grain):
        normal = unit(cross(less(corners[1], corners[0]), less(corners[-1], corners[0])))
        along = less(grain, [dot(grain, normal) * n for n in normal])
        end = math.sqrt(dot(along, along)) < 0.3
        along = unit(less(corners[1], corners[0]) if end else along)
        aside = cross(normal, along)
        middle = [sum(part) / len(corners) for part in zip(*corners)]
        aways = [dot(less(corner, middle), aside) for corner in corners]
        wide = max(max(abs(away) for away in aways), 0.09)
        start, row = self.rest
        for corner, away in zip(corners, aways):
            u = start + dot(corner, along) / SPAN
            self.rows += ["v {:.3f} {:.3f} {:.3f}".format(*corner), f"vt {u:.3f} {1 - ROW * (row + 0.5 + 0.44 * away / wide):.3f}"]
            self.farthest = max(self.farthest, dot(corner, corner))
        self.faces.append("f " + " ".join(f"{self.count + k}/{self.count + k}" for k in range(1, len(corners) + 1)))
        self.count += len(corners)

    def box(self, corners, grain):
        """Adds a box of eight corners: four around the lower side, counterclockwise seen from above, and four above."""
        self.piece()
        for side in [(3, 2, 1, 0), (4, 5, 6, 7)] + [(k, (k + 1) % 4, (k + 1) % 4 + 4, k + 4) for k in range(4)]:
            self.face([corners[k] for k in side], grain)

    def bar(self, angle, inner, outer, half_width, low, high, along_axis=False):
        """Adds a bar along a radius."""
        c, s = math.cos(angle), math.sin(angle)
        ends = [(inner, -half_width), (outer, -half_width), (outer, half_width), (inner, half_width)]
        self.box([(r * c - w * s, r * s + w * c, z) for z in (low, high) for r, w in ends], (0, 0, 1) if along_axis else (c, s, 0))

    def beam(self, start, end, wide, high, bent=0.012):
        """Adds a hewn beam from a place to another one, with bevelled edges, whose middle lies a little off the straight line."""
        self.piece()
        along = unit(less(end, start))
        right = unit(cross(along, (0, 1, 0) if abs(along[1]) < 0.8 else (0, 0, 1)))
        above = cross(right, along)
        cut = BEVEL * min(wide, high)
        a, b = wide / 2, high / 2
        around = [(a, cut - b), (a, b - cut), (a - cut, b), (cut - a, b), (-a, b - cut), (-a, cut - b), (cut - a, -b), (a - cut, -b)]
        rings = []
        for share in (0, 0.5, 1):
            off = [self.draw.uniform(-bent, bent) if share == 0.5 else 0 for _ in range(2)]
            size = self.draw.uniform(0.94, 1.06)
            rings.append([[mix(p, q, share) + r * (size * x + off[0]) + u * (size * y + off[1])
                           for p, q, r, u in zip(start, end, right, above)] for x, y in around])
        for low, top in zip(rings, rings[1:]):
            for k in range(8):
                n = (k + 1) % 8
                self.face([low[k], top[k], top[n], low[n]], along)
        self.face(rings[0], along)
        self.face(list(reversed(rings[2])), along)

    def write(self, name, comment):
        (FOLDER / name).write_text("\n".join([f"# {comment}, made by wheel.py."] + self.rows + self.faces) + "\n")
        print(name, "twice the way to the farthest corner:", 2 * math.sqrt(self.farthest), "faces:", len(self.faces))


def write_wheel():
    mesh = Mesh(1)
    ring = [2 * math.pi * k / 10 for k in range(10)]
    low, high = -RIM - 0.06, RIM + 0.06
    mesh.piece()
    for a, b in zip(ring, ring[1:] + ring[:1]):
        mesh.face([place(HUB, a, low), place(HUB, b, low), place(HUB, b, high), place(HUB, a, high)], (0, 0, 1))
    mesh.face([place(HUB, a, low) for a in reversed(ring)], (1, 0, 0))
    mesh.face([place(HUB, a, high) for a in ring], (1, 0, 0))
    for start in (-RIM, RIM - THICK):
        for k in range(SEGMENTS):
            if k % 3 == 0:
                mesh.piece()
            ends = [[place(r, 2 * math.pi * n / SEGMENTS, z) for r, z in
                     ((INNER, start), (OUTER, start), (OUTER, start + THICK), (INNER, start + THICK))] for n in (k, k + 1)]
            turn = 2 * math.pi * (k + 0.5) / SEGMENTS
            for a in range(4):
                b = (a + 1) % 4
                mesh.face([ends[0][a], ends[0][b], ends[1][b], ends[1][a]], (-math.sin(turn), math.cos(turn), 0))
    for k in range(SPOKES):
        for start in (-RIM - 0.02, RIM - THICK + 0.02):
            mesh.bar(2 * math.pi * k / SPOKES, 0.1, INNER + 0.04, 0.05, start, start + THICK)
    for k in range(BOARDS):
        mesh.bar(2 * math.pi * k / BOARDS, *BOARD, 0.018, THICK - RIM, RIM - THICK, True)
    half = DRUM[0] * math.tan(math.pi / PLANKS)
    for k in range(PLANKS):
        mesh.bar(2 * math.pi * k / PLANKS, *DRUM, half * (0.95 + 0.08 * (k % 2)), -RIM, RIM, True)
    mesh.write("wheel.obj", "A water wheel")


def write_flume():
    mesh = Mesh(2)
    def rise(x):
        return 1.72 + 0.028 * (x - 1.62)
    for start, end in ((1.62, 3.05), (3.05, 4.6), (4.6, 6.2)):
        for z in (0.0, 0.2, 0.4):
            mesh.beam((start, rise(start), z), (end + mesh.draw.uniform(-0.03, 0.01), rise(end), z), 0.19, 0.035)
        for z in (-0.12, 0.52):
            for up in (0.045, 0.15):
                a, b = start - mesh.draw.uniform(-0.02, 0.06), end + mesh.draw.uniform(-0.05, 0)
                mesh.beam((a, rise(a) + up, z), (b, rise(b) + up, z), 0.035, 0.098)
    for x in (1.78, 2.62, 3.2, 3.7, 4.5):
        mesh.beam((x, rise(x) + 0.215, -0.22), (x + mesh.draw.uniform(-0.03, 0.03), rise(x) + 0.22, 0.62), 0.07, 0.05)
    for x in (2.62, 3.7):
        mesh.beam((x, rise(x) - 0.07, -0.3), (x, rise(x) - 0.07, 0.7), 0.1, 0.1)
        for z, lean in ((0.5, 0.09), (-0.1, -0.09)):
            mesh.beam((x + mesh.draw.uniform(-0.03, 0.03), -0.2, z + lean), (x, rise(x) - 0.1, z), 0.105, 0.105, 0.02)
        mesh.beam((x + 0.06, 0.42, 0.58), (x + 0.06, 1.45, -0.12), 0.04, 0.075)
        mesh.beam((x - 0.06, 0.5, -0.2), (x - 0.06, 1.4, 0.5), 0.04, 0.075)
    for low, high, z in ((2.66, 3.66, 0.56), (3.66, 2.66, -0.15)):
        mesh.beam((low, 0.55, z), (high, 1.5, z), 0.035, 0.07)
    for z in (0.78, -0.38):
        for x in (1.16, 1.84):
            mesh.beam((x, -0.3, z), (mix(x, 1.5, 0.86), 0.72, z), 0.09, 0.09, 0.015)
        mesh.beam((1.28, 0.31, z + 0.06), (1.72, 0.29, z + 0.06), 0.035, 0.075)
        mesh.beam((1.37, 0.7, z), (1.63, 0.71, z), 0.13, 0.12)
    mesh.beam((1.5, 0.74, -0.5), (1.5, 0.74, 0.92), 0.1, 0.1, 0)
    mesh.write("flume.obj", "The flume of a water mill")


def plank(x, y, k):
    """Returns a pixel of a plank: grain with knots along x, cracks, worn edges, and moss and the black of rot in patches. The
    picture goes on where it ends along x."""
    def grain(across, along, seed):
        share = smooth(0.8, 1, x)
        here = turbulence(x * along, y * across, 3, seed + 20 * k)
        return mix(here, turbulence((x - 1) * along, y * across, 3, seed + 20 * k), share) if share else here
    bend = grain(2, 3, 1) - 0.5
    swirl = 0.0
    for n in range(2):
        dx, dy = (x - (0.22 + 0.5 * n + 0.1 * k)) * 4.2, y - (0.3 + 0.4 * ((n + k) % 2))
        swirl += math.exp(-12 * (dx * dx + 4 * dy * dy))
    at = y + 0.12 * bend + 0.16 * swirl
    ring = 0.5 + 0.5 * math.sin(46 * at + 5 * grain(3, 2, 3))
    fibre = turbulence(x * 9, at * 60, 2, 7 + k)
    bright = 0.62 + 0.26 * ring * fibre + 0.3 * (fibre - 0.5) - 0.4 * swirl * swirl
    split = smooth(0.04, 0.0, abs(grain(7, 1.2, 5) - 0.5)) * smooth(0.4, 0.7, grain(2, 5, 9))
    edge = smooth(0.0, 0.11, min(y, 1 - y) + 0.05 * (fibre - 0.5))
    bright *= (1 - 0.75 * split) * (0.3 + 0.7 * edge)
    grey = smooth(0.35, 0.65, grain(3, 4, 11))
    colour = [bright * mix(a, b, grey) for a, b in zip((0.66, 0.53, 0.4), (0.62, 0.58, 0.53))]
    rot = smooth(0.5, 0.72, grain(3, 5, 13))
    colour = [c * (1 - 0.6 * rot) for c in colour]
    fuzz = turbulence(x * 34, y * 10, 3, 15 + k)
    moss = smooth(0.58, 0.68, grain(2.2, 6, 17) + 0.22 * (fuzz - 0.5) + 0.1 * (1 - edge) + 0.06 * (k % 2))
    return [clamp(mix(c, (0.25 + 0.75 * fuzz) * g, 0.85 * moss)) for c, g in zip(colour, (0.42, 0.52, 0.2))]


def write_picture():
    rows = []
    for row in range(SIZE):
        k, y = divmod((row + 0.5) / SIZE, ROW)
        rows.append([plank((column + 0.5) / SIZE, y / ROW, int(k)) for column in range(SIZE)])
    write_png(FOLDER / "planks.png", rows, COLOUR, 6)


write_wheel()
write_flume()
write_picture()
