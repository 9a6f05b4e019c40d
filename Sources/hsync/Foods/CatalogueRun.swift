import ArgumentParser
import FoodCatalog
import HealthDesk
import HealthModel
import Settings

/// An import into the catalogue with its progress and its report.
struct CatalogueRun {
  let file: String
  let isQuiet: Bool
  let printsJSON: Bool
  /// Whether foods that know far less replace others without a question.
  var replacesAnything = false

  /// The inputs of an import: its answer about foods that know far less, whether it is interrupted, and where its progress goes.
  typealias Work = (
    CatalogueDesk, _ accepts: @escaping (CatalogueLoss) throws -> Bool, _ isInterrupted: @escaping () -> Bool,
    _ progress: @escaping (ImportProgress) -> Void
  ) throws -> ImportReport

  /// Does the work, and prints its report.
  func report(_ work: Work) throws {
    let interrupt = Interrupt()
    var shown = CatalogueProgress(isShown: !isQuiet && !printsJSON)
    defer { shown.clear() }
    let startMs = LocalClock.nowMs
    let report: ImportReport
    do {
      let accepts = { (loss: CatalogueLoss) in
        shown.clear()
        try Confirmation.require(question(loss), isGiven: replacesAnything)
        return true
      }
      report = try work(.atStart, accepts, { interrupt.isRaised }, { shown.show($0) })
    } catch is CancellationError {
      throw CommandError(.interrupted, "interrupted; the catalogue is as it was")
    }
    shown.clear()
    let seconds = Double(LocalClock.nowMs - startMs) / 1000
    if printsJSON { return Output.json(CatalogueRun.json(report, seconds: seconds)) }
    if isQuiet { return }
    Output.line("\(name): \(CatalogueRun.words(report))")
    Output.notice(Attribution(report.source).sentence)
  }

  private var name: String { file == "-" ? "standard input" : file }

  private func question(_ loss: CatalogueLoss) -> String {
    func words(_ knowledge: CatalogueKnowledge) -> String {
      "\(Quantity.grouped(Int(knowledge.withEnergy))) of \(Quantity.count(Int(knowledge.foods), "food"))"
    }
    return "\(name) has an energy for \(words(loss.new)), the catalogue for \(words(loss.old)): replace it?"
  }

  /// `5 rows, 4 foods imported, 1 row broken, 1 skipped`.
  static func words(_ report: ImportReport) -> String {
    var words = [Quantity.count(Int(report.rows), "row"), Quantity.count(Int(report.imported), "food") + " imported"]
    if report.broken > 0 { words.append("\(Quantity.grouped(Int(report.broken))) broken") }
    if report.skipped > 0 { words.append("\(Quantity.grouped(Int(report.skipped))) skipped") }
    return words.joined(separator: ", ")
  }

  private static func json(_ report: ImportReport, seconds: Double) -> JSON {
    .object([
      ("rows", JSON(report.rows)), ("imported", JSON(report.imported)), ("broken", JSON(report.broken)), ("skipped", JSON(report.skipped)),
      ("seconds", JSON(seconds)),
    ])
  }
}
