import HealthModel

/// Reads Apple's ActivitySummary: the rings of a day.
enum AppleActivitySummary {
  /// The day's rings. `nil` when it is left out, which was counted.
  static func ring(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) -> ActivityRing? {
    records.report.records += 1
    let components = tag.value(of: "dateComponents")
    guard !components.isEmpty else {
      records.report.skip("no date")
      return nil
    }
    guard let day = Day(String(decoding: components.bytes, as: UTF8.self)) else {
      records.report.skip("unreadable date")
      return nil
    }
    let said = tag.value(of: "activeEnergyBurnedUnit")
    let isTold = said.isPresent || !tag.value(of: "activeEnergyBurned").isEmpty
    let energy = isTold ? records.unit(said, type: SampleType.activeEnergyBurned) : nil
    func kcal(_ name: StaticString) -> Double? { energy.flatMap { DecimalReader.number(tag.value(of: name), in: $0) } }
    func number(_ name: StaticString) -> Double? { DecimalReader.number(tag.value(of: name)) }
    var ring = ActivityRing(day: day)
    ring.activeKcal = kcal("activeEnergyBurned")
    ring.activeGoalKcal = kcal("activeEnergyBurnedGoal")
    // Since version 12 of the export; version 11 called it appleMoveMinutes.
    ring.moveMin = number("appleMoveTime") ?? number("appleMoveMinutes")
    ring.moveGoalMin = number("appleMoveTimeGoal") ?? number("appleMoveMinutesGoal")
    ring.exerciseMin = number("appleExerciseTime")
    ring.exerciseGoalMin = number("appleExerciseTimeGoal")
    ring.standHours = number("appleStandHours")
    ring.standGoalHours = number("appleStandHoursGoal")
    return ring
  }
}
