import GRDB
import HealthModel

// Stands for HealthStore/Summaries until that is there; then this file goes.

struct TouchedTime {
  private(set) var spans = 0
  var isEmpty: Bool { spans == 0 }
  mutating func add(startMs: Int64, endMs: Int64, isSleep: Bool) { spans += 1 }
}

struct Summarizer {
  init(db: Database, settings: HealthSettings, runningImport: Int64?) {}
  func changes(for touched: TouchedTime) throws -> SummaryChanges { SummaryChanges(days: []) }
}

struct SummaryChanges {
  let days: [Day]
  func write(in db: Database) throws {}
}
