"""Printed artwork: back panels, wrap-around labels and fronts, in millimetres on a sheet of pixels."""
import math
import random

from PIL import Image, ImageDraw

from . import barcode, lettering

MODULE_MM = 0.33  # GS1's nominal module; a symbol with its quiet zones is 113 modules = 37.3 mm wide
NUTRIENTS = [
    ("Energy", "energy_kcal_100g", "kcal"), ("Fat", "fat_g_100g", "g"), ("  of which saturates", "saturated_fat_g_100g", "g"),
    ("Carbohydrate", "carbs_g_100g", "g"), ("  of which sugars", "sugars_g_100g", "g"), ("Fibre", "fiber_g_100g", "g"),
    ("Protein", "protein_g_100g", "g"), ("Salt", "salt_g_100g", "g"),
]


def mix(a, b, share):
    return tuple(round(x + (y - x) * share) for x, y in zip(a, b))


class Sheet:
    """A canvas of `width` × `height` mm. `module` pixels are one module of a nominal barcode."""

    def __init__(self, width, height, paper, module=6):
        self.module = module
        self.scale = module / MODULE_MM
        self.width, self.height = width, height
        self.picture = Image.new("RGB", (round(width * self.scale), round(height * self.scale)), paper)
        self.draw = ImageDraw.Draw(self.picture)

    def px(self, *millimetres):
        return [v * self.scale for v in millimetres]

    def text(self, x, y, string, size, ink, bold=False, anchor="lt"):
        lettering.text(self.draw, *self.px(x, y, ), string, size * self.scale, ink, bold, anchor)

    def fitted(self, x, y, string, size, limit, ink, bold=True, anchor="lt"):
        """Text no wider than `limit` mm; the size that it got."""
        wide = lettering.width(string, size * self.scale, bold) / self.scale
        size = min(size, size * limit / wide)
        self.text(x, y, string, size, ink, bold, anchor)
        return size

    def paragraph(self, x, y, limit, string, size, ink):
        for line in lettering.lines(string, size * self.scale, limit * self.scale):
            self.text(x, y, line, size, ink)
            y += size * 1.28
        return y

    def box(self, x, y, w, h, fill=None, outline=None, radius=0.0, line=0.2):
        self.draw.rounded_rectangle(self.px(x, y, x + w, y + h), radius * self.scale, fill, outline, max(1, round(line * self.scale)))

    def dot(self, x, y, r, fill):
        self.draw.ellipse(self.px(x - r, y - r, x + r, y + r), fill)

    def petal(self, x, y, length, breadth, angle, fill):
        """An ellipse with one end at (x, y), pointing to `angle` degrees."""
        turn = math.radians(angle)
        points = []
        for k in range(40):
            a = 2 * math.pi * k / 40
            u, v = length / 2 * (1 + math.cos(a)), breadth / 2 * math.sin(a)
            points.append(tuple(self.px(x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn))))
        self.draw.polygon(points, fill)

    def barcode(self, code, x, y, height=62, quarter_turns=0, size=1.0, ink=(24, 22, 24), spread=0.08):
        """The symbol with its upper left corner at (x, y), `size` of nominal; (x, y) of its middle."""
        art = barcode.symbol(code, self.module, height, ink, spread=spread)
        if size != 1.0:
            art = art.resize((round(art.width * size), round(art.height * size)), Image.Resampling.LANCZOS)
        if quarter_turns:
            art = art.rotate(90 * quarter_turns, expand=True)
        left, top = (round(v) for v in self.px(x, y))
        self.picture.paste(art, (left, top))
        return (left + art.width / 2) / self.scale, (top + art.height / 2) / self.scale

    def nutrition(self, x, y, w, facts, ink, paper):
        """The table; y of its lower edge."""
        row, size = 3.3, 1.95
        self.box(x, y, w, row * (len(NUTRIENTS) + 1) + 0.8, fill=paper, outline=ink)
        self.text(x + 1, y + 0.8, "Nutrition", size, ink, bold=True)
        self.text(x + w - 1, y + 0.8, "per 100 g" if " l" not in facts["quantity"] and "ml" not in facts["quantity"] else "per 100 ml", size, ink,
                  bold=True, anchor="rt")
        for i, (name, key, unit) in enumerate(NUTRIENTS, 1):
            top = y + i * row
            self.draw.line(self.px(x, top, x + w, top), ink, max(1, round(0.12 * self.scale)))
            self.text(x + 1, top + 0.8, name, size, ink)
            self.text(x + w - 1, top + 0.8, f"{facts[key]} {unit}", size, ink, anchor="rt")
        return y + row * (len(NUTRIENTS) + 1) + 0.8

    def marks(self, x, y, ink):
        """Small print that every package has: a bin, a triangle, a date."""
        self.draw.polygon([tuple(self.px(*p)) for p in [(x, y + 6), (x + 3.4, y), (x + 6.8, y + 6)]], outline=ink, width=max(1, round(0.45 * self.scale)))
        self.text(x + 3.4, y + 3, "21", 2, ink, anchor="mt")
        self.box(x + 9, y + 1.6, 3.6, 4.4, outline=ink, line=0.4)
        self.box(x + 8.4, y + 0.3, 4.8, 1, fill=ink)
        self.text(x + 16, y + 0.6, "PAP / PE", 1.7, ink)
        self.text(x + 16, y + 3.2, "L 2317 B", 1.7, ink)


def motif(sheet, look, x, y, size, seed):
    """The drawing on a front, about `size` mm across, around (x, y)."""
    dice = random.Random(seed)
    a, dark, light = look.accent, mix(look.accent, (0, 0, 0), 0.35), mix(look.accent, (255, 255, 255), 0.4)
    if look.motif == "grain":
        for stem in (-18, 0, 18):
            turn = math.radians(stem - 90)
            for k in range(7):
                d = size * (0.1 + 0.07 * k)
                px, py = x + d * math.cos(turn) * 1.2, y + size * 0.35 + d * math.sin(turn)
                for side in (-38, 38):
                    sheet.petal(px, py, size * 0.14, size * 0.06, stem - 90 + side, (a, dark, light)[dice.randrange(3)])
    elif look.motif in ("tomato", "citrus"):
        for dx, dy, r in [(-0.22, 0.08, 0.26), (0.2, 0.02, 0.3), (0.0, -0.16, 0.2)]:
            tone = (206, 52, 34) if look.motif == "tomato" else (252, 196, 34)
            sheet.dot(x + dx * size, y + dy * size, r * size, mix(tone, (0, 0, 0), 0.18))
            sheet.dot(x + (dx - 0.02) * size, y + (dy - 0.02) * size, r * size * 0.93, tone)
            sheet.dot(x + (dx - 0.1) * size, y + (dy - 0.12) * size, r * size * 0.22, mix(tone, (255, 255, 255), 0.5))
            for k in range(5):
                sheet.petal(x + dx * size, y + (dy - r * 0.8) * size, size * 0.14, size * 0.05, 72 * k + 20, (52, 112, 50))
    elif look.motif == "fish":
        sheet.petal(x - size * 0.4, y, size * 0.75, size * 0.26, 0, a)
        sheet.petal(x - size * 0.36, y - size * 0.01, size * 0.62, size * 0.12, 0, light)
        for turn in (-32, 32):
            sheet.petal(x + size * 0.28, y, size * 0.26, size * 0.1, turn, dark)
        sheet.dot(x - size * 0.28, y - size * 0.03, size * 0.02, look.ink)
    elif look.motif == "nut":
        for k in range(9):
            px, py, turn = x + dice.uniform(-.38, .38) * size, y + dice.uniform(-.25, .25) * size, dice.uniform(0, 180)
            sheet.petal(px, py, size * 0.24, size * 0.12, turn, (160, 98, 46))
            sheet.petal(px, py, size * 0.2, size * 0.08, turn, (206, 152, 88))
    elif look.motif == "square":
        for i in range(3):
            for j in range(3):
                left, top = x + (i - 1.5) * size * 0.26, y + (j - 1.5) * size * 0.26
                sheet.box(left, top, size * 0.24, size * 0.24, fill=(88, 48, 34), radius=size * 0.02)
                sheet.box(left + size * 0.03, top + size * 0.03, size * 0.18, size * 0.18, fill=(112, 64, 44), radius=size * 0.02)
    elif look.motif == "leaf":
        for k in range(8):
            sheet.petal(x, y + size * 0.1, size * 0.42, size * 0.16, -160 + 20 * k, (mix(a, (60, 130, 60), 0.5), a, light)[k % 3])
    else:
        for k, r in enumerate((0.42, 0.33, 0.24)):
            sheet.dot(x, y + size * 0.06 * k, size * r, (mix(a, look.base, 0.4), a, light)[k])
        sheet.petal(x, y - size * 0.46, size * 0.5, size * 0.2, 90, light)


def back(facts, look, width, height, module=6, corner="right", size=1.0, quarter_turns=0):
    """A back panel with its barcode in a lower corner; the picture and the middle of the barcode in mm."""
    sheet = Sheet(width, height, look.base, module)
    pale = mix(look.base, (255, 255, 255), 0.82 if sum(look.base) < 500 else 0.5)
    dark = (34, 32, 34)
    band = height * 0.2
    sheet.box(0, 0, width, band, fill=mix(look.base, (0, 0, 0), 0.14))
    sheet.box(0, band, width, 1.1, fill=look.accent)
    got = sheet.fitted(5, band * 0.16, facts["brand"], band * 0.42, width * 0.6, look.ink)
    sheet.fitted(5, band * 0.24 + got, facts["name"], band * 0.24, width * 0.6, look.ink, bold=False)
    motif(sheet, look, width - band * 0.75, band * 0.5, band * 0.9, facts["code"])
    y = band + 4.5
    sheet.text(5, y, look.slogan, 3.2, look.ink, bold=True)
    y = sheet.paragraph(5, y + 5.2, width - 10, f"Ingredients: {look.ingredients}", 2.1, look.ink) + 2
    code_w, code_h = (113 * MODULE_MM * size, 71 * MODULE_MM * size)
    if quarter_turns % 2:
        code_w, code_h = code_h, code_w
    code_x = width - code_w - 4 if corner == "right" else 4
    code_y = height - code_h - 4
    table_w = width - code_w - 13
    if table_w < 34:
        bottom = sheet.nutrition(5, y, min(width - 10, 62), facts, dark, pale)
        bottom = min(bottom + 2.5, code_y - 6)
        sheet.text(5, bottom, f"Net {facts['quantity']}", 4, look.ink, bold=True)
    else:
        table_x = 5 if corner == "right" else code_w + 9
        bottom = sheet.nutrition(table_x, min(y, height - 36), table_w, facts, dark, pale)
        sheet.text(code_x + 1, min(y, height - 36), f"Net {facts['quantity']}", 4, look.ink, bold=True)
    small_print(sheet, facts, look, 5, bottom + 5, width - 10, code_y - 4)
    sheet.marks(6 if corner == "right" else width - 32, height - 9, look.ink)
    # The white field behind the code that printers leave, wider than the quiet zones.
    sheet.box(code_x - 1, code_y - 1, code_w + 2, code_h + 2, fill=(255, 255, 255), radius=1)
    middle = sheet.barcode(facts["code"], code_x, code_y, quarter_turns=quarter_turns, size=size)
    return sheet.picture, middle


def small_print(sheet, facts, look, x, y, limit, bottom):
    """What else a panel says, as far as there is room above `bottom`."""
    recipe = f"{facts['brand']} {facts['name'].lower()}: one portion is {facts['serving']}."
    for title, words in (
        ("How to enjoy it", f"{recipe} Good with fruit, on its own, or in company. Open carefully, close well, and share the rest."),
        ("Keep it so", "Store in a cool, dry place, away from light and strong smells. Best before end: see stamp. Once opened, use within a few weeks."),
        ("Where it is from", "Grown, made and packed by people who know each other by name. We buy from forty farms, none of them further away than a day by train."),
        ("Say hello", f"{facts['brand']} Foods, 1 Example Quay, Demo Harbour. Questions, praise, complaints: write to us, we answer each letter."),
    ):
        lines = lettering.lines(words, 2.1 * sheet.scale, limit * sheet.scale)
        needed = 4.4 + len(lines) * 2.7
        if y + needed > bottom:
            return
        sheet.box(x, y - 1.4, limit, 0.25, fill=look.accent)
        sheet.text(x, y, title, 2.7, look.ink, bold=True)
        y = sheet.paragraph(x, y + 4, limit, words, 2.1, look.ink) + 2.6


def wrap(facts, look, around, height, module=6, ladder=False, size=1.0, paper=None):
    """A label around a can: front in the left half, small print and barcode in the right. The barcode's bars run along the can, or
    around it (`ladder`). The picture and the middle of the barcode in mm."""
    sheet = Sheet(around, height, paper or look.base, module)
    pale = mix(look.base, (255, 255, 255), 0.85)
    sheet.dot(around * 0.25, height * 0.58, min(around * 0.2, height * 0.4), mix(look.base, look.accent, 0.25))
    sheet.box(0, 0, around, height * 0.06, fill=look.accent)
    sheet.box(0, height * 0.94, around, height * 0.06, fill=look.accent)
    motif(sheet, look, around * 0.25, height * 0.66, min(height * 0.42, around * 0.3), facts["code"])
    sheet.fitted(around * 0.25, height * 0.14, facts["brand"], height * 0.16, around * 0.36, look.ink, anchor="mt")
    sheet.fitted(around * 0.25, height * 0.34, facts["name"], height * 0.07, around * 0.36, look.ink, bold=False, anchor="mt")
    sheet.text(around * 0.44, height * 0.86, facts["quantity"], 4.2, look.ink, bold=True, anchor="rt")
    code_w, code_h = 113 * MODULE_MM * size, 71 * MODULE_MM * size
    if ladder:
        code_w, code_h = code_h, code_w
    code_x, code_y = around * 0.98 - code_w, (height - code_h) / 2
    top, words = height * 0.1, f"Ingredients: {look.ingredients}"
    table_w = min(48, around * 0.46 - code_w - 4)
    if table_w >= 30 and height >= 40:
        x = code_x - table_w - 4
        bottom = sheet.nutrition(x, top, table_w, facts, (34, 32, 34), pale)
        if bottom < height * 0.7:
            sheet.paragraph(x, bottom + 2, table_w, words, 1.9, look.ink)
        if not ladder:
            sheet.paragraph(code_x, top, code_w, f"Net {facts['quantity']}. One portion: {facts['serving']}. {look.slogan}.", 2.3, look.ink)
            sheet.paragraph(code_x, code_y + code_h + 3, code_w - 12, f"{facts['brand']} Foods, 1 Example Quay, Demo Harbour. Best before: see end.", 1.9, look.ink)
            sheet.marks(code_x + code_w - 12, min(code_y + code_h + 3, height * 0.93 - 7), look.ink)
    else:
        width = around * 0.2
        end = sheet.paragraph(code_x - width - 4, top, width, words, 1.9, look.ink)
        sheet.paragraph(code_x - width - 4, end + 1.5, width, f"Per 100 g: {facts['energy_kcal_100g']} kcal, protein {facts['protein_g_100g']} g, "
                        f"fat {facts['fat_g_100g']} g, salt {facts['salt_g_100g']} g. Best before: see end.", 1.9, look.ink)
    sheet.box(code_x - 1, code_y - 1, code_w + 2, code_h + 2, fill=(255, 255, 255))
    middle = sheet.barcode(facts["code"], code_x, code_y, quarter_turns=1 if ladder else 0, size=size)
    return sheet.picture, middle


def front(facts, look, width, height, module=4):
    """The side that a shop shows: brand, drawing, weight."""
    sheet = Sheet(width, height, look.base, module)
    sheet.dot(width / 2, height * 0.62, min(width, height) * 0.42, mix(look.base, look.accent, 0.22))
    sheet.box(0, height * 0.09, width, height * 0.2, fill=look.accent)
    sheet.fitted(width / 2, height * 0.19, facts["brand"], height * 0.12, width * 0.86, look.base, anchor="mm")
    sheet.fitted(width / 2, height * 0.36, facts["name"], height * 0.06, width * 0.86, look.ink, anchor="mm")
    motif(sheet, look, width / 2, height * 0.64, min(width, height) * 0.6, facts["code"])
    sheet.text(width * 0.93, height * 0.92, facts["quantity"], height * 0.05, look.ink, bold=True, anchor="rm")
    return sheet.picture
