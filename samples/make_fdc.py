#!/usr/bin/env python3
"""Writes samples/fdc.zip: a small download of FoodData Central's branded foods, invented, in the files and columns of the real one.

  make_fdc.py              the foods of docs/foods.md
  make_fdc.py 5000 DIR     so many more behind them as CSV files in DIR, for tests and measurements
"""
import csv
import io
import random
import sys
import zipfile
from pathlib import Path

from make_foods import gtin

BRANDED = """fdc_id brand_owner brand_name subbrand_name gtin_upc ingredients not_a_significant_source_of serving_size serving_size_unit
household_serving_fulltext branded_food_category data_source package_weight modified_date available_date market_country discontinued_date
preparation_state_code trade_channel short_description material_code""".split()
FOOD = "fdc_id data_type description food_category_id publication_date".split()
AMOUNT = "id fdc_id nutrient_id amount data_points derivation_id min max median footnote min_year_acquired".split()
NUTRIENT = "id name unit_name nutrient_nbr rank".split()

NUTRIENTS = [
    (1003, "Protein", "G", "203"), (1004, "Total lipid (fat)", "G", "204"), (1005, "Carbohydrate, by difference", "G", "205"),
    (1008, "Energy", "KCAL", "208"), (1079, "Fiber, total dietary", "G", "291"), (1087, "Calcium, Ca", "MG", "301"), (1093, "Sodium, Na", "MG", "307"),
    (1258, "Fatty acids, total saturated", "G", "606"), (2000, "Total Sugars", "G", "269"),
]

# Number, name, owner, brand, serving, its unit, its words, package, last change; kcal, protein, fat, of it saturated, carbohydrates with fibre,
# sugars, fibre, sodium in mg. The second entry of a number is an older one.
FOODS = [
    ("09520007100011", "PEANUT BUTTER, CRUNCHY", "Bramble Hill Foods", "BRAMBLE HILL", "32", "g", "2 Tbsp", "16 oz/454 g", "2024-03-12", 594, 21.9, 50, 9.4, 25, 9.4, 6.3, 438),
    ("09520007100011", "CRUNCHY PEANUT BUTTER", "Bramble Hill Foods", "", "32", "g", "2 Tbsp", "16 oz/454 g", "2019-05-02", 625, 25, 50, 9.4, 21.9, 9.4, 6.3, 469),
    ("9520007100028", "OAT CEREAL \"TOASTED\"", "Northfield Mills", "NORTHFIELD", "39", "GRM", "1 1/2 cup", "12 oz/340 g", "2023-11-20", 359, 12.8, 5.1, 1.3, 74.4, 2.6, 10.3, 487),
    ("9520007100035", "TOMATO SOUP, CONDENSED", "Cardinal Kitchen", "", "120", "ml", "1/2 cup", "10.7 oz", "2022-01-31", 75, 1.7, 0, 0, 16.7, 10, 0.8, 400),
    ("9520007000014", "OAT CRUNCH MUESLI", "Haferlund", "HAFERLUND", "45", "g", "1 bowl", "500 g", "2024-01-08", 440, 10, 15, 2, 70, 12, 8, 48),
]


def rows(more):
    """Branded foods, names and amounts of all foods."""
    random.seed(7)
    words = "oat rye apple honey tomato yogurt chocolate hazelnut cheese bread crisp lemon olive pasta rice soup tea walnut".split()
    invented = [
        (gtin(810_000 + number), " ".join(random.sample(words, 3)).upper(), f"Brand {number % 997}", "", "30", "g", "1 cup", "", "2024-01-01", random.randrange(20, 600), 5, 5, 1, 20, 5, 2, 100)
        for number in range(more)
    ]
    branded, names, amounts = [], [], []
    for index, food in enumerate(FOODS + invented, 2_000_001):
        number, name, owner, brand, size, unit, household, package, modified, *values = food
        # A cell of several lines, as some ingredients are.
        branded.append([index, owner, brand, "", number, "OATS, SUGAR,\n\"NATURAL\" FLAVOR", "", size, unit, household, "Other", "LI", package, modified, modified, "United States",
                        "", "", "", "", ""])
        names.append([index, "branded_food", name, "", modified])
        kcal, protein, fat, saturated, carbohydrates, sugars, fibre, sodium = values
        for place, (nutrient, amount) in enumerate(
                zip((1008, 1003, 1004, 1258, 1005, 2000, 1079, 1093, 1087), (kcal, protein, fat, saturated, carbohydrates, sugars, fibre, sodium, 20))):
            amounts.append([index * 10 + place, index, nutrient, amount, "", 70, "", "", "", "", ""])
    return branded, names, amounts


def text(header, lines):
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([header] + lines)
    return out.getvalue()


def files(more):
    branded, names, amounts = rows(more)
    return {
        "branded_food.csv": text(BRANDED, branded), "food.csv": text(FOOD, names), "food_nutrient.csv": text(AMOUNT, amounts),
        "nutrient.csv": text(NUTRIENT, [[*nutrient, rank * 100] for rank, nutrient in enumerate(NUTRIENTS)]),
    }


if __name__ == "__main__":
    if len(sys.argv) > 2:
        folder = Path(sys.argv[2])
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files(int(sys.argv[1])).items():
            (folder / name).write_text(content, newline="")
    else:
        with zipfile.ZipFile(Path(__file__).parent / "fdc.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in files(0).items():
                archive.writestr(zipfile.ZipInfo(f"FoodData_Central_branded_food_csv/{name}", (2024, 4, 18, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
