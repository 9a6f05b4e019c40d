import Foundation
import HealthModel
import TestSupport
import Testing

/// `hsync weight`.
@Suite struct WeightCommandTests {
  private let person: Household

  init() throws { person = try Household() }

  private func run(_ line: String) throws -> Program.Outcome { try person.hsync.run(line.split(separator: " ").map(String.init)) }

  private func done(_ line: String) throws -> Program.Outcome {
    let outcome = try run(line)
    #expect(outcome.status == 0, "\(line): \(outcome.err)")
    return outcome
  }

  @Test func withoutAnyItSaysHowToLogOne() throws {
    let outcome = try run("weight")
    #expect(outcome.status == 1)
    #expect(outcome.err.contains("hint: ") && outcome.err.contains("hsync weight log"))
  }

  @Test func theLatestWithItsAverageAndTrend() throws {
    for (kilograms, day) in [("82", "2026-02-08"), ("81.6", "2026-02-09"), ("81.1", "2026-02-10")] {
      #expect(
        try done("weight log \(kilograms) --yes --day \(day)").out == "logged \(kilograms == "82" ? "82.0" : kilograms) kg for \(day)\n")
    }
    let words = try done("weight").out
    #expect(words.contains("81.1 kg") && words.contains("81.6 kg") && words.contains("-0.5"), "\(words)")
    let json = try JSON(parsing: done("weight --json").out)
    #expect(json["latest"]["kg"].double == 81.1)
    #expect(json["average_kg"].double == 81.6)
    #expect(json["count"].int == 3)
    #expect(json["trend_kg"].double == -0.5)
    #expect(try done("weight show --json").out == done("weight --json").out)
  }

  @Test func theAverageIsOfTheLastSeven() throws {
    for day in 1...9 { _ = try done("weight log \(70 + day) --yes --day 2026-02-0\(day)") }
    let json = try JSON(parsing: done("weight --json").out)
    #expect(json["count"].int == 7)
    #expect(json["average_kg"].double == 76)
    #expect(json["trend_kg"].double == 3, "79 is above the average")
    #expect(try done("weight").out.hasSuffix("trend  +3.0 kg\n"))
  }

  @Test func poundsBecomeKilograms() throws {
    let entry = try JSON(parsing: done("weight log 149.7 --unit lb --yes --day 2026-02-10 --json").out)
    #expect(entry["kg"].double == 67.903)
    #expect(entry["source"].string == "user")
    #expect(entry["measured_at_ms"] == .null, "only the day is known")
  }

  @Test func aSecondOneOfADayReplacesTheFirst() throws {
    _ = try done("weight log 70 --yes --day 2026-02-10")
    _ = try done("weight log 71 --yes --day 2026-02-10")
    let list = try done("weight list --from 2026-02-01 --to 2026-02-28 --json").lines
    #expect(try list.map { try JSON(parsing: $0)["kg"].double } == [71])
    _ = try done("undo")
    #expect(try done("weight").out.contains("70.0 kg"))
  }

  /// Every tenth of a pound comes back as it was typed, and so does the average.
  @Test func poundsStayPounds() throws {
    try person.configure("[units]\nweight = \"lb\"\n")
    for (tenth, day) in zip(stride(from: 1500, through: 1509, by: 1), 10...19) {
      let pounds = "\(tenth / 10).\(tenth % 10)"
      #expect(try done("weight log \(pounds) --yes --day 2026-02-\(day)").out == "logged \(pounds) lb for 2026-02-\(day)\n")
      #expect(try done("weight").out.contains("2026-02-\(day)  \(pounds) lb\n"))
      #expect(try done("weight list --from 2026-02-\(day) --to 2026-02-\(day)").out.contains(" \(pounds) lb"))
    }
    for day in 10...19 { _ = try done("weight log 150 --yes --day 2026-02-\(day)") }
    #expect(try done("weight").out == "Thu 2026-02-19  150.0 lb\naverage of the last 7  150.0 lb\ntrend  0.0 lb\n")
    #expect(try done("week 2026-02-16").out.contains("150.0 lb"))
    #expect(try JSON(parsing: done("weight --json").out)["trend_kg"].double == 0)
  }

  /// A scale that tells pounds, as a phone exports them.
  @Test func importedPoundsStayPounds() throws {
    try person.configure("[units]\nweight = \"lb\"\n")
    try person.imported(
      person.writeExport([
        HealthExportFixture.record(
          "HKQuantityTypeIdentifierBodyMass", "Scale", "2026-02-10 07:00:00 +0000", "2026-02-10 07:00:00 +0000", "150", unit: "lb")
      ]))
    #expect(try done("weight").out.contains("150.0 lb"))
  }

  /// A newborn, and a person in a clinic.
  @Test(arguments: ["2", "3.4", "29.9", "200.1", "400", "650"])
  func everyLivingPersonCanBeWeighed(weight: String) throws {
    let shown = weight.contains(".") ? weight : weight + ".0"
    #expect(try done("weight log \(weight) --yes --day 2026-02-10").out == "logged \(shown) kg for 2026-02-10\n")
  }

  @Test(arguments: ["1.9", "650.1", "0", "-70", "nan", "inf", "1e400"])
  func whatNobodyWeighsIsRefused(weight: String) throws {
    let outcome = try person.hsync.run("weight", "log", "--", weight)
    #expect(outcome.status == 65 || outcome.status == 64, "\(outcome.status) \(outcome.err)")
    #expect(outcome.out.isEmpty)
    #expect(try run("weight").status == 1, "nothing was logged")
  }

  @Test func aRefusedWeightHasItsRangeAndAHint() throws {
    let outcome = try run("weight log 159")
    #expect(outcome.status == 0)
    let pounds = try run("weight log 700")
    #expect(pounds.status == 65)
    #expect(pounds.err.contains("2-650 kg") && pounds.err.contains("--unit lb"), "\(pounds.err)")
    let little = try run("weight log 1")
    #expect(little.status == 65 && little.err.contains("2-650 kg") && !little.err.contains("pounds?"), "\(little.err)")
    let heavy = try run("weight log 2000 --unit lb")
    #expect(heavy.status == 65 && heavy.err.contains("4.4-1433 lb") && !heavy.err.contains("pounds?"), "\(heavy.err)")
  }

  @Test func aDayThatIsYetToCome() throws {
    let outcome = try run("weight log 70 --day 2999-01-01")
    #expect(outcome.status == 64 || outcome.status == 65, "\(outcome.status)")
    #expect(outcome.err.contains("2999-01-01"))
  }

  @Test func whatWasLoggedIsDeletedAndComesBack() throws {
    _ = try done("weight log 70.4 --yes --day 2026-02-10")
    #expect(try done("weight delete 2026-02-10").out == "deleted the weight of 2026-02-10\n")
    #expect(try run("weight").status == 1)
    _ = try done("undo")
    #expect(try done("weight").out.contains("70.4 kg"))
    let nothing = try run("weight delete 2026-02-11")
    #expect(nothing.status == 1)
    #expect(nothing.err.contains("2026-02-11") && nothing.err.contains("hint: "))
  }

  /// A weight typed in takes precedence over the scale's.
  @Test func byHandBeforeTheScale() throws {
    try person.imported(
      person.writeExport([
        HealthExportFixture.weight("70.5", "2026-02-10"), HealthExportFixture.weight("70.9", "2026-02-10", "19:00"),
        HealthExportFixture.weight("70.2", "2026-02-11"),
      ]))
    func list() throws -> [String] {
      try done("weight list --from 2026-02-01 --to 2026-02-28 --json").lines.map {
        let entry = try JSON(parsing: $0)
        return "\(entry["day"].string ?? "") \(entry["kg"].double ?? 0) \(entry["source"].string ?? "")"
      }
    }
    #expect(try list() == ["2026-02-10 70.9 Scale", "2026-02-11 70.2 Scale"], "the last of the day")
    _ = try done("weight log 69.9 --yes --day 2026-02-10")
    #expect(try list() == ["2026-02-10 69.9 user", "2026-02-11 70.2 Scale"])
    // The scale's are not a person's to delete.
    #expect(try run("weight delete 2026-02-11").status == 1)
    _ = try done("weight delete 2026-02-10")
    #expect(try list() == ["2026-02-10 70.9 Scale", "2026-02-11 70.2 Scale"])
  }

  @Test func aWeightThatNobodyHasIsNotTakenFromAScaleEither() throws {
    let export = try person.writeExport([
      HealthExportFixture.weight("0.4", "2026-02-09"), HealthExportFixture.weight("5.1", "2026-02-10"),
      HealthExportFixture.weight("70.2", "2026-02-11"), HealthExportFixture.weight("5000", "2026-02-12"),
    ])
    let rehearsed = try JSON(parsing: person.hsync.run("import", "--dry-run", "--json", export).out)
    let said = try person.imported(export).out
    #expect(said.contains("  weights outside 2-650 kg, left out of the days: 2\n"), "\(said)")
    #expect(rehearsed["remarks"]["weights outside 2-650 kg, left out of the days"].int == 2, "\(rehearsed)")
    #expect(try done("weight list --from 2026-02-01 --to 2026-02-28 --json").lines.count == 2)
  }

  @Test func anEmptyListIsSaid() throws {
    #expect(try done("weight list --from 2020-01-01 --to 2020-02-01").out == "no weight from 2020-01-01 to 2020-02-01\n")
    #expect(try done("weight list --from 2020-01-01 --to 2020-02-01 --json").out.isEmpty)
    #expect(try run("weight list --from 2020-02-01 --to 2020-01-01").status == 64)
  }
}
