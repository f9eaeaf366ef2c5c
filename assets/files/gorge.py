#!/usr/bin/env python3
"""Makes gorge.obj, the walls of a gorge around a pool, with a notch and a step for a fall at their end and boulders at their foot and
beside the fall, and gorge.png, the picture on it: rock with moss, wet beside the fall, with the light of the sky and of the fall's
mist in it. The wall is one sheet: columns of points go along its foot from the left to the right, rows up the wall and then back. A
relief of broken blocks moves its points, and shades its picture where they are too far apart for it."""
import bisect
import math
import multiprocessing
import pathlib
import random

from drawing import COLOUR, clamp, lattice, mix, noise, smooth, turbulence, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
FOOT = ((-7.5, 6.0), (-5.2, 3.0), (-3.9, 0.9), (-3.0, -1.2), (-2.2, -3.0), (-1.45, -3.8), (-0.6, -4.0), (0.3, -3.9), (1.3, -3.5),
        (2.5, -2.6), (3.3, -1.0), (4.2, 1.0), (5.8, 3.2), (8.2, 6.2))  # the wall's foot in x and z
FALL = 6             # the point of these behind the fall
LIP = 4.1            # the height from which the water falls
HALF_NOTCH = 0.5
STEP = (0.5, 0.95, 0.9)    # the step above the lip, over which the river comes: where it begins and ends behind the lip, and its height
COLUMNS, ROWS = 76, 24
SEEN = (4.8, 22.4)   # the ways between which the wall is seen from the usual places; most columns lie there
CLOSE = 1.6          # so far to both sides of the fall, columns are closer to each other
LOWEST, HIGHEST = -0.5, 7.6
BACK = 5             # rows of the top, which goes back from the edge
WIDTH, HEIGHT = 1792, 576  # pixels of the wall's picture
STONE = 192          # pixels of the width of that of boulders, at its right
MIST = (-0.55, 1.3, -3.1)  # the middle of the fall's mist, which is bright
SUN = (-0.74, 0.6, 0.3)    # the direction to the sun, which comes over the left edge
BOULDERS = ((-2.9, 0.3, 0.75, 0.6), (-2.35, 1.25, 0.42, 0.34), (-1.75, -2.75, 0.6, 0.5), (0.75, -3.1, 0.65, 0.55),
            (1.35, -2.75, 0.4, 0.3), (2.75, -0.9, 0.7, 0.6), (3.35, 1.35, 0.8, 0.55), (-1.15, -2.95, 0.34, 0.26),
            (0.2, -3.15, 0.3, 0.22), (-3.4, 2.2, 0.9, 0.7), (2.5, 1.7, 0.34, 0.24), (2.62, 0.55, 0.3, 0.2), (3.72, 0.45, 0.55, 0.5),
            (2.2, -1.5, 0.34, 0.24), (4.45, 0.15, 0.85, 1.75))  # place in x and z, radius and height
LEDGES = ((0.2, 1.35, 0.36, 0.26), (0.62, 1.1, 0.42, 0.3), (-0.38, 0.66, 0.34, 0.3))  # in the wall: way from the fall, height, radius, height
LIP_STONES = ((-1.12, 4.0, -4.22, 0.34, 0.36), (0.0, 3.98, -4.16, 0.4, 0.42), (-0.38, 4.02, -4.24, 0.13, 0.17),
              (-0.86, 4.04, -4.28, 0.11, 0.14), (-1.2, 4.75, -5.15, 0.42, 0.55), (-0.1, 4.7, -5.2, 0.44, 0.62),
              (-0.62, 4.95, -5.3, 0.17, 0.2), (-1.55, 4.45, -4.5, 0.3, 0.3), (0.42, 4.3, -4.4, 0.34, 0.34))  # x, y, z, radius, height
RUBBLE = 30            # small stones along the foot
AROUND, RINGS = 12, 5  # points of a boulder
SMALL = (8, 3)         # of a small stone


def ways():
    sums = [0.0]
    for a, b in zip(FOOT, FOOT[1:]):
        sums.append(sums[-1] + math.dist(a, b))
    return sums


WAYS = ways()
MIDDLE, END = WAYS[FALL], WAYS[-1]


def foot(way):
    """Returns a place on the foot at a way in metres, and the direction there that leads into the gorge."""
    def place(at):
        at = clamp(at, 0, END - 1e-6)
        k = bisect.bisect(WAYS, at) - 1
        share = (at - WAYS[k]) / (WAYS[k + 1] - WAYS[k])
        return [mix(p, q, share) for p, q in zip(FOOT[k], FOOT[k + 1])]
    before, behind = place(way - 0.7), place(way + 0.7)
    along = [q - p for p, q in zip(before, behind)]
    length = math.hypot(*along)
    middle = [(a + 2 * b + c) / 4 for a, b, c in zip(before, place(way), behind)]
    return middle, (-along[1] / length, along[0] / length)


def way_of(share):
    """Returns the way at a share of the columns."""
    low, high = SEEN
    if share < 0.08:
        return low * share / 0.08
    if share > 0.92:
        return mix(high, END, (share - 0.92) / 0.08)
    inner = (share - 0.08) / 0.84
    for begin, end, first, last in ((0, 0.29, low, MIDDLE - CLOSE), (0.29, 0.6, MIDDLE - CLOSE, MIDDLE + CLOSE)):
        if inner < end:
            return mix(first, last, (inner - begin) / (end - begin))
    return mix(MIDDLE + CLOSE, high, (inner - 0.6) / 0.4)


def top_of(way):
    """Returns how high the wall is."""
    off = way - MIDDLE
    uneven = 0.16 * (noise(way * 4.3, 2, 63) - 0.5) + 0.1 * (noise(way * 9.7, 5, 64) - 0.5)
    if abs(off) < HALF_NOTCH:
        return LIP - 0.06 + uneven + 0.12 * smooth(0.25, HALF_NOTCH, abs(off))
    side = 1.0 if off > 0 else 1.35
    steps = 0.75 * (lattice(math.floor(way / 0.8 + 0.3), 91) - 0.3) + 0.5 * (noise(way * 3.1, 4, 17) - 0.5)
    steps = mix(0.45 * (noise(way * 2.3, 4, 18) - 0.4), steps, smooth(1.1, 2.2, abs(off)))
    return min(LIP + 0.06 + uneven + 0.3 * smooth(HALF_NOTCH, 1, abs(off)) + side * smooth(0.4, 3.2, abs(off)) + 1.9 * smooth(2.5, 6, abs(off)) + steps * smooth(0.4, 1.6, abs(off)),
               HIGHEST - 0.2)


def blocks(x, y, salt):
    """Returns how far the block at a place stands out, -1 to 1, with the slope of its face, and how near its edge is, 0 to 1."""
    near = []
    for row in range(math.floor(y) - 1, math.floor(y) + 2):
        for column in range(math.floor(x) - 1, math.floor(x) + 2):
            off_x = x - column - 0.05 - 0.9 * lattice(column, row, salt)
            off_y = y - row - 0.1 - 0.8 * lattice(column, row, salt + 1)
            near.append((max(abs(off_x), abs(off_y)) + 0.35 * min(abs(off_x), abs(off_y)), off_x, off_y, column, row))
    near.sort()
    (first, off_x, off_y, column, row), second = near[0], near[1][0]
    out = 2 * lattice(column, row, salt + 2) - 1
    slope = off_x * (lattice(column, row, salt + 3) - 0.5) + off_y * (lattice(column, row, salt + 4) - 0.35)
    return out + 1.3 * slope, clamp((second - first) / 0.16)


def relief(way, height):
    """Returns how far the rock stands out in metres, and 0 in its cracks, else 1. Beds of rock lie aslant; joints across them part
    them into blocks, which are broken into smaller ones."""
    bend_x, bend_y = turbulence(way * 1.1, height * 1.1, 3, 5) - 0.5, turbulence(way * 0.9, height * 1.3, 3, 9) - 0.5
    x, y = way + 0.36 * bend_x + 0.2 * height, height + 0.34 * bend_y - 0.13 * way
    big, crack = blocks(x * 0.72, y * 1.25, 1)
    middle, joint = blocks(x * 1.5 + 3.1, y * 2.7 + 1.7, 41)
    small, fissure = blocks(x * 3.7 + 7, y * 6.3, 11)
    bed = turbulence(x * 0.5, y * 5.5, 3, 51) - 0.5
    calm = smooth(0.9, 0.3, abs(way - MIDDLE))
    out = 1.5 * (turbulence(way * 0.4, height * 0.28, 2, 21) - 0.5) + 0.24 * big * (0.7 + 0.3 * crack) + 0.11 * middle + 0.035 * small
    out += 0.1 * bed + 0.07 * (turbulence(way * 5, height * 6, 3, 31) - 0.5)
    return (mix(out, 0.05 * big + 0.05 * middle + 0.05 * bed - 0.22, calm),
            min(0.3 + 0.7 * crack, 0.45 + 0.55 * joint, 0.6 + 0.4 * fissure))


def corner(column, row):
    way = way_of(column / COLUMNS)
    (x, z), (into_x, into_z) = foot(way)
    high, off = top_of(way), abs(way - MIDDLE)
    if row <= ROWS - BACK:
        share = row / (ROWS - BACK)
        level, back = mix(LOWEST, high, share), 0.0
    else:
        level, back = high, (row - ROWS + BACK) / BACK * 1.6
    out = relief(way, level)[0] + 0.5 * smooth(0.9, -0.3, level) - 0.16 * level * smooth(0.6, 1.5, off)
    if back:
        step = smooth(STEP[0], STEP[1], back + 0.25 * (noise(way * 3.7, 8, 5) - 0.5)) * STEP[2] * (0.85 + 0.3 * noise(way * 5, 3, 6))
        bank = 0.3 * smooth(0.3, 0.7, off)
        river = 0.12 * back + step * (1 + 0.3 * bank) + 0.25 * bank * smooth(0, 0.4, back)
        level += mix(0.22 * back + 0.3 * (noise(way * 2, back * 2, 3) - 0.5), river, smooth(1.35, 0.65, off))
    if off < HALF_NOTCH and row >= ROWS - BACK:
        out = mix(0.06 + 0.12 * (noise(way * 6, 1, 66) - 0.5), out, smooth(0.3, HALF_NOTCH, off))
    return (x + into_x * (out - back), level, z + into_z * (out - back))


CORNERS = [[corner(c, r) for r in range(ROWS + 1)] for c in range(COLUMNS + 1)]


def between(column, row):
    c, r = min(int(column), COLUMNS - 1), min(int(row), ROWS - 1)
    x, y = column - c, row - r
    a, b, p, q = CORNERS[c][r], CORNERS[c + 1][r], CORNERS[c][r + 1], CORNERS[c + 1][r + 1]
    return [mix(mix(i, j, x), mix(k, l, x), y) for i, j, k, l in zip(a, b, p, q)]


def blurred(rows, reach):
    """Returns the means of rows over squares."""
    def along(row):
        sums, total = [0.0], 0.0
        for value in row:
            total += value
            sums.append(total)
        ends = [(max(k - reach, 0), min(k + reach + 1, len(row))) for k in range(len(row))]
        return [(sums[high] - sums[low]) / (high - low) for low, high in ends]
    turned = zip(*[along(row) for row in rows])
    return [list(row) for row in zip(*[along(list(column)) for column in turned])]


def light_at(place, normal, hollow, crack, way):
    """Returns the light of sky, mist and sun on a place. The sun comes over the left edge, between trees, and meets the right wall."""
    sky = 0.5 + 0.5 * (0.8 * normal[1] - 0.25 * normal[2])
    sky = max(sky, 0.1) * (0.42 + 0.58 * smooth(-0.5, 5.5, place[1]))
    to_mist = [m - p for m, p in zip(MIST, place)]
    away = math.sqrt(sum(part * part for part in to_mist))
    facing = sum(a * b for a, b in zip(to_mist, normal)) / away
    mist = max(0.0, 0.3 + 0.7 * facing) * 2.6 / (1.9 + away * away)
    shade = clamp(1 - hollow, 0.3, 1.3) * (0.4 + 0.6 * crack)
    lambert = max(0.0, sum(a * b for a, b in zip(SUN, normal)))
    edge = way - MIDDLE
    dapple = smooth(0.4, 0.62, turbulence(place[1] * 0.75 + 0.55 * edge, edge * 0.5 - 0.3 * place[1], 3, 33))
    sun = 1.7 * lambert * smooth(1.6, 3.4, place[1] - 0.15 * (edge - 3)) * smooth(1.6, 3.2, edge) * (0.12 + 0.88 * dapple) * (0.5 + 0.5 * crack)
    return [shade * (s * sky + m * mist) + l * sun for s, m, l in zip((0.68, 0.76, 0.84), (1.0, 0.98, 0.9), (1.0, 0.82, 0.58))]


def rock_at(way, place, rough, up, crack, near_fall):
    """Returns the colour of a place: slate, moss where it looks up and where water seeps, wet at the fall and at the pool."""
    x, height = way, place[1]
    warm = turbulence(x * 0.6, height * 0.9, 3, 41)
    slate = [mix(a, b, smooth(0.3, 0.7, warm)) for a, b in zip((0.25, 0.28, 0.31), (0.4, 0.34, 0.27))]
    dip = height + 0.12 * turbulence(x * 1.3, height * 1.3, 2, 19) - 0.13 * x
    strata = turbulence(x * 0.8, dip * 17, 3, 23)
    slate = [part * (0.3 + 0.75 * rough + 0.5 * strata) for part in slate]
    lichen = smooth(0.6, 0.72, turbulence(x * 3.3, height * 3.3, 4, 95)) * 0.5
    slate = [mix(a, b, lichen) for a, b in zip(slate, (0.42, 0.43, 0.34))]
    seep = noise(x * 2.1 + 0.5 * rough, height * 0.25, 61)
    fuzz = turbulence(x * 8, height * 8, 3, 55)
    moss = smooth(0.25, 0.7, up) + 0.3 * smooth(0.55, 0.95, seep) + 0.9 * (turbulence(x * 0.7, height * 0.7, 3, 71) - 0.52) + 0.8 * (fuzz - 0.5)
    moss = smooth(0.36, 0.58, moss) * (1 - 0.8 * near_fall) * smooth(0.1, 0.5, height)
    green = [mix(a, b, fuzz) for a, b in zip((0.05, 0.07, 0.026), (0.19, 0.205, 0.085))]
    wet = max(near_fall, smooth(0.35, 0.1, height + 0.2 * (rough - 0.5)), 0.3 * smooth(0.6, 0.85, seep))
    return [mix(a, b, moss) * (1 - 0.55 * wet) for a, b in zip(slate, green)], wet * (1 - moss)


def relief_row(y):
    """Returns the relief, the cracks and the places with their ways in a row of the wall's picture."""
    row = (1 - (y + 0.5) / HEIGHT) * ROWS
    outs, cracks, places = [], [], []
    for x in range(WIDTH):
        column = (x + 0.5) / WIDTH * COLUMNS
        place, way = between(column, row), way_of(column / COLUMNS)
        out, crack = relief(way, place[1] + 0.6 * max(0, row - ROWS + BACK))
        outs.append(out)
        cracks.append(0.3 + 0.7 * smooth(0.3, 0.8, crack))
        places.append((place, way))
    return outs, cracks, places


def picture_row(y, relief, fine, near, wide, cracks, places):
    """Returns a row of the wall's picture. `fine` are the blurred reliefs of the row above, of this one and of the one below."""
    line = []
    row = (1 - (y + 0.5) / HEIGHT) * ROWS
    flat = smooth(ROWS - BACK - 0.4, ROWS - BACK + 0.5, row)
    for x, (place, way) in enumerate(places):
        (_, _), into = foot(way)
        right, left = fine[1][min(x + 1, WIDTH - 1)], fine[1][max(x - 1, 0)]
        metre_x = (way_of((x + 1.5) / WIDTH) - way_of((x - 0.5) / WIDTH)) or 0.01
        metre_y = 2 * HIGHEST / HEIGHT
        slope_x, slope_y = (right - left) / metre_x, (fine[0][x] - fine[2][x]) / metre_y
        along = (into[1], -into[0])
        normal = [into[0] - slope_x * -along[0], 0.16 - slope_y + 2.5 * flat, into[1] - slope_x * -along[1]]
        length = math.sqrt(sum(part * part for part in normal))
        normal = [part / length for part in normal]
        hollow = 2.6 * (near[x] - relief[x]) + 0.9 * (wide[x] - relief[x])
        rough = turbulence(way * 9, place[1] * 9, 5, 2)
        near_fall = smooth(1.5 - 0.5 * flat, 0.7 - 0.2 * flat, abs(way - MIDDLE) + 0.7 * (rough - 0.5))
        near_fall *= smooth(LIP + 0.8 + flat, LIP - 0.4 + 1.4 * flat, place[1])
        colour, wet = rock_at(way, place, rough, normal[1], cracks[x], near_fall)
        light = light_at(place, normal, hollow, cracks[x], way)
        gleam = wet * 0.5 * smooth(0.56, 0.8, turbulence(way * 6, place[1] * 2.2, 3, 88)) * max(0, normal[1] + 0.25) * light[1]
        line.append([clamp(1.55 * a * b + gleam) ** 0.7 for a, b in zip(colour, light)])
    return line


def wall_picture():
    with multiprocessing.Pool() as pool:
        reliefs, cracks, places = zip(*pool.map(relief_row, range(HEIGHT)))
        fine, near, wide = blurred(reliefs, 1), blurred(reliefs, 8), blurred(reliefs, 30)
        around = [[fine[max(y - 1, 0)], fine[y], fine[min(y + 1, HEIGHT - 1)]] for y in range(HEIGHT)]
        return pool.starmap(picture_row, zip(range(HEIGHT), reliefs, around, near, wide, cracks, places))


def stone_picture(x, y):
    """Returns a pixel of boulders, from their foot to their top: moss above, wet below."""
    u, v = (x + 0.5) / STONE, 1 - (y + 0.5) / HEIGHT
    bend = 0.8 * u
    rough = turbulence(bend * 9, v * 14, 4, 3)
    big, crack = blocks(bend * 3 + rough, v * 4 + rough, 5)
    fuzz = turbulence(bend * 22, v * 40, 3, 8)
    moss = smooth(0.55, 0.85, v + 0.9 * (rough - 0.5) + 0.25 * (fuzz - 0.5))
    wet = smooth(0.3, 0.12, v + 0.12 * (rough - 0.5))
    slate = [part * (0.5 + 0.75 * rough) * (0.7 + 0.3 * crack + 0.12 * big) for part in (0.3, 0.31, 0.31)]
    green = [mix(a, b, fuzz) for a, b in zip((0.05, 0.08, 0.02), (0.17, 0.2, 0.075))]
    light = (0.1 + 0.62 * smooth(0, 1, v)) * (1 - 0.5 * wet)
    return [clamp(1.3 * mix(a, b, moss) * light) ** 0.7 for a, b in zip(slate, green)]


def boulder(k, x, y, z, wide, high, around=AROUND, rings=RINGS, down=0.25):
    """Returns points, texture coordinates and normals of a dome, ring after ring from below to its top. The picture lies on it four
    times, each mirrored."""
    points = []
    for r in range(rings + 1):
        turn = math.pi / 2 * (r / rings * (1 + down) - down)
        for n in range(around + 1):
            angle = -2 * math.pi * n / around
            place = (math.cos(angle) * 1.2 + 3 * k, math.sin(angle) * 1.2 + 2.2 * turn)
            bump = 0.72 + 0.56 * noise(*place, 7) + 0.16 * (lattice(n % around, r, k) - 0.5)
            out = wide * math.cos(turn) ** 0.8 * bump if r < rings else 0.0
            up = high * math.sin(turn) * (0.8 + 0.4 * noise(place[0], 3 * k, 5))
            points.append(((x + math.cos(angle) * out, y + up, z + math.sin(angle) * out),
                           (abs(4 * n / around % 2 - 1), r / rings),
                           (math.cos(angle) * math.cos(turn), math.sin(turn) + 0.1, math.sin(angle) * math.cos(turn))))
    return points


def stones():
    """Returns all stones: the arguments of `boulder`."""
    every = [(k, x, 0, z, wide, high) for k, (x, z, wide, high) in enumerate(BOULDERS)]
    for k, (off, y, wide, high) in enumerate(LEDGES):
        (x, z), (into_x, into_z) = foot(MIDDLE + off)
        out = relief(MIDDLE + off, y)[0] - 0.16 * y * (abs(off) > 0.9)
        every.append((k + 40, x + into_x * out, y, z + into_z * out, wide, high, AROUND, RINGS, 0.8))
    every += [(k + 50, x, y, z, wide, high, AROUND, RINGS, 0.5) for k, (x, y, z, wide, high) in enumerate(LIP_STONES)]
    draw = random.Random(5)
    for k in range(RUBBLE):
        way = mix(*SEEN, (k + draw.random()) / RUBBLE)
        if abs(way - MIDDLE) < 0.7:
            continue
        (x, z), (into_x, into_z) = foot(way)
        off, wide = relief(way, 0)[0] + 0.35 + 0.25 * draw.random(), draw.uniform(0.1, 0.24)
        every.append((k + 60, x + into_x * off, 0, z + into_z * off, wide, wide * draw.uniform(0.5, 0.9), *SMALL))
    return every


def write_mesh():
    places = [place for column in CORNERS for place in column]
    total = WIDTH + STONE
    coordinates = [(c / COLUMNS * (WIDTH - 1) / total, r / ROWS) for c in range(COLUMNS + 1) for r in range(ROWS + 1)]
    faces, domes, normals = [], [], []
    tall = ROWS + 1
    for c in range(COLUMNS):
        for r in range(ROWS):
            a = c * tall + r
            faces.append((a, a + tall, a + tall + 1, a + 1))
    for stone in stones():
        first = len(places)
        around, rings = stone[6:8] or (AROUND, RINGS)
        for place, (u, v), normal in boulder(*stone):
            places.append(place)
            normals.append(normal)
            coordinates.append(((WIDTH + 2 + u * (STONE - 4)) / total, 0.01 + 0.98 * v))
        for r in range(rings):
            for n in range(around):
                a = first + r * (around + 1) + n
                domes.append((a, a + 1, a + around + 2, a + around + 1))
    rows = ["# A gorge around a pool, made by gorge.py, in metres: the water lies at height 0."]
    rows += ["v {:.2f} {:.2f} {:.2f}".format(*place) for place in places]
    rows += [f"vt {u:.4f} {v:.4f}" for u, v in coordinates]
    rows += ["vn {:.2f} {:.2f} {:.2f}".format(*normal) for normal in normals]
    rows += ["f " + " ".join(f"{k + 1}/{k + 1}" for k in face) for face in faces]
    wall = (COLUMNS + 1) * tall
    rows += ["f " + " ".join(f"{k + 1}/{k + 1}/{k + 1 - wall}" for k in face) for face in domes]
    (FOLDER / "gorge.obj").write_text("\n".join(rows) + "\n")
    farthest = max(math.sqrt(sum(round(value, 2) ** 2 for value in place)) for place in places)
    print("twice the way to the farthest corner:", 2 * farthest, "faces:", len(faces) + len(domes))


def write_picture():
    wall = wall_picture()
    rows = [line + [stone_picture(x, y) for x in range(STONE)] for y, line in enumerate(wall)]
    write_png(FOLDER / "gorge.png", rows, COLOUR, 4)


if __name__ == "__main__":
    write_mesh()
    write_picture()
