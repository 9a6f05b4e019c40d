#!/usr/bin/env python3
"""Draws retail codes that something hides, tears, doubles or lights badly, with the codes that are printed.

  damaged_codes.py OUT [--count 3000] [--seed 952] [--only DAMAGE]

Needs numpy and opencv-python-headless. Writes DAMAGE/NUMBER.png and manifest.tsv (path, symbology, codes, description): a reader may read
one of the printed codes or none. Codes are EAN-13, UPC-A, EAN-8 and UPC-E of number system 0, written as the number that they stand for.
Picture N of a seed is the same whatever the count is. Lengths are in modules, the width of a code's thinnest bar.
"""
import argparse
import random
from pathlib import Path

import cv2
import numpy as np

# Samples a module: of the label, before the camera.
FINE = 8
SET_A = ["0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011"]
LEFT_SETS = ["AAAAAA", "AABABB", "AABBAB", "AABBBA", "ABAABB", "ABBAAB", "ABBBAA", "ABABAB", "ABABBA", "ABBABA"]
UPCE_SETS = ["BBBAAA", "BBABAA", "BBAABA", "BBAAAB", "BABBAA", "BAABBA", "BAAABB", "BABABA", "BABAAB", "BAABAB"]


def bars_of(digit, which="A"):
    """The seven modules of a digit; 1 is a bar. Set C is A with the colours exchanged, B is C backwards (ISO/IEC 15420, table 1)."""
    pattern = SET_A[int(digit)]
    if which == "A":
        return pattern
    inverted = pattern.translate(str.maketrans("01", "10"))
    return inverted if which == "C" else inverted[::-1]


def check_digit(number):
    """Weights 3 and 1 in turn from the right: 400638133393 has 1."""
    return str(-sum(int(digit) * (3, 1)[place % 2] for place, digit in enumerate(reversed(number))) % 10)


def expanded(number):
    """The eleven digits of UPC-A that the first seven of a UPC-E stand for: 0123456 is 01234500006."""
    n, d, last = number[0], number[1:6], number[6]
    if last in "012":
        return n + d[:2] + last + "0000" + d[2:]
    if last == "3":
        return n + d[:3] + "00000" + d[3:]
    if last == "4":
        return n + d[:4] + "00000" + d[4:]
    return n + d + "0000" + last


class Code:
    """A code with its modules, and its number as the manifest has it."""

    def __init__(self, rng):
        self.kind = rng.choices(["EAN13", "UPCA", "EAN8", "UPCE"], [5, 2, 2, 2])[0]
        number = "".join(rng.choice("0123456789") for _ in range({"EAN13": 12, "UPCA": 11, "EAN8": 7, "UPCE": 6}[self.kind]))
        if self.kind == "UPCE":
            check = check_digit(expanded("0" + number))
            self.number = expanded("0" + number) + check
            self.modules = "101" + "".join(map(bars_of, number, UPCE_SETS[int(check)])) + "010101"
            return
        self.number = number + check_digit(number)
        if self.kind == "EAN8":
            left, right = "".join(map(bars_of, self.number[:4])), self.number[4:]
        else:
            whole = self.number.rjust(13, "0")
            left, right = "".join(map(bars_of, whole[1:7], LEFT_SETS[int(whole[0])])), whole[7:]
        self.modules = "101" + left + "01010" + "".join(bars_of(digit, "C") for digit in right) + "101"

    def ink(self, spread):
        """Share of ink in each sample across the code and a module on either side; bars are wider by `spread`."""
        places, cover = np.arange(FINE * (len(self.modules) + 2)), 0
        bar = self.modules.find("1")
        while bar >= 0:
            end = (self.modules + "0").find("0", bar)
            first, last = FINE * (bar + 1 - spread / 2), FINE * (end + 1 + spread / 2)
            cover = cover + np.clip(np.minimum(places + 1, last) - np.maximum(places, first), 0, 1)
            bar = self.modules.find("1", end)
        return np.clip(cover, 0, 1)


class Label:
    """A printed label: `paper` is what each sample reflects, 0 black … 1 white."""

    def __init__(self, rng):
        self.rng, self.codes = rng, []
        # The longest code with its quiet zones and something on every side.
        self.paper = np.ones((72 * FINE, 150 * FINE), np.float32)
        self.height = rng.uniform(18, 44)
        self.spread = rng.uniform(-0.2, 0.25) if rng.random() < 0.7 else rng.uniform(-0.4, 0.5)
        self.box = self.print_code(0, 0)
        self.surround()

    def print_code(self, x, y, is_opaque=False):
        """Prints a new code with its middle so many modules right of and below the label's. Returns the box of its bars, in samples."""
        code = Code(self.rng)
        self.codes.append(code)
        ink = code.ink(self.spread)
        rows, columns = self.paper.shape
        left, top = int(columns / 2 + x * FINE - len(ink) / 2), int(rows / 2 + y * FINE - self.height * FINE / 2)
        bottom = top + int(self.height * FINE)
        if is_opaque:
            quiet = int(self.rng.uniform(0.5, 11) * FINE)
            self.paper[max(0, top - 3 * FINE):bottom + 8 * FINE, max(0, left - quiet):left + len(ink) + quiet] = self.rng.uniform(0.85, 1)
        first, last = max(0, left), min(columns, left + len(ink))
        part = self.paper[max(0, top):bottom, first:last]
        np.minimum(part, 1 - ink[first - left:last - left], out=part)
        self.write(left + FINE * 6, bottom + 6 * FINE, code.number)
        return left + FINE, top, left + len(ink) - FINE, bottom

    def write(self, x, y, text, tone=0.0, size=5.0):
        where, thickness = (int(x), int(y)), max(1, int(size * FINE / 12))
        self.lay(self.mask(lambda mask: cv2.putText(mask, text, where, cv2.FONT_HERSHEY_SIMPLEX, size * FINE / 22, 255, thickness, cv2.LINE_AA)), tone)

    def surround(self):
        """Print around the code: a frame, lines of text, panels of colour, beyond the quiet zones."""
        rng, (left, top, right, bottom) = self.rng, self.box
        quiet = FINE * 11
        if rng.random() < 0.25:
            cv2.rectangle(self.paper, (left - quiet, top - 4 * FINE), (right + quiet, bottom + 9 * FINE), rng.uniform(0, 0.4), rng.randint(2, FINE))
        if rng.random() < 0.5:
            for _ in range(rng.randint(1, 4)):
                self.write(rng.uniform(0, 60) * FINE, rng.choice([rng.uniform(2, 10), rng.uniform(66, 71)]) * FINE, self.words(), rng.uniform(0, 0.5), rng.uniform(3, 6))
        for edge, is_left in ((left - quiet, True), (right + quiet, False)):
            if rng.random() < 0.3:
                tone = rng.uniform(0, 0.7)
                if is_left:
                    self.paper[:, :max(0, edge - rng.randint(0, 6 * FINE))] = tone
                else:
                    self.paper[:, edge + rng.randint(0, 6 * FINE):] = tone

    def words(self):
        return "".join(self.rng.choice("abcdefghilmnorstuIlH10 .,%/") for _ in range(self.rng.randint(4, 24)))

    # What happens to it. Each takes the label as the one before left it.

    def part(self, widest=0.7):
        """A stretch across the bars, in samples: their left, their right, their middle, or anywhere. A quarter of them is one half, about."""
        left, _, right, _ = self.box
        if self.rng.random() < 0.25:
            middle, end = (left + right) / 2 + self.rng.uniform(-4, 4) * FINE, self.rng.uniform(0, 14) * FINE
            return (int(middle), int(right + end)) if self.rng.random() < 0.5 else (int(max(0, left - end)), int(middle))
        width = self.rng.uniform(0.04, widest) * (right - left)
        slack = self.rng.uniform(0, 14) * FINE
        start = self.rng.choice([left - slack, right - width + slack, (left + right - width) / 2, self.rng.uniform(left - slack, right - width + slack)])
        # A little beyond the ends, where it is beyond them.
        return int(max(0, start)), int(min(self.paper.shape[1], start + width))

    def rows(self):
        """Rows of all the bars, or of some of them."""
        _, top, _, bottom = self.box
        whole = (max(0, top - self.rng.randint(0, 12 * FINE)), min(self.paper.shape[0], bottom + self.rng.randint(0, 12 * FINE)))
        if self.rng.random() < 0.6:
            return whole
        a, b = sorted(self.rng.randint(*whole) for _ in "ab")
        return a, max(b, a + 2 * FINE)

    def shape(self, first, last, top, bottom):
        """A mask, 0…1, of a leaning box with soft or sharp corners."""
        turn = self.rng.choice([0, self.rng.uniform(-4, 4), self.rng.uniform(-25, 25)])
        box = cv2.boxPoints((((first + last) / 2, (top + bottom) / 2), (last - first, bottom - top), turn))
        return self.mask(lambda mask: cv2.fillPoly(mask, [np.int32(box)], 255, cv2.LINE_AA))

    def mask(self, *shapes):
        """What is drawn, 0…1, with smooth rims: OpenCV draws those in bytes alone."""
        mask = np.zeros(self.paper.shape, np.uint8)
        for shape in shapes:
            shape(mask)
        return mask.astype(np.float32) / 255

    def lay(self, mask, tone):
        self.paper += mask * (tone - self.paper)

    def label(self):
        """A price label, a sticker or a flap over a part."""
        rng, (first, last), (top, bottom) = self.rng, self.part(), self.rows()
        under = self.paper.copy()
        mask = self.shape(first, last, top, bottom)
        self.lay(mask, rng.choice([1.0, rng.uniform(0, 1), rng.uniform(0.8, 1)]))
        if rng.random() < 0.5:
            for row in range(top + 6 * FINE, bottom, 7 * FINE):
                self.write(first + rng.randint(1, 4) * FINE, row, self.words(), rng.uniform(0, 0.5), rng.uniform(3, 8))
        if rng.random() < 0.2:
            for column in range(first, last, max(3, int(rng.uniform(1, 5) * FINE))):
                self.paper[top:bottom, column:column + int(rng.uniform(0.5, 3) * FINE)] = rng.uniform(0, 0.6)
        self.paper = under + mask * (self.paper - under)

    def glare(self):
        """A lamp's reflection: white in its middle, fading."""
        (first, last), (top, bottom) = self.part(), self.rows()
        mask = self.shape(first, last, top, bottom)
        self.lay(self.soft(mask, self.rng.uniform(0.3, 6)) * self.rng.uniform(0.8, 1), self.rng.uniform(1, 1.3))

    @staticmethod
    def soft(mask, modules):
        return cv2.GaussianBlur(mask, (0, 0), modules * FINE)

    def torn(self):
        """A part torn off along a ragged line, down to something grey."""
        rng, (first, last), (top, bottom) = self.rng, self.part(), self.rows()
        steps = np.arange(top, bottom + 2 * FINE, 2 * FINE)
        ragged = np.cumsum(np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(0.1, 1) * FINE, (2, len(steps))), axis=1)
        outline = np.concatenate([np.stack([first + ragged[0], steps], 1), np.stack([last + ragged[1], steps], 1)[::-1]])
        self.lay(self.mask(lambda mask: cv2.fillPoly(mask, [np.int32(outline)], 255, cv2.LINE_AA)), rng.uniform(0.2, 1))

    def doubled(self):
        """A part of the bars a second time at another place, as a bent or shaken label shows it."""
        (first, last), (top, bottom) = self.part(0.5), self.rows()
        last = max(last, first + 2)
        goal = int(self.rng.choice([first + self.rng.uniform(-60, 60) * FINE, self.part()[0]]))
        goal = max(0, min(self.paper.shape[1] - (last - first), goal))
        self.paper[top:bottom, goal:goal + last - first] = self.paper[top:bottom, first:last].copy()

    def overlapping(self):
        """A second code over or under a part of this one."""
        rng, (left, _, right, _) = self.rng, self.box
        far = (right - left) / FINE
        y = rng.choice([0, rng.uniform(-0.9, 0.9) * self.height])
        self.print_code(rng.choice([-1, 1]) * rng.uniform(0.1, 1) * far, y, is_opaque=rng.random() < 0.85)

    def fold(self):
        """A crease that hides a stretch: what is left and right of it meets."""
        first, last = self.part(0.35)
        lean = self.rng.choice([0, self.rng.uniform(-0.4, 0.4)])
        rows, columns = self.paper.shape
        lines = np.arange(rows)
        starts = np.clip(first + lean * (lines - rows / 2), 0, columns - 1).astype(int)
        hidden = last - first
        for row, start in zip(lines, starts):
            self.paper[row, start:columns - hidden] = self.paper[row, start + hidden:].copy()
        if self.rng.random() < 0.6:
            tone, width = self.rng.choice([-0.5, -0.2, 0.3]), self.rng.uniform(0.3, 3) * FINE
            distance = np.abs(np.arange(columns)[None, :] - starts[:, None])
            self.paper = np.clip(self.paper + tone * np.exp(-((distance / width) ** 2)), 0, 1.2).astype(np.float32)

    def shifted(self):
        """Two parts, above and below, that don't lie on one another any more."""
        _, top, _, bottom = self.box
        row, by = self.rng.randint(top, bottom), int(self.rng.uniform(-20, 20) * FINE)
        self.paper[:row] = np.roll(self.paper[:row], by, axis=1)

    def scratched(self):
        """Scratches, or a pen's strokes."""
        rows, columns = self.paper.shape
        for _ in range(self.rng.randint(1, 6)):
            ends = [(self.rng.randint(0, columns), self.rng.randint(0, rows)) for _ in "ab"]
            if self.rng.random() < 0.4:  # along the bars
                ends[1] = (ends[0][0] + self.rng.randint(-2 * FINE, 2 * FINE), rows)
                ends[0] = (ends[0][0], 0)
            tone, width = self.rng.choice([0.0, 1.0, self.rng.random()]), max(1, int(self.rng.uniform(0.2, 3) * FINE))
            self.lay(self.mask(lambda mask: cv2.line(mask, *ends, 255, width, cv2.LINE_AA)), tone)

    def dirty(self):
        """Spots, drops and crumbs."""
        rows, columns = self.paper.shape
        spots = []
        for _ in range(self.rng.randint(1, 14)):
            size = max(1, int(self.rng.uniform(0.3, 7) * FINE)), max(1, int(self.rng.uniform(0.3, 7) * FINE))
            spots.append(((self.rng.randint(0, columns), self.rng.randint(0, rows)), size, self.rng.uniform(0, 180)))
        mask = self.mask(*(self.ellipse(*spot) for spot in spots))
        self.lay(self.soft(mask, self.rng.uniform(0.05, 1)) * self.rng.uniform(0.5, 1), self.rng.random())

    def fingers(self):
        """One to three fingertips over an end, out of focus."""
        rows, columns = self.paper.shape
        first, last = self.part(0.5)
        tips = []
        for _ in range(self.rng.randint(1, 3)):
            middle = (self.rng.randint(first, max(first + 1, last)), self.rng.randint(0, rows))
            size = int(self.rng.uniform(6, 14) * FINE), int(self.rng.uniform(10, 40) * FINE)
            tips.append((middle, size, self.rng.choice([0, 90, self.rng.uniform(0, 180)])))
        mask = self.mask(*(self.ellipse(*tip) for tip in tips))
        self.lay(self.soft(mask, self.rng.uniform(0.2, 3)), self.rng.uniform(0.2, 0.85))

    @staticmethod
    def ellipse(middle, size, turn):
        return lambda mask: cv2.ellipse(mask, middle, size, turn, 0, 360, 255, -1, cv2.LINE_AA)

    def ghost(self):
        """Seen twice: a reflection, or a camera that moved."""
        moved = np.roll(self.paper, int(self.rng.choice([self.rng.uniform(-8, 8), self.rng.uniform(-50, 50)]) * FINE), axis=1)
        share = self.rng.uniform(0.1, 0.6)
        self.paper = (1 - share) * self.paper + share * moved

    def shaded(self):
        """A shadow's edge, or light that fades."""
        rows, columns = self.paper.shape
        place = np.linspace(-1, 1, columns)[None, :] + self.rng.uniform(-0.4, 0.4) * np.linspace(-1, 1, rows)[:, None]
        edge = self.rng.uniform(-0.6, 0.6)
        rise = np.clip((place - edge) / self.rng.choice([0.02, 0.2, 1.5]) + 0.5, 0, 1)
        if self.rng.random() < 0.5:
            rise = 1 - rise
        self.paper = (self.paper * (1 - self.rng.uniform(0.3, 0.9) * rise)).astype(np.float32)


DAMAGES = ["label", "glare", "torn", "doubled", "overlapping", "fold", "shifted", "scratched", "dirty", "fingers", "ghost", "shaded", "cut"]


def photograph(label, rng, is_cut):
    """The label as a phone sees it, in grey; cut off at a border, somewhere in its bars, if so told."""
    noise = np.random.default_rng(rng.getrandbits(32))
    module = rng.uniform(1.4, 5)
    blur = rng.uniform(0.15, 0.45) if rng.random() < 0.7 else rng.uniform(0.45, 0.9)
    # The lens, and a pixel that takes the mean over its square.
    paper = cv2.GaussianBlur(label.paper, (0, 0), FINE * np.hypot(blur, 1 / module / np.sqrt(12)))
    rows, columns = paper.shape
    turn = rng.choice([0, 180, rng.uniform(-8, 8), rng.uniform(0, 360), 90])
    scale = module / FINE
    matrix = cv2.getRotationMatrix2D((columns / 2, rows / 2), turn, scale)
    cosine, sine = abs(matrix[0, 0]), abs(matrix[0, 1])
    width, height = int(columns * cosine + rows * sine), int(columns * sine + rows * cosine)
    matrix[:, 2] += width / 2 - columns / 2, height / 2 - rows / 2
    outside = rng.choice([1.0, rng.random()])
    if rng.random() < 0.3:
        # Seen obliquely, or around a can: rows and columns stretch.
        x, y = np.meshgrid(np.linspace(-1, 1, columns, dtype=np.float32), np.linspace(-1, 1, rows, dtype=np.float32))
        lean, bend = rng.uniform(-0.1, 0.1), rng.choice([0, rng.uniform(0, 0.12)])
        x2, y2 = x * (1 + lean * x) * (1 + bend * x * x) / (1 + bend), y * (1 + 0.5 * lean * x)
        paper = cv2.remap(paper, (x2 + 1) * (columns - 1) / 2, (y2 + 1) * (rows - 1) / 2, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.warpAffine(paper.astype(np.float32), matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=outside)
    black = rng.uniform(5, 70)
    white = black + (rng.uniform(100, 185) if rng.random() < 0.75 else rng.uniform(25, 100))
    grey = black + (white - black) * seen + noise.normal(0, rng.uniform(0.5, 6), seen.shape)
    if is_cut:
        left, top, right, bottom = label.box
        middle = matrix @ [rng.uniform(left, right), rng.uniform(top, bottom), 1]
        across = matrix[:, 0] / np.hypot(*matrix[:, 0])
        # The border nearest to the bars' direction.
        x, y = (int(np.clip(value, 60, limit - 60)) for value, limit in zip(middle, (width, height)))
        if abs(across[0]) > abs(across[1]):
            grey = grey[:, :x] if rng.random() < 0.5 else grey[:, x:]
        else:
            grey = grey[:y] if rng.random() < 0.5 else grey[y:]
    picture = np.clip(grey, 0, 255).astype(np.uint8)
    return picture, f"module={module:.2f} blur={blur:.2f} turn={turn:.0f} contrast={white - black:.0f} spread={label.spread:.2f}"


def draw(seed, index, only=None):
    """A picture, its printed codes, its first damage, and a description."""
    rng = random.Random(f"{seed} {index}")
    label = Label(rng)
    damages = [only or rng.choice(DAMAGES)]
    while rng.random() < 0.35:
        damages.append(rng.choice(DAMAGES))
    for damage in damages:
        if damage != "cut":
            getattr(label, damage)()
    picture, camera = photograph(label, rng, "cut" in damages)
    return picture, label.codes, damages[0], f"{'+'.join(damages)} {camera}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=952)
    parser.add_argument("--only", choices=DAMAGES, metavar="DAMAGE", help=f"first of all this: {', '.join(DAMAGES)}")
    arguments = parser.parse_args()
    for damage in DAMAGES:
        (arguments.out / damage).mkdir(parents=True, exist_ok=True)
    rows = []
    for index in range(arguments.count):
        picture, codes, damage, description = draw(arguments.seed, index, arguments.only)
        path = f"{damage}/{index:05d}.png"
        cv2.imwrite(str(arguments.out / path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        printed = "/".join(code.number for code in codes)
        rows.append(f"{path}\tEAN13\t{printed}\t{'+'.join(code.kind for code in codes)} {description}\n")
    (arguments.out / "manifest.tsv").write_text("".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
