#!/usr/bin/env python3
"""Makes pictures of plants: tufts.png, four tufts of grass, woods.png, four stretches of distant trees (two of broad crowns, two of
firs), and twigs.png, four twigs with leaves; and twigs.obj, two bent sheets that carry two of these, a piece of a crown."""
import math
import pathlib
import random

from drawing import COLOUR_AND_ALPHA, GREY_AND_ALPHA, Canvas, clamp, mix, noise, smooth, tiled, write_png

FOLDER = pathlib.Path(__file__).resolve().parent
TUFT, TWIG = 96, 128  # pixels of a side
WOODS = (320, 128)    # pixels of a stretch
SHEETS = ((0, 0.0, 0.35), (3, 1.6, -0.45))  # frame of twigs.png, turn about y and tilt of each sheet


def tuft(seed):
    """Returns blades that grow out of one place, in the middle of the lower side; those behind are darker."""
    draw, canvas = random.Random(seed), Canvas(TUFT, TUFT)
    for k in range(30):
        foot = TUFT / 2 + draw.gauss(0, 6)
        lean, high = draw.gauss(0, 0.45) + (foot - TUFT / 2) / 40, draw.uniform(0.45, 0.95) * TUFT
        line = []
        for step in range(9):
            t = step / 8
            line.append((foot + lean * high * 0.75 * t ** 1.9, TUFT - 1 - high * (t - 0.25 * abs(lean) * t ** 3)))
        bright = mix(0.45, 1, k / 29) * draw.uniform(0.8, 1)
        for step, (a, b) in enumerate(zip(line, line[1:])):
            canvas.stroke([a, b], [1.35 * (1 - step / 8.2), 1.35 * (1 - (step + 1) / 8.2)], [bright * (0.45 + 0.55 * (step + 1) / 8)])
    return [[(r[0], r[1]) for r in row] for row in canvas.rows()]


def crown(canvas, draw, foot, high, wide):
    """Paints a broad crown of clumps of leaves on a trunk; the upper left is bright."""
    wide_, tall = WOODS
    ground = tall - 2
    canvas.stroke([(foot, ground), (foot + draw.uniform(-2, 2), ground - 0.6 * high)], [1.6, 0.8], [0.28])
    clumps = []
    for _ in range(int(26 + wide * 0.9)):
        turn, out = draw.uniform(0, 6.283), draw.random() ** 0.55
        clumps.append((foot + out * wide / 2 * math.cos(turn), ground - high * 0.6 - out * high * 0.4 * math.sin(turn)))
    for x, y in sorted(clumps, key=lambda c: -abs(c[0] - foot) * 0.2 + c[1] * -0.1):
        for _ in range(16):
            a, b = x + draw.gauss(0, 2.6), y + draw.gauss(0, 2.2)
            lit = clamp(0.55 + 0.5 * ((foot - a) / wide + (ground - high * 0.55 - b) / high) + draw.uniform(-0.16, 0.16))
            canvas.dab(a, b, draw.uniform(0.5, 1.7), [mix(0.4, 1, lit)], draw.uniform(0.6, 1), 1)


def fir(canvas, draw, foot, high, wide):
    """Paints a fir: boughs that hang to both sides of a straight trunk, longer further down, with gaps."""
    ground = WOODS[1] - 2
    canvas.stroke([(foot, ground), (foot, ground - high)], [1.3, 0.4], [0.3])
    y = ground - high
    while y < ground:
        share = (y - (ground - high)) / high
        reach = wide / 2 * (0.06 + 0.94 * share ** 0.85) * draw.uniform(0.55, 1.1)
        for side in (-1, 1):
            out = reach * draw.uniform(0.75, 1.1)
            line = [(foot, y), (foot + side * out * 0.5, y + out * 0.1), (foot + side * out, y + out * 0.42)]
            canvas.stroke(line, [1.1, 0.45], [mix(0.5, 1, draw.random()) * (1 if side < 0 else 0.75)], 0.95)
            for k in range(int(out / 1.8)):
                a = draw.random()
                canvas.dab(foot + side * out * a, y + out * 0.4 * a * a + draw.uniform(0, 3), 0.7, [draw.uniform(0.4, 0.95)], 0.8, 1)
        y += draw.uniform(1.5, 2.6) + 1.2 * share


def woods(seed, is_fir):
    """Returns trees side by side, lower ones at both ends, over bushes that close the foot."""
    draw, canvas = random.Random(seed), Canvas(*WOODS)
    wide, tall = WOODS
    places = sorted((draw.uniform(0.06, 0.94) for _ in range(26 if is_fir else 15)), key=lambda _: draw.random())
    for k, place in enumerate(places):
        ends = smooth(0, 0.22, min(place, 1 - place))
        high = tall * (0.3 + 0.62 * ends * (0.45 + 0.55 * noise(place * 5, 0, seed)) * draw.uniform(0.75, 1.05))
        if is_fir:
            fir(canvas, draw, place * wide, high, high * draw.uniform(0.28, 0.4))
        else:
            crown(canvas, draw, place * wide, high * 0.95, high * draw.uniform(0.65, 1.0))
    for _ in range(700):
        place = draw.random()
        top = tall * (0.06 + 0.14 * smooth(0, 0.15, min(place, 1 - place)) * noise(place * 14, 3, seed))
        canvas.dab(place * wide, tall - draw.random() * top, draw.uniform(0.8, 2.2), [draw.uniform(0.3, 0.62)], 0.9, 1)
    rows = canvas.rows()
    def ends(x):
        return smooth(0, 0.05, min(x, wide - 1 - x) / wide)
    return [[(p[0], p[1] * ends(x)) for x, p in enumerate(row)] for row in rows]


def leaf(canvas, x, y, turn, length, colour):
    """Paints a pointed leaf from its stalk along a direction; one half is darker, and its middle and edge are bright."""
    c, s, reach = math.cos(turn), math.sin(turn), math.ceil(length)
    for row in range(int(y) - reach, int(y) + reach + 1):
        for column in range(int(x) - reach, int(x) + reach + 1):
            a, b = column + 0.5 - x, row + 0.5 - y
            along, across = (a * c + b * s) / length, (b * c - a * s) / length
            if not -0.05 < along < 1.05:
                continue
            half = 0.33 * math.sin(math.pi * clamp(along) ** 0.8) ** 0.9
            inside = clamp((half - abs(across)) * length + 0.5)
            light = (0.82 if across > 0 else 1) * (0.9 + 0.1 * along) + 0.16 * math.exp(-(across * length / 0.7) ** 2)
            canvas.put(column, row, [clamp(part * light) for part in colour], inside)


def twig(seed):
    """Returns a twig from the left with side shoots, and leaves from gold to red on it, those on top the brightest."""
    draw, canvas = random.Random(seed), Canvas(TWIG, TWIG, 3)
    places, middle = [], TWIG / 2
    main = [(2, middle), (0.3 * TWIG, middle + draw.uniform(-6, 6)), (0.62 * TWIG, middle + draw.uniform(-10, 10))]
    canvas.stroke(main, [1.3, 0.6], [0.16, 0.1, 0.07])
    for k in range(7):
        t = 0.1 + 0.13 * k
        start = (mix(2, 0.62 * TWIG, t), middle + (main[1][1] - middle) * min(2 * t, 1))
        turn = (1 if k % 2 else -1) * draw.uniform(0.6, 1.2)
        length = draw.uniform(0.2, 0.36) * TWIG
        end = (start[0] + length * math.cos(turn), start[1] + length * math.sin(turn))
        canvas.stroke([start, end], [0.8, 0.5], [0.16, 0.1, 0.07])
        places += [(mix(start[0], end[0], u), mix(start[1], end[1], u), turn) for u in (0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1)]
    places += [(mix(main[1][0], main[2][0], u), mix(main[1][1], main[2][1], u), 0) for u in (0.2, 0.6, 1, 1)]
    draw.shuffle(places)
    for k, (x, y, turn) in enumerate(places):
        hue, bright = draw.random(), mix(0.5, 1, k / len(places)) * draw.uniform(0.85, 1)
        colour = [mix(a, b, hue) * bright for a, b in zip((1, 0.82, 0.42), (1, 0.5, 0.34))]
        leaf(canvas, x, y, turn + draw.uniform(-1, 1), draw.uniform(14, 23), colour)
    return canvas.rows()


def write_mesh():
    rows = ["# Two twigs, made by plants.py: bent sheets for the picture twigs.png, about the origin."]
    count = 0
    for frame, turn, tilt in SHEETS:
        left, top = frame % 2 / 2, 1 - frame // 2 / 2
        for u in (0, 1):
            for v in (0, 0.5, 1):
                x, z = 1.4 * (u - 0.5), 1.4 * (v - 0.5)
                y = 0.3 * (1 - abs(2 * v - 1)) - 0.15 + 0.25 * tilt
                x, y = x * math.cos(tilt) - y * math.sin(tilt), x * math.sin(tilt) + y * math.cos(tilt)
                x, z = x * math.cos(turn) - z * math.sin(turn), x * math.sin(turn) + z * math.cos(turn)
                rows.append(f"v {x:.3f} {y:.3f} {z:.3f}")
                rows.append(f"vt {left + 0.5 * u:.3f} {top - 0.5 * v:.3f}")
        for k in (1, 2):
            a = count + k
            rows.append("f " + " ".join(f"{n}/{n}" for n in (a, a + 1, a + 4, a + 3)))
        count += 6
    (FOLDER / "twigs.obj").write_text("\n".join(rows) + "\n")


write_mesh()
write_png(FOLDER / "tufts.png", tiled([tuft(k) for k in range(4)], 2), GREY_AND_ALPHA, 8)
write_png(FOLDER / "twigs.png", tiled([twig(k) for k in range(4)], 2), COLOUR_AND_ALPHA, 8)
write_png(FOLDER / "woods.png", tiled([woods(k, k > 1) for k in range(4)], 1), GREY_AND_ALPHA, 16)
