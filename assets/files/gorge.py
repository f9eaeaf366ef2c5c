#!/usr/bin/env python3
"""Makes gorge.obj, a wall of layered rock around a pool, with a notch for a stream, and gorge.png, the picture on it: rock, moss,
wet stone and the shade of its hollows. The wall is one sheet: its columns go along the pool, its rows up the wall and then back."""
import bisect
import math
import pathlib

from drawing import COLOUR, clamp, lattice, mix, noise, smooth, turbulence, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
FOOT = ((-4.3, 2.55), (-2.9, 2.35), (-1.95, 1.6), (-1.3, 0.95), (-1.02, 0.5), (-1.0, -0.1), (-1.0, -0.75), (-0.75, -1.35),
        (0.2, -2.0), (1.9, -2.45), (4.2, -2.7), (6.2, -3.25))  # the wall's foot in x and z, seen from above, from the left to the right
STREAM = 5           # the point of these where the stream falls
HALF_NOTCH = 0.42    # half the width of its notch
LIP = 2.14           # the height of the notch's floor at its edge
SLOPE = 0.3          # of that floor, which rises backwards
COLUMNS, LAYERS = 76, 14
LOWEST, LAYER = -0.6, 0.255  # the height of the lowest layer, and of a layer
MIDDLE_OF_MESH = (0.8, 1.2, -1.2)  # is the mesh's origin, so that its farthest corner is near
WIDTH, HEIGHT = 760, 351      # pixels of the picture
BRIGHT = 2.2                  # what the picture holds is so much brighter than the rock


def way_of_foot():
    ways = [0.0]
    for a, b in zip(FOOT, FOOT[1:]):
        ways.append(ways[-1] + math.dist(a, b))
    return ways


WAYS = way_of_foot()
MIDDLE = WAYS[STREAM]


def foot(way):
    """Returns a place on the foot at a way in metres, and the outward direction there, which is smooth over corners."""
    def place(at):
        at = clamp(at, 0, WAYS[-1] - 1e-6)
        k = bisect.bisect(WAYS, at) - 1
        share = (at - WAYS[k]) / (WAYS[k + 1] - WAYS[k])
        return [mix(p, q, share) for p, q in zip(FOOT[k], FOOT[k + 1])]
    before, behind = place(way - 0.45), place(way + 0.45)
    along = [q - p for p, q in zip(before, behind)]
    length = math.hypot(*along)
    middle = [(a + 2 * b + c) / 4 for a, b, c in zip(before, place(way), behind)]
    return middle, (-along[1] / length, along[0] / length)


def way_of(column):
    """Returns the way at a column: they are closest together where the stream falls."""
    share = column / COLUMNS
    at = MIDDLE / WAYS[-1]
    bent = share + 0.095 * math.sin(2 * math.pi * (share - at - 0.02))
    low = 0.095 * math.sin(2 * math.pi * (-at - 0.02))
    return (bent - low) * WAYS[-1]


def heights():
    """Returns the rows of the wall: for each layer its lower and its upper edge."""
    rows, bottom = [], LOWEST
    for k in range(LAYERS):
        top = bottom + LAYER * (0.45 + 1.5 * lattice(k, 3) ** 1.5)
        rows += [(k, bottom), (k, top - 0.025)]
        bottom = top
    return rows


ROWS = heights()


def top_of(way):
    """Returns how high the wall is."""
    off = way - MIDDLE
    if abs(off) < HALF_NOTCH:
        return LIP
    block = lattice(math.floor(way / 0.62 + 0.3), 91)
    rise = 2.12 + 0.4 * block + 0.5 * noise(way / 1.4, 4.2, 5)
    if off > 0:
        rise += 0.35 * smooth(0.9, 2.0, off) - 1.5 * smooth(2.4, 6.0, off)
    else:
        rise += 0.1 * smooth(0.8, 1.6, -off) - 0.5 * smooth(2.0, 4.0, -off)
    return rise


def out_of(way, layer):
    """Returns how far a layer stands out of the foot."""
    off = way - MIDDLE
    bed = layer // 2 if lattice(layer // 2, 19) < 0.5 else layer + 50  # two layers may break together
    wide = 0.4 + 0.45 * lattice(bed, 17)
    block = lattice(math.floor(way / wide + 9 * lattice(bed, 23)), bed, 7)
    ledge = lattice(layer, 41)
    out = 0.3 * (block - 0.5) + 0.12 * (ledge - 0.5) + 1.0 * (noise(way / 1.2, layer / 9, 3) - 0.5)
    out += 0.16 * math.exp(-layer / 2.0) - 0.045 * layer
    near = smooth(1.0, 0.4, abs(off))
    return mix(out, 0.1 * (block - 0.5) - 0.24 + 0.02 * ledge, near)


def last_layer(high):
    """Returns the layer that ends at the top of the wall."""
    return max(layer for layer, level in ROWS if level <= high)


def corner(column, row):
    way = way_of(column)
    layer, level = ROWS[row]
    level += 0.11 * math.sin(1.1 * way + 1) + 0.035 * (way - MIDDLE)  # layers are bent
    (x, z), (out_x, out_z) = foot(way)
    high = top_of(way) + 0.05 * (noise(way * 3, row * 0.7, 9) - 0.5)
    back = max(0.0, level - high)
    out = out_of(way, layer if back == 0 else last_layer(high))
    if abs(way - MIDDLE) < HALF_NOTCH:
        out = 0.02 if level > LIP - LAYER * 1.6 else out
    if row % 2 and back == 0:
        out -= 0.025  # a bevel
    out -= 1.3 * back
    rise = min(level, high) + (0.1 * back if abs(way - MIDDLE) > HALF_NOTCH else SLOPE * 1.3 * back)
    return (x + out_x * out, rise, z + out_z * out)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.hypot(*a) or 1
    return tuple(x / length for x in a)


CORNERS = [[corner(c, r) for r in range(len(ROWS))] for c in range(COLUMNS + 1)]


def blurred(values, reach):
    """Returns the means of a table over squares."""
    wide, tall = len(values), len(values[0])
    def mean(c, r):
        around = [values[i][j] for i in range(max(c - reach, 0), min(c + reach + 1, wide))
                  for j in range(max(r - reach, 0), min(r + reach + 1, tall))]
        return sum(around) / len(around)
    return [[mean(c, r) for r in range(tall)] for c in range(wide)]


def surfaces():
    """Returns, for each corner, how much it looks up, and how deep it lies among its neighbours, in metres."""
    last_column, last_row = COLUMNS, len(ROWS) - 1
    up, out = [], []
    for c in range(COLUMNS + 1):
        up.append([])
        out.append([])
        normal = foot(way_of(c))[1]
        for r in range(len(ROWS)):
            a, b = CORNERS[max(c - 1, 0)][r], CORNERS[min(c + 1, last_column)][r]
            p, q = CORNERS[c][max(r - 1, 0)], CORNERS[c][min(r + 1, last_row)]
            across = unit(cross([y - x for x, y in zip(a, b)], [y - x for x, y in zip(p, q)]))
            up[-1].append(across[1])
            (x, z), place = foot(way_of(c))[0], CORNERS[c][r]
            out[-1].append((place[0] - x) * normal[0] + (place[2] - z) * normal[1])
    near, wide = blurred(out, 1), blurred(out, 3)
    return up, [[0.6 * (n - o) + 0.7 * (w - o) for n, w, o in zip(ns, ws, os)] for ns, ws, os in zip(near, wide, out)]


UP, DEEP = surfaces()


def between(table, column, row):
    """Returns the value of a table of corners at a place between them; of points, each component."""
    c, r = min(int(column), COLUMNS - 1), min(int(row), len(ROWS) - 2)
    x, y = column - c, row - r
    a, b, p, q = table[c][r], table[c + 1][r], table[c][r + 1], table[c + 1][r + 1]
    if isinstance(a, tuple):
        return [mix(mix(i, j, x), mix(k, l, x), y) for i, j, k, l in zip(a, b, p, q)]
    return mix(mix(a, b, x), mix(p, q, x), y)


def pixel(x, y):
    column, row = (x + 0.5) / WIDTH * COLUMNS, (1 - (y + 0.5) / HEIGHT) * (len(ROWS) - 1)
    way = way_of(column)
    place, up, deep = between(CORNERS, column, row), between(UP, column, row), between(DEEP, column, row)
    height, layer = place[1], ROWS[min(int(row + 0.5), len(ROWS) - 1)][0]
    rough = turbulence(way * 5, (place[1] + place[2] * 0.6) * 5, 4, 2)
    lines = noise(way * 1.1, height * 26 + 2 * rough, 8)
    warm = lattice(layer, 77)
    rock = [mix(a, b, warm) for a, b in zip((0.30, 0.255, 0.205), (0.215, 0.205, 0.2))]
    bright = 0.62 + 0.55 * rough + 0.24 * (lines - 0.5) + 0.2 * (lattice(layer, 13) - 0.5)
    crack = abs(noise(way * 2.3 + 3 * rough, height * 1.3, 31) - 0.5)
    bright *= 0.55 + 0.45 * smooth(0.0, 0.035, crack)
    shade = clamp(1.02 - 3.0 * deep, 0.36, 1.25)
    colour = [part * bright for part in rock]
    fuzz = turbulence(way * 9, height * 7 + place[2] * 5, 3, 55)
    drip = noise(way * 7, height * 0.9, 61)
    moss = 1.15 * smooth(0.15, 0.75, up) + 0.75 * (noise(way * 0.9, height * 1.1, 71) - 0.42) + 0.5 * (drip - 0.5)
    moss += 0.16 * smooth(1.0, 2.6, height)
    moss = smooth(0.3, 0.6, moss + 0.55 * (fuzz - 0.5))
    green = [mix(a, b, clamp(1.5 * fuzz - 0.25)) for a, b in zip((0.04, 0.052, 0.027), (0.13, 0.15, 0.07))]
    off = abs(way - MIDDLE)
    wet = smooth(0.95, 0.45, off + 0.3 * (rough - 0.5)) * smooth(3.1, 2.3, height)
    water_line = smooth(0.2, 0.06, height + 0.12 * (rough - 0.5))
    colour = [mix(part, leaf, moss * (1 - 0.75 * wet)) for part, leaf in zip(colour, green)]
    dark = mix(1, 0.5, max(wet, 0.85 * water_line))
    colour = [part * shade * dark for part in colour]
    return [clamp(BRIGHT * part) for part in colour]


def write_mesh():
    rows = ["# Walls of layered rock around a pool, made by gorge.py, in metres: the water is 1.2 below the origin."]
    tall = len(ROWS)
    places = [[value - middle for value, middle in zip(place, MIDDLE_OF_MESH)] for column in CORNERS for place in column]
    rows += ["v {:.2f} {:.2f} {:.2f}".format(*place) for place in places]
    rows += [f"vt {c / COLUMNS:.4f} {r / (tall - 1):.4f}" for c in range(COLUMNS + 1) for r in range(tall)]
    for c in range(COLUMNS):
        for r in range(tall - 1):
            a = c * tall + r + 1
            rows.append("f " + " ".join(f"{k}/{k}" for k in (a, a + tall, a + tall + 1, a + 1)))
    (FOLDER / "gorge.obj").write_text("\n".join(rows) + "\n")
    print("farthest corner:", max(math.hypot(*(round(value, 2) for value in place)) for place in places))


def write_picture():
    write_png(FOLDER / "gorge.png", [[pixel(x, y) for x in range(WIDTH)] for y in range(HEIGHT)], COLOUR, 4)


write_mesh()
write_picture()
