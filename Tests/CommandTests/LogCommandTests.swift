import Foundation
import HealthModel
import TestSupport
import Testing

@Suite struct LogCommandTests {
  @Test func aBarcodeBecomesAMealWithFrozenNutrition() throws {
    let person = try Household()
    let products = try person.writeProducts()
    let logged = try person.hsync.run(
      "log", "9521234543213", "--products", products, "--servings", "1.5", "--meal", "lunch", "--yes", "--at", "2026-02-10 12:03", "--json")
    #expect(logged.status == 0, "\(logged.err)")
    let meal = try JSON(parsing: logged.out)
    #expect(meal["nutrition"]["energy_kcal"].double == 222)
    #expect(meal["amount"]["grams"].double == 60)
    #expect(meal["provenance"]["source"].string == "product_file")
    #expect(meal["slot"].string == "lunch")
    #expect(meal["eaten_at_ms"].int == 1_770_724_980_000)
    let day = try JSON(parsing: person.hsync.run("meals", "2026-02-10", "--json").out)
    #expect(day["meals"].array == [meal])
    #expect(day["total"]["energy_kcal"].double == 222)
  }

  @Test func aMealByHand() throws {
    let person = try Household()
    let logged = try person.hsync.run("log", "--name", "  Soup ", "--kcal", "250", "--protein", "9.5", "--at", "yesterday 19:30")
    #expect(logged.status == 0, "\(logged.err)")
    #expect(logged.out.contains(/^logged Soup, 1 serving, 250 kcal, as dinner on [A-Z][a-z]{2} [-0-9]{10} \[/), "\(logged.out)")
    #expect(try person.hsync.run("meals", "yesterday").out.contains("19:30  dinner  Soup"))
  }

  @Test func waterHasNoCalories() throws {
    let person = try Household()
    let logged = try person.hsync.run("log", "--name", "Water", "--kcal", "0")
    #expect(logged.status == 0, "\(logged.err)")
    #expect(logged.out.hasPrefix("logged Water, 1 serving, 0 kcal, as "), "\(logged.out)")
    let day = try JSON(parsing: person.hsync.run("meals", "--json").out)
    #expect(day["meals"].array?.first?["nutrition"]["energy_kcal"].double == 0)
    let id = try #require(logged.out.split(separator: "[").last?.prefix(6))
    #expect(try person.hsync.run("meals", "edit", String(id), "--kcal", "0", "--name", "Tea").status == 0)
  }

  @Test(arguments: ["inf", "-inf", "nan", "1e999"])
  func caloriesAreANumber(kcal: String) throws {
    let person = try Household()
    for line in [["log", "--name", "Soup"], ["meals", "edit", "abc"], ["plan", "log", "abc"]] {
      let outcome = try person.hsync.run(line + ["--kcal=\(kcal)"])
      #expect(outcome.status == 64, "\(outcome.status) \(outcome.err)")
      #expect(outcome.err.contains("'\(kcal)' is invalid for '--kcal") && outcome.err.contains("hint: "), "\(outcome.err)")
    }
  }

  @Test(arguments: ["10000", "-5"])
  func caloriesMustBePossible(kcal: String) throws {
    let person = try Household()
    let outcome = try person.hsync.run("log", "--name", "Soup", "--kcal=\(kcal)")
    #expect(outcome.status == 65)
    #expect(outcome.err.contains("hsync: Calories must be 0-9999"))
    #expect(try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array == [])
  }

  private static let mistakes: [(String, Int32)] = [
    ("log", 64), ("log --name= --kcal 5", 64), ("log --name Soup", 64), ("log --kcal 5 9521234543213", 64), ("log 9521234543214", 65),
    ("log hello", 65), ("log 9521234543213 --servings 0", 64), ("log 9521234543213 --grams 1 --servings 1", 64),
    ("log 9521234543213 --at 25:00", 64), ("log 9521234543213 --meal tea", 64), ("log --again", 1), ("meals 2026-02-30", 64),
    ("meals delete abcdef", 1), ("meals edit abcdef", 64), ("undo", 1), ("log 9521234543213", 75), ("sync", 78), ("logout", 1),
    ("nonsense", 64),
  ]

  @Test(arguments: mistakes)
  func whatIsWrongIsSaidInOneSentence(line: String, status: Int32) throws {
    let outcome = try Household().hsync.run(line.split(separator: " ").map(String.init))
    #expect(outcome.status == status, "\(outcome.err)")
    #expect(outcome.out.isEmpty)
    #expect(!outcome.err.isEmpty)
    #expect(!outcome.err.contains("Fatal"))
  }

  @Test func anUnknownAmountIsNeverGuessed() throws {
    let person = try Household()
    let products = try person.writeProducts()
    let noSize = try person.hsync.run("log", "9521234500001", "--servings", "2", "--products", products)
    #expect(noSize.status == 65)
    #expect(noSize.err.contains("hint: give the amount the other way: --grams N"))
    let noNutrition = try person.hsync.run("log", "9521234500018", "--products", products)
    #expect(noNutrition.status == 65)
    #expect(noNutrition.err.contains("no nutrition is known for Mystery Tin"))
    #expect(try person.hsync.run("log", "9521234500001", "--products", products).out.contains("100 g, 0 kcal"))
  }

  @Test func aRecentFoodAgain() throws {
    let person = try Household()
    for (name, kcal) in [("Soup", "250"), ("Bread", "120"), ("Tomato soup", "180")] {
      #expect(try person.hsync.run("log", "--name", name, "--kcal", kcal).status == 0)
    }
    #expect(try person.hsync.run("log", "--again").out.hasPrefix("logged Tomato soup"))
    #expect(try person.hsync.run("log", "--again", "BREAD", "--servings", "2").out.hasPrefix("logged Bread, 2 servings, 240 kcal"))
    #expect(try person.hsync.run("log", "--again", "pizza").status == 1)
  }

  @Test func undoGoesBackChangeByChange() throws {
    let person = try Household()
    func soup() throws -> [String] {
      let meals = try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array ?? []
      return meals.map { "\($0["name"].string ?? "") \($0["nutrition"]["energy_kcal"].int ?? -1)" }
    }
    let meal = try JSON(parsing: person.hsync.run("log", "--name", "Soup", "--kcal", "250", "--json").out)
    let id = try #require(meal["id"].string)
    #expect(try person.hsync.run("meals", "edit", String(id.suffix(6)), "--kcal", "300").status == 0)
    #expect(try person.hsync.run("meals", "delete", id).status == 0)
    #expect(try soup() == [])
    #expect(try person.hsync.run("undo").status == 0)
    #expect(try soup() == ["Soup 300"])
    #expect(try person.hsync.run("undo").status == 0)
    #expect(try soup() == ["Soup 250"])
    #expect(try person.hsync.run("undo").status == 0)
    #expect(try soup() == [])
    let nothing = try person.hsync.run("undo")
    #expect(nothing.status == 1)
    #expect(nothing.err.contains("nothing to undo"))
  }

  @Test func severalDaysAreListed() throws {
    let person = try Household()
    for day in ["yesterday 12:00", "today 00:01"] {
      #expect(try person.hsync.run("log", "--name", "Soup", "--kcal", "1", "--at", day).status == 0)
    }
    #expect(try person.hsync.run("meals", "--from", "-7", "--json").lines.count == 2)
    #expect(try person.hsync.run("meals", "--from", "-7", "--to", "-1", "--json").lines.count == 1)
    #expect(try person.hsync.run("meals", "--from", "-7", "--to", "-2").out.hasPrefix("nothing logged from "))
    #expect(try person.hsync.run("meals", "--from", "today", "--to", "-2").status == 64)
  }

  @Test func anotherAmountScalesTheEntry() throws {
    let person = try Household()
    let products = try person.writeProducts()
    let meal = try JSON(parsing: person.hsync.run("log", "9521234543213", "--grams", "80", "--products", products, "--json").out)
    let id = try #require(meal["id"].string)
    let edited = try JSON(
      parsing: person.hsync.run(
        "meals", "edit", id, "--grams", "40", "--meal", "snack", "--yes", "--at", "2026-02-10 08:00", "--note", "cold", "--json"
      ).out)
    #expect(edited["nutrition"]["energy_kcal"].double == 148)
    #expect(edited["day"].string == "2026-02-10")
    #expect(edited["slot"].string == "snack")
    #expect(edited["note"].string == "cold")
  }

  @Test func aCodeThatCantBeLookedUpWaitsAndIsLoggedThen() throws {
    let person = try Household()
    let outcome = try person.hsync.run("log", "9521234543213", "--servings", "2", "--yes", "--at", "2026-02-10 08:00Z", "--note", "at work")
    #expect(outcome.status == 75)
    #expect(outcome.err.contains("hint: look it up and log it then: hsync pending resolve"))
    #expect(try person.hsync.run("log", "9521234543213", "--yes", "--at", "2026-02-10 12:30Z").status == 75)
    let waiting = try JSON(parsing: person.hsync.run("pending", "--json").out)
    #expect(waiting["text"].string == "9521234543213")
    #expect(waiting["wishes"].array?.count == 2)
    let products = try person.writeProducts()
    let resolved = try person.hsync.run("pending", "resolve", "--products", products)
    #expect(resolved.status == 0, "\(resolved.err)")
    #expect(resolved.out.contains("Oat Crunch · Hearth  370 kcal/100 g"))
    let meals = try #require(JSON(parsing: person.hsync.run("meals", "2026-02-10", "--json").out)["meals"].array)
    #expect(meals.map { $0["slot"].string } == ["breakfast", "lunch"])
    #expect(meals.map { $0["nutrition"]["energy_kcal"].double } == [296, 148])
    #expect(meals.map { $0["note"].string } == ["at work", nil])
    #expect(try person.hsync.run("pending").out == "no barcodes are pending\n")
  }

  @Test func aScanToBeLoggedIsLoggedWhenItsCodeIsFound() throws {
    let person = try Household()
    let photo = ProjectFiles.root + "/samples/photos/01-muesli.jpg"
    #expect(try person.hsync.run("scan", photo, photo, "--log", "--meal", "dinner").status == 75)
    #expect(try person.hsync.run("pending", "resolve", "--products", ProjectFiles.root + "/samples/products.tsv").status == 0)
    let meals = try JSON(parsing: person.hsync.run("meals", "--json").out)["meals"].array
    #expect(meals?.map { $0["slot"].string } == ["dinner"])
  }
}
