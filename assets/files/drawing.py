"""Functions that the recipes of pictures share: noise, shapes with antialiased borders, and the writing of PNG files. Only
Python's own library is used, so that the same files come out everywhere."""
import math
import struct
import zlib

GREY, COLOUR, GREY_AND_ALPHA, COLOUR_AND_ALPHA = 0, 2, 4, 6  # colour types of PNG


def clamp(value, low=0.0, high=1.0):
    return min(max(value, low), high)


def smooth(low, high, value):
    """Returns 0 up to `low`, 1 from `high`, and a smooth step between; `high` may be the smaller one."""
    t = clamp((value - low) / (high - low))
    return t * t * (3 - 2 * t)


def mix(a, b, share):
    return a + (b - a) * share


def lattice(x, y, *more):
    """Returns a random number, 0 to 1, for whole numbers."""
    def mixed(number):
        number &= 0xFFFFFFFF
        number = ((number ^ number >> 13) * 1274126177) & 0xFFFFFFFF
        return number ^ number >> 16
    number = mixed(x * 374761393 + y * 668265263)
    for z in more:
        number = mixed(number + (z + 1) * 2246822519)
    return number / 0xFFFFFFFF


def noise(x, y, *seed):
    """Returns smooth noise, 0 to 1, with one random number for each whole x and y."""
    column, row = math.floor(x), math.floor(y)
    right, down = x - column, y - row
    right, down = right * right * (3 - 2 * right), down * down * (3 - 2 * down)
    upper = lattice(column, row, *seed) * (1 - right) + lattice(column + 1, row, *seed) * right
    lower = lattice(column, row + 1, *seed) * (1 - right) + lattice(column + 1, row + 1, *seed) * right
    return upper * (1 - down) + lower * down


def turbulence(x, y, octaves, seed=0):
    """Returns the sum of noise of `octaves` sizes, each half as large and half as strong, 0 to 1."""
    total = weight = 0.0
    for octave in range(octaves):
        scale = 2**octave
        total += noise(x * scale + 17.3 * octave, y * scale + 9.1 * octave, seed + octave) / scale
        weight += 1 / scale
    return total / weight


def mixed(a, b, share):
    """Returns the mix of two colours."""
    return tuple(mix(p, q, share) for p, q in zip(a, b))


def patches(x, y, size, waves, seed):
    """Returns noise, 0 to 1, with so many waves over a picture of this size, which goes on where the picture ends."""
    def at(column, row):
        return noise(column * waves / size, row * waves / size, seed)
    across, down = x / size, y / size
    upper = mix(at(x, y), at(x - size, y), across)
    lower = mix(at(x, y - size), at(x - size, y - size), across)
    return mix(upper, lower, down)


def distance_to_segment(x, y, from_x, from_y, to_x, to_y):
    """Returns the distance of a place from a line between two points, and the share of the line at its nearest point."""
    along_x, along_y = to_x - from_x, to_y - from_y
    length = along_x * along_x + along_y * along_y
    share = clamp(((x - from_x) * along_x + (y - from_y) * along_y) / length) if length else 0.0
    return math.hypot(x - from_x - along_x * share, y - from_y - along_y * share), share


def render(width, height, shade, samples=4):
    """Returns rows of pixels as (brightness, alpha). `shade` returns the same, 0 to 1, for places whose x and y are -1 to 1
    along the shorter side, y upwards; a pixel is the mean over `samples` x `samples` of them, weighed by alpha."""
    half = min(width, height) / 2
    rows = []
    for row in range(height):
        pixels = []
        for column in range(width):
            light = alpha = 0.0
            for k in range(samples * samples):
                x = (column + (k % samples + 0.5) / samples - width / 2) / half
                y = (height / 2 - row - (k // samples + 0.5) / samples) / half
                bright, opaque = shade(x, y)
                light += bright * opaque
                alpha += opaque
            pixels.append((light / alpha if alpha else 0.0, alpha / (samples * samples)))
        rows.append(pixels)
    return rows


def tiled(frames, columns):
    """Returns the frames in one picture, from left to right and then down."""
    rows = []
    for first in range(0, len(frames), columns):
        for parts in zip(*frames[first:first + columns]):
            rows.append([pixel for part in parts for pixel in part])
    return rows


def bytes_of(pixel, colour_type, step):
    """Returns the bytes of a pixel in multiples of `step` of 255, which makes files smaller. Grey alone is what is opaque."""
    def byte(value):
        return min(round(clamp(value) * 255 / step) * step, 255)
    if colour_type == COLOUR:
        return [byte(value) for value in pixel]
    if colour_type == COLOUR_AND_ALPHA:
        return [byte(value) for value in pixel] if byte(pixel[3]) else [0, 0, 0, 0]
    bright, alpha = pixel
    return [byte(alpha)] if colour_type == GREY else [byte(bright) if byte(alpha) else 0, byte(alpha)]


def filtered(row, above, size):
    """Returns the row as the filter of PNG whose bytes are smallest has it, as encoders usually choose."""
    left = [0] * size + row[:-size]
    corner = [0] * size + above[:-size]

    def paeth(a, b, c):
        to_a, to_b, to_c = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        return a if to_a <= to_b and to_a <= to_c else b if to_b <= to_c else c
    guesses = [[0] * len(row), left, above, [(a + b) // 2 for a, b in zip(left, above)],
               [paeth(a, b, c) for a, b, c in zip(left, above, corner)]]
    tried = [[(value - guess) & 255 for value, guess in zip(row, guessed)] for guessed in guesses]
    costs = [sum(min(value, 256 - value) for value in one) for one in tried]
    best = costs.index(min(costs))
    return bytes([best] + tried[best])


class Canvas:
    """A picture that dabs of colour are painted on, each over those before it. A colour is a list of values, 0 to 1."""

    def __init__(self, width, height, values=1):
        self.width, self.height = width, height
        self.light = [[[0.0] * values for _ in range(width)] for _ in range(height)]
        self.alpha = [[0.0] * width for _ in range(height)]

    def put(self, x, y, colour, alpha):
        """Paints a pixel, if it is on the canvas."""
        if 0 <= x < self.width and 0 <= y < self.height and alpha > 0:
            self.light[y][x] = [value * alpha + below * (1 - alpha) for value, below in zip(colour, self.light[y][x])]
            self.alpha[y][x] = alpha + self.alpha[y][x] * (1 - alpha)

    def dab(self, x, y, radius, colour, alpha=1.0, soft=1.0):
        """Paints a disc whose border is `soft` pixels wide."""
        reach = radius + soft
        for row in range(math.floor(y - reach), math.ceil(y + reach) + 1):
            for column in range(math.floor(x - reach), math.ceil(x + reach) + 1):
                inside = radius + soft / 2 - math.hypot(column + 0.5 - x, row + 0.5 - y)
                self.put(column, row, colour, alpha * clamp(inside / soft))

    def stroke(self, line, radii, colour, alpha=1.0):
        """Paints a line through points, whose radii are those at its ends."""
        for k, ((ax, ay), (bx, by)) in enumerate(zip(line, line[1:])):
            steps = max(1, round(math.hypot(bx - ax, by - ay) / 0.7))
            for step in range(steps):
                share = step / steps
                radius = mix(radii[0], radii[1], (k + share) / (len(line) - 1))
                self.dab(mix(ax, bx, share), mix(ay, by, share), radius, colour, alpha)

    def rows(self):
        """Returns rows of pixels for `write_png`."""
        return [[tuple(value / a if a else 0.0 for value in light) + (a,) for light, a in zip(lights, alphas)]
                for lights, alphas in zip(self.light, self.alpha)]


def write_png(path, rows, colour_type, step=1):
    """Writes rows of pixels as `render` returns them, or with three values each if they have a colour."""
    size = {GREY: 1, COLOUR: 3, GREY_AND_ALPHA: 2, COLOUR_AND_ALPHA: 4}[colour_type]
    above = [0] * (size * len(rows[0]))
    lines = []
    for pixels in rows:
        row = [byte for pixel in pixels for byte in bytes_of(pixel, colour_type, step)]
        lines.append(filtered(row, above, size))
        above = row

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, colour_type, 0, 0, 0)
    packed = zlib.compress(b"".join(lines), 9)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))
