#!/usr/bin/env python3
"""Makes billow.png: four puffs of thick smoke, a row each, which fray and dissolve from left to right. Each is a ball whose
surface noise folds into lobes with creases between them; light from above on the left falls through it, so that lobes are
bright and creases dark. `billow.py 32 FILE.png` makes frames of 32 pixels instead, to try things."""
import math
import pathlib
import sys

from drawing import GREY_AND_ALPHA, clamp, lattice, mix, smooth, tiled, write_png

PUFFS, STAGES = 4, 4
SIZE = 128     # the sides of a frame, in pixels, and the cells of the volume along x and y
STEP = 4       # of 255, as in pictures.py
LENGTH = 4096  # of the list of random numbers
RANDOM = [lattice(k, 5) for k in range(LENGTH)]


def noise(x, y, z, seed):
    """Returns smooth noise, -1 to 1, with one random number for each whole x, y and z."""
    column, row, layer = math.floor(x), math.floor(y), math.floor(z)
    x, y, z = x - column, y - row, z - layer
    x, y, z = x * x * (3 - 2 * x), y * y * (3 - 2 * y), z * z * (3 - 2 * z)
    first = column + row * 157 + layer * 1013 + seed * 311
    values = [RANDOM[(first + k) % LENGTH] for k in (0, 1, 157, 158, 1013, 1014, 1170, 1171)]
    upper = (values[0] * (1 - x) + values[1] * x) * (1 - y) + (values[2] * (1 - x) + values[3] * x) * y
    lower = (values[4] * (1 - x) + values[5] * x) * (1 - y) + (values[6] * (1 - x) + values[7] * x) * y
    return 2 * (upper * (1 - z) + lower * z) - 1


def heights(puff, size):
    """Returns for each cell of the volume, layer by layer and row by row from above, how deep it lies below the surface, and
    noise that eats into it as it dissolves."""
    cells, layers, seed = [], size // 2, 40 * puff
    for layer in range(layers):
        z = 1.8 * ((layer + 0.5) / layers - 0.5)
        for row in range(size):
            y = 1 - 2 * (row + 0.5) / size
            for column in range(size):
                x = 2 * (column + 0.5) / size - 1
                radius = math.sqrt(x * x + y * y + z * z)
                if radius > 0.98:
                    cells.append(None)
                    continue
                swirl = noise(1.6 * x, 1.6 * y, 1.6 * z, seed + 1), noise(1.6 * x, 1.6 * y, 1.6 * z, seed + 2)
                u, v, w = x + 0.22 * swirl[0], y + 0.22 * swirl[1], z + 0.2 * swirl[0]
                fold = (0.55 * noise(1.4 * u, 1.4 * v, 1.4 * w, seed + 3) + 0.8 * abs(noise(2.3 * u, 2.3 * v, 2.3 * w, seed + 4))
                        + 0.42 * abs(noise(4.7 * u, 4.7 * v, 4.7 * w, seed + 5)) + 0.24 * abs(noise(9.6 * u, 9.6 * v, 9.6 * w, seed + 6)))
                fray = noise(6 * u, 6 * v, 6 * w, seed + 7) + 0.6 * noise(13 * x, 13 * y, 13 * z, seed + 8)
                cells.append((0.34 + 0.62 * fold - radius, fold + 0.4 * fray, smooth(0.98, 0.84, radius), fray))
    return cells


def density(cell, stage):
    """Returns how much smoke is in a cell: 0 to 1 at the first stage, less at the later ones."""
    if cell is None:
        return 0.0
    depth, tatters, inside, fray = cell
    age = stage / (STAGES - 1)
    left = depth + 0.10 * age + 0.07 * fray - 0.75 * age * (1.0 - tatters)
    return smooth(0.0, mix(0.16, 0.6, age), left) * inside * mix(1, 0.5, age)


def frame(cells, stage, size):
    """Returns the rows of a puff's picture as `render` of drawing.py does."""
    layers = size // 2
    thick = [density(cell, stage) for cell in cells]
    sharp = 128 / size  # as much light is lost on the same way, however many cells it leads through

    def swept(strength, left, front):
        """Returns the light in each cell that comes from above and, so many cells for each row, from the left and the front."""
        light = [1.0] * len(thick)
        passed = [1.0] * len(thick)  # the light that leaves each cell
        share_x, share_z = abs(left), front
        for row in range(size):
            for layer in range(layers):
                here = (layer * size + row) * size
                for column in range(size):
                    at = here + column
                    if row:
                        above = at - size
                        aside = above - (1 if left > 0 else -1) if 0 < column < size - 1 else above
                        behind = size * size if layer else 0
                        light[at] = ((passed[above] * (1 - share_x) + passed[aside] * share_x) * (1 - share_z)
                                     + (passed[above - behind] * (1 - share_x) + passed[aside - behind] * share_x) * share_z)
                    if thick[at]:
                        passed[at] = light[at] * (1 - 0.97 * thick[at]) ** (strength * sharp)
                    else:
                        passed[at] = light[at]
        return light
    key, fill = swept(0.17, 0.55, 0.4), swept(0.08, -0.9, 0.7)
    rows = []
    for row in range(size):
        pixels = []
        for column in range(size):
            light, left = 0.0, 1.0
            for layer in range(layers):
                at = (layer * size + row) * size + column
                if thick[at]:
                    part = left * (1 - (1 - 0.93 * thick[at]) ** (0.22 * sharp))
                    light += part * (0.05 + 0.75 * key[at] + 0.2 * fill[at])
                    left -= part
                    if left < 0.004:
                        break
            pixels.append((clamp(light / (1 - left)) ** 0.56 if left < 1 else 0.0, 1 - left))
        rows.append(pixels)
    return rows


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else SIZE
    path = sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parent / "billow.png"
    frames = []
    for puff in range(PUFFS):
        cells = heights(puff, size)
        frames += [frame(cells, stage, size) for stage in range(STAGES)]
    write_png(pathlib.Path(path), tiled(frames, STAGES), GREY_AND_ALPHA, STEP)


main()
