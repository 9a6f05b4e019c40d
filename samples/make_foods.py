#!/usr/bin/env python3
"""Writes samples/foods.tsv: a small dump of invented foods in the columns of Open Food Facts' TSV dump.

  make_foods.py            the twelve foods of docs/foods.md
  make_foods.py 5000       so many more behind them, for tests and measurements; on standard output
"""
import random
import sys
from pathlib import Path

COLUMNS = """code product_name generic_name quantity brands countries_tags serving_size serving_quantity no_nutrition_data unique_scans_n
completeness last_modified_t energy-kj_100g energy-kcal_100g energy_100g fat_100g saturated-fat_100g carbohydrates_100g sugars_100g fiber_100g
proteins_100g salt_100g""".split()

# Name, brand, quantity, serving, country, scans; kJ, kcal, kJ again; fat, of it saturated, carbohydrates, sugars, fibre, protein, salt.
FOODS = [
    ("Oat crunch muesli", "Haferlund", "500 g", "1 bowl (45 g)", "en:germany", 310, "", "432", "1808", "14.8", "2.1", "61.5", "12.4", "8.3", "10.2", "0.12"),
    ("Rye crispbread", "Nordkorn", "250 g", "2 slices (20 g)", "en:sweden", 120, "", "342", "1431", "1.9", "0.3", "62.1", "2.2", "16.4", "10.6", "1.1"),
    ("Milk chocolate with hazelnuts", "Kantara", "100 g", "25 g", "en:france,en:germany", 900, "", "2310", "9665", "36", "17", "49", "47", "3.1", "8.1", "0.2"),
    ("Chocolat noir 70 %", "Kantara", "100 g", "25 g", "en:france", 640, "", "579", "2423", "43", "26", "34", "29", "11", "8.6", "0.02"),
    ("Crème de marrons", "Maison Ombelle", "500 g", "30 g", "en:france", 85, "", "260", "1088", "0.3", "0.1", "62", "58", "2.4", "1.1", "0.03"),
    ("Oat drink", "Bachwasser", "1 l", "250 ml", "en:germany", 410, "193", "", "193", "1.5", "0.2", "6.7", "4", "0.8", "1", "0.1"),
    ("Tomato soup", "Sonnhof", "400 g", "200 g", "en:germany", 60, "", "47", "197", "1.8", "0.3", "6.9", "5.2", "0.9", "1.1", "0.7"),
    ("Natural yoghurt", "Lumelle", "500 g", "", "en:france", 230, "", "62", "259", "3.5", "2.3", "4.6", "4.6", "", "3.9", "0.1"),
    ("Blossom honey", "Kettle Lane", "340 g", "1 tbsp (20 g)", "en:united-kingdom", 45, "", "329", "1377", "0", "0", "82", "80", "", "0.3", "0.01"),
    ("纯牛奶", "Yunling", "250 ml", "", "en:china", 30, "", "65", "272", "3.6", "2.3", "4.9", "4.9", "", "3.3", "0.12"),
    ("Dried mushrooms", "Tabora", "50 g", "", "en:italy", 8, "", "", "", "1.9", "0.3", "33", "4", "29", "26", "0.1"),
    ("Bouillon powder", "Tabora", "120 g", "5 g", "en:italy", 15, "", "210", "879", "9", "4.5", "21", "6", "1.2", "11", "48000"),
]


def gtin(number):
    """An EAN-13 with GS1's prefix for demonstrations."""
    body = f"952{number:09d}"
    return body + str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body)) % 10)


def line(number, food, modified):
    name, brand, quantity, serving, countries, scans, kj, kcal, energy, *rest = food
    fat, saturated, carbohydrates, sugars, fibre, protein, salt = rest
    return "\t".join([gtin(number), name, "", quantity, brand, countries, serving, "", "", str(scans), "0.8", str(modified), kj, kcal, energy, fat, saturated,
                      carbohydrates, sugars, fibre, protein, salt])


def lines(more):
    yield "\t".join(COLUMNS)
    for number, food in enumerate(FOODS, 700_001):
        yield line(number, food, 1_760_000_000 + number % 1000 * 86_400)
    random.seed(7)
    words = "oat rye apple honey tomato yoghurt chocolate hazelnut cheese bread crisp lemon olive pasta rice soup tea walnut".split()
    for number in range(more):
        name = " ".join(random.sample(words, 3)).capitalize()
        yield line(800_000 + number, (name, f"Brand {number % 997}", "", "", "en:germany", random.randrange(100), "", str(random.randrange(20, 600)), "", *[""] * 7), 1_760_000_000)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for text in lines(int(sys.argv[1])):
            print(text)
    else:
        (Path(__file__).resolve().parent / "foods.tsv").write_text("\n".join(lines(0)) + "\n", encoding="utf-8")
