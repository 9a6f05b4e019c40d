"""Text in the one font that Pillow brings along (Aileron), so that the pictures need no font of the machine's."""
from functools import lru_cache

from PIL import ImageFont


@lru_cache(maxsize=None)
def font(size):
    return ImageFont.load_default(size)


def width(string, size, bold=False):
    return font(round(size)).getlength(string) + (2 * stroke(size) if bold else 0)


def stroke(size):
    return max(1, round(size * 0.035))


def text(draw, x, y, string, size, ink, bold=False, anchor="lt"):
    """Draws at (x, y); `anchor` as in Pillow. Bold is the outline thickened."""
    draw.text((x, y), string, font=font(round(size)), fill=ink, anchor=anchor, stroke_width=stroke(size) if bold else 0, stroke_fill=ink)


def lines(string, size, limit):
    """The words of `string` in lines no wider than `limit`."""
    result, line = [], ""
    for word in string.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > limit:
            result.append(line)
            longer = word
        line = longer
    return result + [line]
