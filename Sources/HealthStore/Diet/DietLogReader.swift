import BulkSQL
import DietPlan
import GRDB
import HealthModel

/// Reads the logs that the diet plan needs about some days: one statement for each kind of record, however many days.
package struct DietLogReader: Sendable {
  private let library: Library
  private let settings: HealthSettings

  /// The logs of a library.
  ///
  /// - Parameter settings: Health data are on the days that these make of them, as `SummaryLog`'s.
  package init(_ library: Library, as settings: HealthSettings) { (self.library, self.settings) = (library, settings) }

  /// The logs from which the plan's answers about each of these days follow: their meals and active energy, weights through the last of
  /// them, and the days of the streak that ends before the first.
  package func log(of days: ClosedRange<Day>) throws(StoreError) -> DietLog {
    let (first, last) = (days.lowerBound, days.upperBound)
    return try library.read { db in
      let weights = try WeightLog(library, as: settings).entries(from: first, through: last, andBefore: DietWeights.averaged + 1)
      return DietLog(
        intakes: try DietLogReader.intakes(db, from: first, through: last), weights: DietWeights(weights),
        activeKcal: try activeKcal(from: first, through: last), otherDays: try DietLogReader.run(db, before: first))
    }
  }

  /// Instants at which the meals of some days were logged, milliseconds UTC, in no order.
  package func mealsLoggedAtMs(from first: Day, through last: Day) throws(StoreError) -> [Int64] {
    try library.read { db in
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT created_at_ms FROM meal WHERE day BETWEEN ? AND ?"),
        arguments: [first.description, last.description])
    }
  }

  private func activeKcal(from first: Day, through last: Day) throws -> [Day: Double] {
    let summaries = try SummaryLog(library, as: settings).summaries(from: first, through: last, [("active_kcal", \.activeKcal)])
    return Dictionary(summaries.compactMap { summary in summary.activeKcal.map { (summary.day, $0) } }) { first, _ in first }
  }

  /// The sums of each day that has meals. Energy that known macronutrients don't explain is summed by meal, as `DietIntake` does it.
  private static func intakes(_ db: Database, from first: Day, through last: Day) throws -> [Day: DietIntake] {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT day, count(*), total(energy_kcal), count(*) - count(energy_kcal), sum(protein_g), sum(carbs_g), sum(fat_g),
            total(\(hasUnknown)), total(CASE WHEN \(hasUnknown) THEN max(0, coalesce(energy_kcal, 0) - \(explainedKcal)) END)
          FROM meal WHERE day BETWEEN ?1 AND ?2 GROUP BY day
          """),
      arguments: [first.description, last.description])
    var intakes: [Day: DietIntake] = [:]
    while let row = try rows.next() {
      guard let day = try Day(row.value(0) as String) else { continue }
      intakes[day] = DietIntake(
        meals: try row.value(1), energyKcal: try row.value(2), mealsWithoutEnergy: try row.value(3),
        grams: PerMacro(protein: try row.value(4), carbs: try row.value(5), fat: try row.value(6)),
        mealsWithUnknownMacros: Int(nearest: try row.value(7) as Double), unknownKcal: try row.value(8))
    }
    return intakes
  }

  private static let hasUnknown = "(protein_g IS NULL OR carbs_g IS NULL OR fat_g IS NULL)"

  private static let explainedKcal = Macro.allCases
    .map { "\(JSON($0.kcalPerGram).text) * coalesce(\($0.rawValue)_g, 0)" }.joined(separator: " - ")

  /// The consecutive days with a log that end on the day before `day`. They are read backwards and no further, so that a streak costs by its
  /// length, not by the length of the history.
  private static func run(_ db: Database, before day: Day) throws -> Set<Day> {
    // Along the index: a search for each day takes six times as long. And from its end: SQLite would compare each entry with a bound.
    let meals = try BulkStatement("SELECT DISTINCT day FROM meal ORDER BY day DESC", in: db)
    // The id of a weight that was logged by hand is its day.
    let weight = try BulkStatement("SELECT 1 FROM weight WHERE id = ?1", in: db)
    defer { meals.reset() }

    func hasWeight(_ day: Day) throws -> Bool {
      weight.bind(day.description, at: 1)
      defer { weight.reset() }
      return try weight.step()
    }
    // The latest day with a meal that wasn't passed yet.
    var (eaten, isLast): (Day?, Bool) = (nil, false)
    func hasMeal(_ day: Day) throws -> Bool {
      while !isLast, eaten.map({ $0 > day }) ?? true {
        isLast = try !meals.step()
        eaten = isLast ? nil : meals.withBytes(0) { Day(utf8: $0) }
      }
      return eaten == day
    }
    var first = day
    while try hasMeal(first.adding(-1)) || hasWeight(first.adding(-1)) { first = first.adding(-1) }
    return Set((first.number..<day.number).map(Day.init(number:)))
  }
}
