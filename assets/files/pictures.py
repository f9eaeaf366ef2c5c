#!/usr/bin/env python3
"""Makes the pictures that particles are drawn as: pictures.py writes all, pictures.py NAME... those that are named. Their grey
is a factor on the particle's colour, their alpha one on its opacity. What has a head points it to the right, as particles
that face along their motion are drawn; what stands points up."""
import math
import pathlib
import sys

from drawing import (GREY, GREY_AND_ALPHA, clamp, distance_to_segment, lattice, mix, noise, render, smooth, tiled, turbulence,
                     write_png)

FOLDER = pathlib.Path(__file__).resolve().parent


def disc(x, y):
    """A round dot that is full up to its border."""
    return 1, smooth(1, 0.9, math.hypot(x, y))


def spark(x, y):
    """A needle of hot metal: a bright head at the right, and a tail that gets thinner."""
    tail, head, radius = -4.85, 4.1, 0.8
    along = clamp((x - tail) / (head - tail))
    wide = radius * along**1.5 if x < head else math.sqrt(max(0.0, radius * radius - (x - head) ** 2))
    if wide <= 0:
        return 0, 0
    across = abs(y) / wide
    return mix(0.4, 1, smooth(1, 0.2, across)), smooth(1, 0.8, across) * mix(0.3, 1, along) * smooth(0, 0.15, along)


def drop(x, y):
    """Water: a round head at the right and a pointed tail, dark where it bends light away, with two reflections."""
    head, tail, radius = 0.62, -1.9, 0.86
    if x > head:
        wide = math.sqrt(max(0.0, radius * radius - (x - head) ** 2))
    else:
        share = clamp((x - tail) / (head - tail))
        wide = radius * math.sin(share * math.pi / 2) ** 1.5
    if wide <= 0:
        return 0, 0
    across = abs(y) / wide
    inside = smooth(1, 0.93, across) * smooth(head + radius, head + radius - 0.06, x)
    rim = max(across, clamp((x - head) / radius)) if x > head else across
    if x > head:
        rim = math.hypot(x - head, y) / radius
    bright = mix(0.5, 0.2, smooth(0.1, 0.8, rim))       # less light in the middle than at the lower border
    bright = mix(bright, 0.8, smooth(0.8, 0.98, rim))   # the rim shines
    bright += 0.35 * smooth(0.75, 0.1, math.hypot((x - head - 0.1) / 0.75, (y + 0.32) / 0.42))  # light from behind
    bright = max(bright, smooth(0.17, 0.1, math.hypot((x - head - 0.22) * 0.8, y - 0.4)),
                 0.8 * smooth(0.06, 0.03, distance_to_segment(x, y, -0.6, 0.24, 0.12, 0.42)[0]))
    return clamp(bright), inside * mix(0.62, 1, max(smooth(0.55, 0.95, rim), smooth(0.55, 0.9, bright)))


def flake(x, y):
    """A crystal of snow: six arms with branches, and a plate in the middle."""
    radius, angle = math.hypot(x, y), math.atan2(y, x)
    turn = math.pi / 3
    angle = abs((angle + turn / 2) % turn - turn / 2)  # the sixfold mirror
    along, aside = radius * math.cos(angle), radius * math.sin(angle)
    far = distance_to_segment(along, aside, 0, 0, 0.93, 0)[0] - 0.042
    for at, length in ((0.36, 0.2), (0.55, 0.27), (0.73, 0.15)):
        end = (at + length * 0.5, length * 0.866)
        far = min(far, distance_to_segment(along, aside, at, 0, *end)[0] - 0.03)
    plate = along - 0.24
    groove = smooth(0.012, 0.03, abs(along - 0.16))
    far = min(far, plate)
    edge = smooth(0.012, -0.012, far)
    return mix(0.78, 1, smooth(-0.035, -0.004, far)) * mix(0.72, 1, groove), edge


def ring(x, y):
    """The front of a shock: sharp outside, and fainter streaks inside."""
    radius, angle = math.hypot(x, y), math.atan2(y, x)
    streaks = noise(angle / math.tau * 60 % 60, 3.0, 5) if angle < 0 else noise(angle / math.tau * 60, 3.0, 5)
    front = smooth(0.975, 0.945, radius) * smooth(0.84, 0.935, radius)
    wake = smooth(0.95, 0.9, radius) * clamp((radius - 0.42) / 0.5) ** 2.2 * mix(0.25, 0.75, streaks)
    return mix(0.7, 1, front), max(front, wake)


def star(x, y):
    """A glint: a small disc, four long rays and four short ones, all of them sharp."""
    radius = math.hypot(x, y)

    def ray(along, across, length):
        return clamp(1 - abs(along) / length) ** 1.3 * smooth(1, 0.3, abs(across) / (0.055 * clamp(1 - abs(along) / length) + 1e-6))
    turned = (x + y) * math.sqrt(0.5), (y - x) * math.sqrt(0.5)
    light = max(ray(x, y, 0.97), ray(y, x, 0.97), 0.8 * ray(*turned, 0.5), 0.8 * ray(turned[1], turned[0], 0.5))
    light = max(light, smooth(0.16, 0.1, radius), 0.32 * clamp(1 - radius / 0.42) ** 2)
    return 1, light


def borders_of_cells(x, y, seed):
    """Returns how far a place is from the border between two cells of a random mosaic, whose cells are about 1 wide."""
    column, row = math.floor(x), math.floor(y)
    first = second = 100.0
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            at = column + i, row + j
            away = math.hypot(at[0] + mix(0.1, 0.9, lattice(*at, seed)) - x, at[1] + mix(0.1, 0.9, lattice(*at, seed + 1)) - y)
            first, second = (away, first) if away < first else (first, min(second, away))
    return second - first


def ember(kind):
    """Glowing char: a broken chip, whose cracks and border are brighter than its crust."""
    corners = []
    for k in range(7):
        angle = (k + 0.6 * lattice(k, kind, 31)) / 7 * math.tau
        radius = mix(0.68, 1.02, lattice(k, kind, 32))
        corners.append((radius * math.cos(angle), radius * math.sin(angle)))

    def shade(x, y):
        inside = 1.0
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
            length = math.hypot(bx - ax, by - ay)
            inside = min(inside, ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
        rough = turbulence(x * 4 + 7 * kind, y * 4, 3, 40) - 0.5
        inside += 0.2 * rough
        line = borders_of_cells(x * 1.7 + 0.4 * rough + 5 * kind, y * 1.7 + 0.4 * rough, 50)
        hot = max(smooth(0.12, 0.02, line), smooth(0.08, 0.01, inside), 0.4 * smooth(0.6, 0.0, line))
        crust = mix(0.1, 0.34, turbulence(x * 7, y * 7 + 5 * kind, 2, 60))
        return mix(crust, 1, hot), smooth(-0.02, 0.02, inside) * smooth(0.99, 0.95, max(abs(x), abs(y)))
    return shade


def dust(kind):
    """Grains that a step or a blow throws up: many specks with sharp edges, finer and fewer towards the border."""
    grains = []
    for k in range(120):
        def random(use):
            return lattice(k, kind, 70 + use)
        angle, away = random(1) * math.tau, random(2) ** 0.75 * 0.9
        size = mix(0.03, 0.12, random(3) ** 3) * mix(1, 0.45, away)
        grains.append((away * math.cos(angle), away * math.sin(angle), size, mix(0.6, 1.5, random(4)), random(5) * math.pi,
                       mix(0.55, 1, random(6))))

    def shade(x, y):
        radius = math.hypot(x, y)
        bright, alpha = 0.75, 0.0
        veil = 0.42 * smooth(0.95, 0.1, radius) * smooth(0.3, 0.72, turbulence(x * 2.6 + kind * 5, y * 2.6, 4, 80 + kind))
        for at_x, at_y, size, long, turn, grey in grains:
            dx, dy = x - at_x, y - at_y
            if abs(dx) > 2 * size or abs(dy) > 2 * size:
                continue
            along, aside = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
            away = math.hypot(along / long, aside) / size + 0.5 * (noise(dx / size * 1.7, dy / size * 1.7, int(1000 * grey)) - 0.5)
            own = smooth(1.05, 0.9, away)
            if own > alpha:
                bright, alpha = grey * mix(1, 0.7, clamp(-dy / size)), own
        return bright, max(alpha, veil)
    return shade


def cloud(kind):
    """A billow of dense cloud: round heaps, bright above and grey below, with a sharp border."""
    heaps = [(0, -0.1, 0.6)]
    for k in range(15):
        angle, size = (k + 0.6 * lattice(k, kind, 91)) / 15 * math.tau, mix(0.18, 0.36, lattice(k, kind, 92))
        away = 0.95 - size - 0.1 * lattice(k, kind, 93)
        heaps.append((away * math.cos(angle), away * math.sin(angle) * (0.92 if angle < math.pi else 0.75) - 0.04, size))
    for k in range(9):
        angle, away = lattice(k, kind, 94) * math.tau, 0.55 * math.sqrt(lattice(k, kind, 95))
        heaps.append((away * math.cos(angle), away * math.sin(angle), mix(0.2, 0.34, lattice(k, kind, 96))))

    def height(x, y):
        """Returns the height of the heaps above the middle plane; below 0 where there is none."""
        rough = turbulence(x * 4 + 9 * kind, y * 4, 4, 97) - 0.5
        x, y = x + 0.11 * rough, y + 0.11 * (turbulence(x * 4 + 3, y * 4 + 8 * kind, 4, 98) - 0.5)
        best = -1.0
        for k, (at_x, at_y, size) in enumerate(heaps):
            left = size * size - (x - at_x) ** 2 - (y - at_y) ** 2
            lift = 0.3 * (0.9 - math.hypot(at_x, at_y))
            best = max(best, math.sqrt(left) + lift if left > 0 else left / size)
        return best + 0.2 * rough

    def shade(x, y):
        here = height(x, y)
        alpha = smooth(-0.06, 0.2, here) * smooth(0.99, 0.93, max(abs(x), abs(y)))
        if alpha == 0:
            return 0.8, 0
        step = 0.045
        slope_x, slope_y = (here - height(x + step, y)) / step, (here - height(x, y + step)) / step
        slope_x, slope_y = clamp(slope_x, -3, 3), clamp(slope_y, -3, 3)
        facing = (0.35 * -slope_x + 0.75 * slope_y + 0.55) / math.sqrt(1 + slope_x**2 + slope_y**2)
        return clamp(0.62 + 0.34 * facing + 0.1 * y, 0.25, 1), alpha
    return shade


def flame(frame, frames):
    """A tongue of fire that licks up and breaks off at its tip; the last frame goes on with the first."""
    turn = frame / frames

    def rising(x, y, scale, periods, seed):
        """Returns noise that moves up by `periods` cells in all frames, after which it is the same again."""
        at = y * scale - turn * periods

        def wrapped(column, row):
            return lattice(column, row % periods, seed)
        column, row = math.floor(x * scale), math.floor(at)
        right, up = x * scale - column, at - row
        right, up = right * right * (3 - 2 * right), up * up * (3 - 2 * up)
        low = mix(wrapped(column, row), wrapped(column + 1, row), right)
        return mix(low, mix(wrapped(column, row + 1), wrapped(column + 1, row + 1), right), up)

    def shade(x, y):
        up = (y + 1.5) / 3  # 0 at the foot, 1 at the upper border
        if not 0 < up < 1:
            return 0, 0
        lean = smooth(0.05, 0.8, up)
        sway = lean * (1.0 * (rising(0.3, y, 0.8, 2, 1) - 0.5) + 0.5 * (rising(x * 0.5, y, 1.9, 4, 2) - 0.5))
        fine = rising(x * 1.7 + 3, y, 1.5, 4, 3) * 0.6 + rising(x * 1.7 + 1, y, 3.1, 8, 4) * 0.4 - 0.5
        wide = 0.88 * math.sin(math.pi * clamp(up) ** 0.7) ** 0.8 * (1 - 0.25 * up)
        across = abs(x - sway) / max(wide, 1e-3)
        heat = 1 - across + fine * (0.3 + 2.4 * up) - 0.3 * smooth(0.6, 1, up)
        border = smooth(0.98, 0.9, up) * smooth(0.99, 0.93, abs(x)) * smooth(0.02, 0.2, up)
        return mix(0.3, 1, smooth(0.0, 0.75, heat + 0.3 * fine)), smooth(0.0, 0.1, heat) * border
    return shade


def crack():
    """Broken ground: cracks run out from a blow, branch, and get thinner."""
    lines = []

    def grow(x, y, heading, width, length, seed, depth):
        left, step = length, 0
        while left > 0 and width > 0.006:
            piece = mix(0.05, 0.12, lattice(seed, step, 1))
            heading += 0.9 * (lattice(seed, step, 2) - 0.5)
            if step % 2 and step > 1:
                out = math.atan2(y, x)
                heading += 0.5 * ((out - heading + math.pi) % math.tau - math.pi)
            to_x, to_y = x + piece * math.cos(heading), y + piece * math.sin(heading)
            if math.hypot(to_x, to_y) > 0.95:
                return
            thinner = width * clamp(1 - piece / left)
            lines.append((x, y, to_x, to_y, width, thinner))
            x, y, width, left = to_x, to_y, thinner, left - piece
            if depth < 2 and lattice(seed, step, 3) < 0.42:
                side = 1 if lattice(seed, step, 4) < 0.5 else -1
                grow(x, y, heading + side * mix(0.5, 1.1, lattice(seed, step, 5)), width * 0.62, left * 0.62, seed * 7 + step + 11,
                     depth + 1)
            step += 1
    arms = 12
    for arm in range(arms):
        heading = (arm + 0.6 * (lattice(arm, 6, 7) - 0.5)) / arms * math.tau
        long = 1.0 if arm % 2 else 0.55
        grow(0, 0, heading, mix(0.035, 0.06, lattice(arm, 8, 9)) * mix(0.7, 1, long), 1.25 * long * mix(0.8, 1, lattice(arm, 10, 11)), 100 + arm,
             0 if arm % 2 else 1)

    def shade(x, y):
        rough = 0.012 * (noise(x * 40, y * 40, 12) - 0.5)
        radius = math.hypot(x, y)
        near = smooth(0.5, 0.15, radius + 0.3 * (noise(x * 5, y * 5, 14) - 0.5))
        far = borders_of_cells(x * 5.5, y * 5.5, 13) / 11 + mix(0.02, -0.01, near)
        for from_x, from_y, to_x, to_y, width, thinner in lines:
            reach = width + 0.02
            if min(from_x, to_x) - reach > x or max(from_x, to_x) + reach < x:
                continue
            away, share = distance_to_segment(x, y, from_x, from_y, to_x, to_y)
            far = min(far, away - 0.5 * mix(width, thinner, share))
        return 1, smooth(0.006, -0.006, far + rough)
    return shade


def scorch(x, y):
    """Burnt ground: black in the middle, with tongues and thin rays of soot that a blast has swept outwards."""
    radius, angle = math.hypot(x, y), math.atan2(y, x) / math.tau + 0.5

    def around(cells, seed):
        """Returns noise that depends on the angle alone, 0 to 1, without a seam."""
        at = angle * cells
        column, part = math.floor(at), smooth(0, 1, at - math.floor(at))
        return mix(lattice(column % cells, seed), lattice((column + 1) % cells, seed), part)
    rough = turbulence(x * 5 + 3, y * 5 + 8, 4, 120) - 0.5
    reach = 0.42 + 0.2 * around(7, 121) + 0.16 * around(19, 122) + 0.3 * around(61, 123) ** 3
    rays = smooth(0.55, 0.95, around(83, 124)) * smooth(0.98, 0.5, radius) * smooth(0.2, 0.5, radius)
    soot = smooth(reach + 0.14, 0.3 * reach, radius + 0.34 * rough)
    return 1, clamp(max(soot, 0.5 * rays * mix(0.4, 1, around(31, 125)))) * smooth(1, 0.9, radius) * mix(0.86, 1, noise(x * 50, y * 50, 126))


def caustic(frame, frames):
    """The net of light on the ground below waves; the last frame goes on with the first."""
    turn = frame / frames * math.tau
    cells = 5  # along the picture
    points = []
    for row in range(-1, cells + 1):
        for column in range(-1, cells + 1):
            phase = lattice(column, row, 21) * math.tau
            speed = 1 if lattice(column, row, 22) < 0.5 else -1
            base_x, base_y = lattice(column, row, 23), lattice(column, row, 24)
            points.append((column + mix(0.25, 0.75, base_x) + 0.3 * math.cos(speed * turn + phase),
                           row + mix(0.25, 0.75, base_y) + 0.3 * math.sin(speed * turn + phase)))

    def shade(x, y):
        at_x, at_y = (x + 1) / 2 * cells, (y + 1) / 2 * cells
        at_x += 0.22 * math.sin(1.3 * at_y + turn) + 0.1 * math.sin(3.1 * at_y + 1)
        at_y += 0.22 * math.sin(1.2 * at_x - turn + 2) + 0.1 * math.sin(2.9 * at_x)
        first = second = third = 100.0
        for px, py in points:
            away = math.hypot(px - at_x, py - at_y)
            if away < first:
                first, second, third = away, first, second
            elif away < second:
                second, third = away, second
            elif away < third:
                third = away
        line = clamp(1 - (second - first) / 0.2) ** 2
        knot = clamp(1 - (third - first) / 0.34) ** 2
        border = smooth(0.98, 0.62, math.hypot(x, y) + 0.12 * (noise(x * 3, y * 3, 25) - 0.5))
        return 1, clamp(line + 0.5 * knot + 0.07) * border
    return shade


def frames_of(count, columns, width, height, shade, samples):
    return tiled([render(width, height, shade(k), samples) for k in range(count)], columns)


RECIPES = {
    "disc": lambda: (render(96, 96, disc, 6), GREY),
    "spark": lambda: (render(160, 32, spark, 6), GREY_AND_ALPHA),
    "drop": lambda: (render(144, 72, drop, 5), GREY_AND_ALPHA),
    "flake": lambda: (render(128, 128, flake, 5), GREY_AND_ALPHA),
    "ring": lambda: (render(192, 192, ring, 4), GREY_AND_ALPHA),
    "star": lambda: (render(128, 128, star, 5), GREY),
    "ember": lambda: (frames_of(4, 2, 56, 56, ember, 4), GREY_AND_ALPHA),
    "dust": lambda: (frames_of(4, 2, 96, 96, dust, 2), GREY_AND_ALPHA),
    "cloud": lambda: (frames_of(4, 2, 112, 112, cloud, 2), GREY_AND_ALPHA),
    "flame": lambda: (frames_of(16, 8, 48, 72, lambda k: flame(k, 16), 3), GREY_AND_ALPHA),
    "crack": lambda: (render(224, 224, crack(), 3), GREY),
    "scorch": lambda: (render(192, 192, scorch, 3), GREY),
    "caustic": lambda: (frames_of(16, 4, 96, 96, lambda k: caustic(k, 16), 2), GREY),
}
STEP = 4  # of 255: shades that are nearer to each other are one, so that the files are small


def main():
    for name in sys.argv[1:] or RECIPES:
        rows, colour_type = RECIPES[name]()
        write_png(FOLDER / f"{name}.png", rows, colour_type, STEP)


main()
