"""The sample photos: what lies where, how it was lit, and what the phone did."""
from dataclasses import dataclass, field
from functools import lru_cache

from . import texture
from .camera import Camera
from .packages import bag, carton, jar, tin, wall
from .scene import Light, Scene, View

MUESLI, CRISPBREAD, SOUP, TUNA = "9520341578200", "9520673310950", "9520124806636", "9520917542086"
PEANUT, YOGHURT, OATDRINK, CHOCOLATE = "9520455160377", "9520782099142", "9520538624710", "9520266431895"
SPAGHETTI, LEMONADE, CHIPS, HONEY, HUMMUS = "9520871903527", "9520193077463", "9520604258139", "9520389512600", "9520716480299"

DAYLIGHT, SHADE, LAMP = ((1.0, 0.97, 0.93), (0.40, 0.43, 0.48)), ((0.55, 0.56, 0.6), (0.5, 0.53, 0.58)), ((1.0, 0.84, 0.62), (0.26, 0.24, 0.22))


@dataclass
class Shot:
    """One photo: the packages on a table, the view (its target is an offset in mm from the first package's barcode), light and phone."""

    name: str
    codes: list
    table: str
    packages: object  # () → [Package]
    view: dict
    light: Light
    camera: Camera
    seed: int
    note: str = ""

    def scene(self):
        things = self.packages()
        return Scene(table(self.table), [solid for thing in things for solid in thing.solids], self.light), things[0]


@lru_cache(maxsize=2)
def table(name):
    """The grounds by name."""
    return {
        "oak": lambda: texture.wood(11, [(70, 42, 22), (150, 102, 58), (196, 150, 96), (224, 186, 134)]),
        "walnut": lambda: texture.wood(12, [(30, 18, 12), (70, 44, 28), (104, 70, 46), (138, 98, 66)], plank_mm=140),
        "pale": lambda: texture.wood(13, [(150, 124, 96), (206, 182, 148), (226, 206, 176), (238, 224, 200)], plank_mm=70),
        "granite": lambda: texture.stone(14, [(24, 24, 26), (66, 66, 70), (124, 120, 116), (206, 202, 196)]),
        "worktop": lambda: texture.stone(15, [(150, 146, 140), (196, 192, 186), (222, 219, 213), (240, 238, 234)], specks=0.3),
        "linen": lambda: texture.cloth(16, [(150, 138, 120), (206, 196, 178), (232, 226, 212)], stripe=(176, 60, 56)),
        "denim": lambda: texture.cloth(17, [(28, 40, 66), (62, 84, 120), (112, 132, 162)]),
    }[name]()


def lit(kind, **more):
    key, room = kind
    return Light(key=key, room=room, **more)


def tiles():
    return texture.plain((214, 218, 214), 5, 0.12)


SHOTS = [
    Shot("01-muesli", [MUESLI], "oak",
         lambda: [carton(MUESLI, (130, 190, 48), (0, 0), 3), carton(CHOCOLATE, (80, 158, 9), (-150, 45), 24, showing="front", gloss=0.3)],
         dict(offset=(-22, 12, 0), distance=300, tilt=16, roll=-5, across=170, size=(1600, 1200)),
         lit(DAYLIGHT, azimuth=150, elevation=48, shade=[(80, -120, 70, 0.35)]), Camera(motion=(0.6, 0.4)), 101, "nothing: an easy one"),
    Shot("02-crispbread-12mp", [CRISPBREAD], "linen",
         lambda: [carton(CRISPBREAD, (110, 150, 60), (0, 0), 33), tin(TUNA, 42, 36, (-10, 145), 15, lying=False, aside=150)],
         dict(offset=(-22, 18, 0), distance=330, tilt=24, roll=2, across=215, size=(4000, 3000)),
         lit(SHADE, azimuth=40, elevation=42, edge=(20, -30, 60, 40, 0.45)),
         Camera(blur=1.9, shot=0.0034, read=0.010, smoothing=1.3, sharpening=0.8, quality=80, motion=(1.5, -0.8)), 102,
         "12 megapixels in dim light, tilted by 35 degrees, grainy"),
    Shot("03-tomato-soup", [SOUP], "worktop",
         lambda: [tin(SOUP, 37.5, 110, (0, 0), 8, lying=True), carton(SPAGHETTI, (92, 270, 40), (-110, 60), -6, showing="front", gloss=0.3)],
         dict(offset=(4, 4, 0), distance=260, tilt=10, roll=7, across=135, size=(1280, 960)),
         lit(DAYLIGHT, azimuth=200, elevation=55), Camera(blur=0.6, shot=0.0009), 103, "bars along a can: the outer ones are foreshortened"),
    Shot("04-tuna", [TUNA], "granite",
         lambda: [tin(TUNA, 42, 40, (0, 0), 0, lying=False, ladder=True, size=0.85, aside=6), wall(260, tiles()),
                  jar(HONEY, 34, 90, (95, 90), 40, (206, 140, 40))],
         dict(offset=(8, 0, 4), distance=230, tilt=62, roll=-3, across=120, size=(1440, 1080)),
         lit(LAMP, azimuth=-140, elevation=52, spread=22), Camera(blur=0.8, shot=0.0016, read=0.005, warmth=0.04), 104,
         "bars around a small can, lamp light"),
    Shot("05-peanut-butter", [PEANUT], "pale",
         lambda: [jar(PEANUT, 38, 105, (0, 0), 0, (176, 120, 62), aside=-14), wall(330, texture.plain((226, 220, 206), 6, 0.1)),
                  carton(CRISPBREAD, (110, 150, 60), (-120, 110), 20, showing="front")],
         dict(offset=(-6, 0, 0), distance=270, tilt=68, roll=5, across=140, size=(1600, 1200)),
         lit(DAYLIGHT, azimuth=-60, elevation=40, spread=18), Camera(blur=0.9, miss=8, shot=0.0008), 105, "a jar, its label turned away a little"),
    Shot("06-yoghurt", [YOGHURT], "denim",
         lambda: [tin(YOGHURT, 36, 85, (0, 0), -16, lying=True, metal=False, size=0.8, ladder=True), carton(MUESLI, (130, 190, 48), (150, 40), -12, showing="front"),
                  tin(LEMONADE, 33, 115, (-125, 20), 40, lying=True, aside=150)],
         dict(offset=(10, 6, 0), distance=420, tilt=22, roll=12, across=165, size=(1280, 960)),
         lit(SHADE, azimuth=100, elevation=60), Camera(blur=0.75, shot=0.0012, sharpening=0.6), 106, "far away: a module is hardly two pixels"),
    Shot("07-oat-drink", [OATDRINK], "worktop",
         lambda: [carton(OATDRINK, (95, 195, 65), (0, 0), -4, gloss=0.14, corner="left"), bag(CHIPS, (150, 210, 30), (140, 60), 18, seed=4)],
         dict(offset=(24, 20, 0), distance=300, tilt=20, roll=-6, across=125, size=(1200, 1600)),
         lit(DAYLIGHT, azimuth=60, elevation=38, fall=0.2, edge=(-10, 30, 115, 25, 0.5)), Camera(orientation=6), 107,
         "held upright: EXIF orientation 6"),
    Shot("08-chocolate", [CHOCOLATE], "walnut",
         lambda: [carton(CHOCOLATE, (80, 158, 9), (0, 0), 50, gloss=0.2, quarter_turns=1), tin(YOGHURT, 36, 85, (-20, 130), 0, lying=False, metal=False)],
         dict(offset=(-6, 8, 0), distance=270, tilt=30, roll=-4, across=150, size=(1600, 1200)),
         lit(LAMP, azimuth=75, elevation=50, spread=14), Camera(blur=1.0, shot=0.0028, read=0.008, warmth=0.05, smoothing=1.2), 108, "diagonal, in the light of a lamp, shiny"),
    Shot("09-spaghetti-12mp", [SPAGHETTI], "oak",
         lambda: [bag(SPAGHETTI, (105, 280, 16), (0, 0), -26, seed=9, depth=0.2), tin(SOUP, 37.5, 110, (130, -30), 0, lying=False)],
         dict(offset=(-18, 30, 0), distance=340, tilt=20, roll=3, across=210, size=(4000, 3000)),
         lit(SHADE, azimuth=170, elevation=45, shade=[(0, -160, 110, 0.5)]),
         Camera(blur=1.3, shot=0.012, read=0.02, smoothing=0.9, sharpening=0.7, quality=80, motion=(1.5, 1)), 109, "12 megapixels, grainy, bars on a bulging bag"),
    Shot("10-lemonade", [LEMONADE], "granite",
         lambda: [tin(LEMONADE, 33, 115, (0, 0), 62, lying=True, ladder=True, gloss=0.32), carton(CHOCOLATE, (80, 158, 9), (60, 130), -30, showing="front")],
         dict(offset=(6, 0, 0), distance=190, tilt=42, roll=0, across=120, size=(1600, 1200)),
         lit(DAYLIGHT, azimuth=20, elevation=44), Camera(blur=0.7, shot=0.0010), 110, "steep perspective on a shiny can"),
    Shot("11-rice-chips", [CHIPS], "pale",
         lambda: [bag(CHIPS, (150, 210, 34), (0, 0), 7, seed=21, depth=0.45, gloss=0.4), jar(PEANUT, 38, 105, (-135, 60), 0, (176, 120, 62))],
         dict(offset=(-20, 20, 0), distance=300, tilt=18, roll=4, across=165, size=(1600, 1200)),
         lit(DAYLIGHT, azimuth=110, elevation=36, spread=10), Camera(blur=0.9, motion=(1.6, 0.5)), 111, "a creased bag, a little motion"),
    Shot("12-honey", [HONEY], "walnut",
         lambda: [jar(HONEY, 34, 92, (0, 0), 0, (206, 140, 40), aside=8, size=0.9), wall(240, texture.plain((120, 104, 92), 8, 0.15))],
         dict(offset=(2, 0, 0), distance=240, tilt=66, roll=-24, across=115, size=(2000, 1500)),
         lit(LAMP, azimuth=-120, elevation=50, spread=20), Camera(blur=0.8, shot=0.012, read=0.02, warmth=0.06, smoothing=0.8, sharpening=0.8, exposure=0.7, quality=85), 112,
         "evening: very grainy, the phone held at an angle"),
    Shot("13-two-products", [MUESLI, CRISPBREAD], "worktop",
         lambda: [carton(MUESLI, (130, 190, 48), (0, 0), 0), carton(CRISPBREAD, (110, 150, 60), (136, 14), -7)],
         dict(offset=(48, 30, 0), distance=380, tilt=14, roll=2, across=232, size=(1920, 1440)),
         lit(DAYLIGHT, azimuth=140, elevation=50), Camera(blur=0.6), 113, "two codes in one photo"),
    Shot("14-unknown", [HUMMUS], "linen",
         lambda: [carton(HUMMUS, (118, 118, 42), (0, 0), 12, gloss=0.12)],
         dict(offset=(-24, 16, 0), distance=280, tilt=15, roll=0, across=165, size=(1600, 1200)),
         lit(DAYLIGHT, azimuth=80, elevation=45), Camera(orientation=3), 114, "not in products.tsv; upside down in the file: EXIF orientation 3"),
    Shot("15-no-barcode", [], "oak",
         lambda: [carton(SPAGHETTI, (92, 270, 40), (0, 0), 28, showing="front", gloss=0.25), tin(SOUP, 37.5, 110, (110, 20), 0, lying=False, aside=150),
                  carton(CRISPBREAD, (110, 150, 60), (-125, -10), -15, showing="front")],
         dict(offset=(0, 0, 0), distance=480, tilt=35, roll=-2, across=330, size=(1280, 960)),
         lit(DAYLIGHT, azimuth=150, elevation=46), Camera(), 115, "nothing to read"),
]
