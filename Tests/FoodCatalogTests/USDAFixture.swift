import FoodCatalog
import Foundation
import HealthModel
import TestSupport

/// A download of FoodData Central in a folder of the test's own. Each file can be changed before it is imported.
struct USDAFixture {
  let catalogue: CatalogueFixture
  var files = [
    "branded_food.csv": #"""
    "fdc_id","brand_owner","brand_name","gtin_upc","ingredients","serving_size","serving_size_unit","household_serving_fulltext","modified_date","available_date","market_country"
    "11","Owner Inc","BRAND","09520000000011","SALT, ""SEA""
    SUGAR","30.0","g","1/4 cup","2023-05-01","2023-06-01","United States"
    "12","Owner Inc","","9520000000011","","28","GRM","","2019-05-01","2019-06-01","United States"
    "13","Other Ltd","","952000000202","","","","2 pieces","","2022-02-02","New Zealand"
    "14","Nobody","","no number","","1","g","","","",""

    """#,
    "food.csv": #"""
    "fdc_id","data_type","description","food_category_id","publication_date"
    "11","branded_food","PEANUT BUTTER, ""CRUNCHY""","","2024-04-18"
    "12","branded_food","OLD PEANUT BUTTER","","2020-04-18"
    "13","branded_food","Biscuits","","2024-04-18"
    "99","sr_legacy_food","Butter, salted","","2019-04-01"

    """#,
    "nutrient.csv": #"""
    "id","name","unit_name","nutrient_nbr","rank"
    "1003","Protein","G","203","600"
    "1005","Carbohydrate, by difference","G","205","1110"
    "1008","Energy","KCAL","208","300"
    "1062","Energy","kJ","268","400"
    "1079","Fiber, total dietary","G","291","1200"
    "1093","Sodium, Na","MG","307","5800"
    "1087","Calcium, Ca","MG","301","5300"

    """#,
    "food_nutrient.csv": #"""
    "id","fdc_id","nutrient_id","amount","data_points"
    "1","11","1003","21.9",""
    "2","11","1005","25.5",""
    "3","11","1008","594",""
    "4","11","1079","6.3",""
    "5","11","1093","400",""
    "6","11","1087","60",""
    "7","12","1008","1",""
    "8","13","1062","1800",""
    "9","99","1008","717",""
    "10","13","1003","",""

    """#,
  ]

  init() throws { catalogue = try CatalogueFixture() }

  /// Writes the files to a folder and imports it.
  @discardableResult
  func load(filter: FoodFilter = FoodFilter()) throws -> ImportReport { try catalogue.importer.run(write(), filter: filter) }

  /// Writes the files to a folder, and returns its path.
  func write() throws -> String {
    try FileManager.default.createDirectory(atPath: catalogue.folder.file("fdc/FoodData"), withIntermediateDirectories: true)
    for (name, text) in files { try catalogue.folder.write(Array(text.utf8), to: "fdc/FoodData/" + name) }
    return catalogue.folder.file("fdc")
  }
}
