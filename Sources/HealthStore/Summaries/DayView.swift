import DayTotals
import GRDB
import HealthModel

/// Days as some settings have them that the stored ones aren't computed by; nothing of it is stored.
struct DayView {
  /// This device's summaries of the days of which anything is known, in order.
  private(set) var summaries: [DaySummary] = []
  /// This device's weights out of health data, in the order of days.
  private(set) var weights: [WeightEntry] = []

  /// Computes the days `first` through `last`. `nil` = the stored ones are up to date, or none were computed here.
  ///
  /// - Throws: kind `.badData` when the settings name a zone that isn't installed.
  init?(_ db: Database, as settings: HealthSettings, from first: Day, through last: Day) throws {
    if try SummaryBasis.isSurelyCurrent(settings, in: db) { return nil }
    let summarizer = try Summarizer(db: db, settings: settings)
    guard try summarizer.isOutOfDate() else { return nil }
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT device FROM sync_state")) ?? ""
    try summarizer.eachWindow(from: first, through: last) { inputs, results, basis in
      summaries += results.summaries.compactMap(\.self)
      for (index, reading) in results.weights.enumerated() {
        guard let reading else { continue }
        let row = WeightRow(
          reading, day: inputs.days.first.adding(index), device: device, source: inputs.sources[Int(reading.source)].name,
          utcOffsetMin: basis.rules.offsetMin(at: reading.atMs))
        if let entry = row.entry { weights.append(entry) }
      }
    }
  }
}
