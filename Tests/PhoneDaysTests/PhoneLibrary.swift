import Foundation
import GRDB
import Glibc
import HealthModel
import TestSupport

@testable import HealthImport
@testable import HealthStore

/// A library that exports are imported into, one after the other, and the numbers of its days.
final class PhoneLibrary {
  private let folder: TemporaryFolder
  private let library: Library
  private let settings: HealthSettings
  /// The outcomes of the imports, in their order.
  private(set) var outcomes: [ImportOutcome] = []

  convenience init(zone: String) throws { try self.init(settings: HealthSettings(zone: zone, machineZone: "UTC")) }

  init(settings: HealthSettings) throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"))
    self.settings = settings
  }

  /// Imports an export, as `hsync import` does.
  func add(_ export: PhoneExport) throws {
    let path = try file(export)
    let zone = try library.read { db in try Summarizer(db: db, settings: settings).rules }
    let reader = try HealthFile.open(path, temporaryFolder: folder.path, zone: zone)
    let now = Moment(ms: 1_780_000_000_000 + Int64(outcomes.count) * 1000, utcOffsetMin: 0)
    let session = try ImportSession(library, file: path, origin: reader.origin, settings: settings, at: now)
    do {
      let report = try reader.read(keepsPart: false) { try session.write($0) }
      outcomes.append(try session.finish(report, at: now))
    } catch {
      try session.abandon()
      throw error
    }
  }

  /// A day's number by its key in JSON, `weight_kg` and `workouts` as well; `nil` = not known.
  func value(_ key: String, on day: Day) throws -> Double? {
    if key == "weight_kg" { return try WeightLog(library).entries(from: day, through: day).first?.kg }
    let summary = try SummaryLog(library).summaries(from: day, through: day).first
    return summary.flatMap { summary in DaySummary.fields.first { $0.key == key }?.value(summary) }
  }

  /// The same numbers as computed from nothing: the summaries in the library must not depend on how they came about.
  func recomputed() throws -> Int { try SummaryLog(library).rebuild(from: nil, through: nil, settings: settings).changed }

  /// Returns the explanation of a day.
  func explanation(of day: Day) throws -> DayExplanation { try SummaryLog(library).explanation(of: day, settings: settings) }

  func number(_ sql: String) throws -> Int64 { try library.read { db in try Int64.fetchOne(db, sql: sql) ?? 0 } }

  private func file(_ export: PhoneExport) throws -> String {
    switch export {
    case .auto(let text): return try folder.write(Array(text.utf8), to: "auto-\(outcomes.count).json")
    case .apple(let text): return try folder.write(Array(text.utf8), to: "export-\(outcomes.count).xml")
    case .folder(let exports):
      let name = "folder-\(outcomes.count)"
      guard mkdir(folder.file(name), 0o700) == 0 else { throw CocoaError(.fileWriteUnknown) }
      for (number, export) in exports.enumerated() {
        if case .auto(let text) = export { try folder.write(Array(text.utf8), to: "\(name)/\(number).json") }
      }
      return folder.file(name)
    case .connect(let sql):
      let path = folder.file("connect-\(outcomes.count).db")
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: sql) }
      try queue.close()
      return path
    }
  }
}
