"""EAN-13 symbols from their digits (GS1 General Specifications, 5.2)."""
from PIL import Image, ImageDraw

from . import lettering

# Widths of space, bar, space, bar of each digit in number set A; B is A mirrored, C has the colours swapped. Figure 5.2.1.2.1-1.
WIDTHS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"]
# Which of the left six digits are in set B (1), for each first digit. Figure 5.2.1.2.2-1.
PARITIES = ["000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010"]


def check_digit(digits):
    """The digit that completes `digits`: 629104150021 needs 3 (GS1 General Specifications, 7.9.1)."""
    total = sum(int(d) * (3 if i % 2 == 0 else 1) for i, d in enumerate(reversed(digits)))
    return str(-total % 10)


def modules(code):
    """The 95 modules of a 13-digit code, guards included: "1" is a bar."""
    if len(code) != 13 or not code.isdigit() or check_digit(code[:12]) != code[12]:
        raise ValueError(f"{code} is no EAN-13 number")

    def drawn(widths, first):
        return "".join(str((first + i) % 2) * int(w) for i, w in enumerate(widths))

    left = "".join(
        drawn(WIDTHS[int(d)][:: -1 if mirrored == "1" else 1], first=0) for d, mirrored in zip(code[1:7], PARITIES[int(code[0])])
    )
    right = "".join(drawn(WIDTHS[int(d)], first=1) for d in code[7:])
    return "101" + left + "01010" + right + "101"


def symbol(code, module, height, ink=(24, 22, 24), paper=(255, 255, 255), spread=0.0):
    """A picture of the code: `module` pixels a module, quiet zones of 11 and 7 modules, bars `height` modules high, digits below.

    `spread` is the fraction of a module that printing adds to each bar (negative: takes away)."""
    bits = modules(code)
    width = (11 + 95 + 7) * module
    picture = Image.new("RGB", (width, round((height + 9) * module)), paper)
    draw = ImageDraw.Draw(picture)
    grow = spread * module / 2
    start = 0
    while start < 95:
        end = start
        while end < 95 and bits[end] == bits[start]:
            end += 1
        if bits[start] == "1":
            is_guard = start < 3 or end > 92 or 45 <= start < 50
            bottom = height + (5 if is_guard else 0)
            draw.rectangle([(11 + start) * module - grow, module, (11 + end) * module - 1 + grow, bottom * module], fill=ink)
        start = end
    size = 8.2 * module
    baseline = (height + 1) * module
    lettering.text(draw, 2 * module, baseline, code[0], size, ink)
    for i, digit in enumerate(code[1:7]):
        lettering.text(draw, (11 + 3.6 + 7 * i) * module, baseline, digit, size, ink)
    for i, digit in enumerate(code[7:]):
        lettering.text(draw, (11 + 50.6 + 7 * i) * module, baseline, digit, size, ink)
    return picture
