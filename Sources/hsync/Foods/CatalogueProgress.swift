import FoodCatalog
import Foundation
import HealthDesk
import HealthModel
import Settings

/// The progress of an import into the catalogue, on one line of standard error that is overwritten; nothing when that isn't a terminal.
struct CatalogueProgress {
  private let isShown: Bool
  private let startMs = LocalClock.nowMs
  private var shownMs: Int64 = 0
  private var shownStage: String?

  init(isShown: Bool) { self.isShown = isShown && Terminal.canRewrite(STDERR_FILENO) }

  /// `reading  43 %  1,900,000 rows  61,000 rows/s  35 s left`, at most ten times a second.
  mutating func show(_ progress: ImportProgress) {
    guard isShown else { return }
    let now = LocalClock.nowMs
    guard now - shownMs >= 100 || shownStage != CatalogueProgress.stage(progress) else { return }
    shownMs = now
    shownStage = CatalogueProgress.stage(progress)
    Output.rewrite(CatalogueProgress.words(progress, afterMs: max(1, now - startMs)))
  }

  /// Clears the line, so that other text can be written.
  func clear() {
    if isShown { Output.rewrite("") }
  }

  /// The line `ms` milliseconds after the start.
  static func words(_ progress: ImportProgress, afterMs ms: Int64) -> String {
    switch progress {
    case .reading(let rows, let bytes, let total):
      var words = ["reading"]
      if let total, total > 0 { words.append("\(min(100, bytes * 100 / total)) %") }
      words += [Quantity.count(Int(rows), "row"), "\(Quantity.grouped(Int(rows * 1000 / ms))) rows/s"]
      if let total, bytes > 0, total > bytes {
        words.append("\(Quantity.grouped(Int(Double(total - bytes) / Double(bytes) * Double(ms) / 1000))) s left")
      }
      return words.joined(separator: "  ")
    case .sorting: return "sorting by popularity"
    case .indexing(let foods, let total): return "indexing  \(total > 0 ? foods * 100 / total : 100) %"
    }
  }

  private static func stage(_ progress: ImportProgress) -> String {
    switch progress {
    case .reading: "reading"
    case .sorting: "sorting"
    case .indexing: "indexing"
    }
  }
}
