"""The invented products: their facts from products.tsv, and how their packages look."""
import csv
from dataclasses import dataclass
from pathlib import Path

PRODUCTS = Path(__file__).resolve().parent.parent / "products.tsv"


@dataclass
class Look:
    """Colours (sRGB) and words of a package. `motif` is what the front shows: grain, tomato, fish, nut, drop, square, citrus, leaf."""

    base: tuple
    ink: tuple
    accent: tuple
    motif: str
    slogan: str
    ingredients: str


LOOKS = {
    "9520341578200": Look((236, 222, 190), (74, 48, 24), (206, 120, 34), "grain", "Slowly baked, broken by hand",
                          "Whole grain OAT flakes 58 %, sunflower oil, cane sugar, HAZELNUTS 5 %, honey 4 %, sea salt, cinnamon. May contain traces of milk, sesame and other nuts."),
    "9520673310950": Look((60, 84, 74), (246, 240, 222), (222, 178, 84), "grain", "Thin. Dark. Crisp.",
                          "Whole grain RYE flour 93 %, water, salt, yeast. Baked on stone. May contain traces of sesame."),
    "9520124806636": Look((182, 34, 30), (255, 244, 226), (244, 190, 66), "tomato", "Ripe when picked",
                          "Water, tomatoes 38 %, tomato paste, onions, rapeseed oil, sugar, salt, WHEAT starch, basil, pepper."),
    "9520917542086": Look((22, 76, 132), (248, 250, 252), (238, 186, 60), "fish", "Pole and line caught",
                          "Skipjack TUNA (Katsuwonus pelamis) 70 %, water, salt. Drained weight 112 g."),
    "9520455160377": Look((238, 226, 204), (96, 44, 18), (200, 64, 36), "nut", "Only nuts, and a pinch of salt",
                          "Roasted PEANUTS 99.6 %, sea salt. Oil may settle on top: stir well. May contain traces of other nuts."),
    "9520782099142": Look((244, 248, 250), (24, 84, 150), (120, 182, 220), "drop", "Mild and creamy",
                          "Whole MILK 3.5 % fat, yoghurt cultures. Keep at 2 to 8 degrees."),
    "9520538624710": Look((214, 230, 222), (20, 74, 74), (232, 170, 74), "drop", "Unsweetened. Made of oats.",
                          "Water, OATS 11 %, sunflower oil, calcium carbonate, sea salt. Shake well. Keep in the fridge once opened."),
    "9520266431895": Look((46, 26, 24), (232, 204, 156), (190, 70, 44), "square", "From the slopes of nowhere",
                          "Cocoa mass, cocoa butter, cane sugar, emulsifier: sunflower lecithin. Cocoa: 70 % at least. May contain traces of milk and nuts."),
    "9520871903527": Look((28, 62, 128), (252, 250, 244), (226, 60, 48), "grain", "Al dente in 9 minutes",
                          "Durum WHEAT semolina, water. May contain traces of soya and mustard."),
    "9520193077463": Look((250, 214, 60), (32, 92, 60), (255, 255, 246), "citrus", "Lemons and bubbles",
                          "Carbonated water, lemon juice 8 %, sugar, natural lemon flavouring, antioxidant: ascorbic acid."),
    "9520604258139": Look((40, 128, 146), (255, 252, 240), (250, 206, 96), "leaf", "Popped, never fried",
                          "Rice 91 %, sunflower oil, sea salt 1.3 %."),
    "9520389512600": Look((252, 240, 208), (112, 62, 12), (226, 156, 30), "drop", "From one valley's bees",
                          "Blossom honey. Blend of honeys of one origin. May set: warm gently to 40 degrees."),
    "9520716480299": Look((122, 48, 92), (252, 244, 236), (236, 196, 120), "leaf", "Smoky and smooth",
                          "Cooked chickpeas 64 %, SESAME paste 17 %, smoked paprika, lemon juice, garlic, salt."),
}
# Sold, photographed, and in no product file: what an unknown product looks like.
UNKNOWN = {
    "code": "9520716480299", "name": "Smoked paprika hummus", "brand": "Tabora", "quantity": "200 g", "serving": "1/4 tub (50 g)", "serving_g": "50",
    "energy_kcal_100g": "256", "protein_g_100g": "8.1", "carbs_g_100g": "12.4", "fat_g_100g": "18.2", "sugars_g_100g": "1.1",
    "saturated_fat_g_100g": "2.4", "fiber_g_100g": "5.2", "salt_g_100g": "1.0",
}


def products():
    """Code → facts, as in products.tsv, and the one that isn't there."""
    with open(PRODUCTS, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {row["code"]: row for row in rows + [UNKNOWN]}
