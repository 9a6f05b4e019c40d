import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// A library in a folder of its own, and what tests do with it.
struct StoreFixture {
  let folder: TemporaryFolder
  let library: Library
  var meals: MealLog { MealLog(library) }

  /// 2026-02-10 12:03 in Paris.
  static let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(at: folder.file("hsync.db"))
  }

  /// An entry with something in most fields.
  static func meal(_ id: String, _ name: String = "Porridge", at moment: Moment = noon, gtin: Int64? = nil) -> Meal {
    Meal(
      id: id, eatenAt: moment, slot: .lunch, name: name, brand: "Mill & Sons", gtin: gtin.flatMap { GTIN(number: $0) },
      amount: Amount(servings: 1.5, grams: 300), nutrition: Nutrition(energyKcal: 250, proteinG: 8.25, carbsG: 40, saltG: 0.1),
      provenance: Provenance(source: "product_file", revision: "3", basis: .per100g, doubts: [.energyMismatch]), note: "with \"milk\"",
      createdAtMs: moment.ms + 5)
  }

  /// A moment so many milliseconds after `noon`.
  static func later(_ ms: Int64) -> Moment { Moment(ms: noon.ms + ms, utcOffsetMin: 60) }

  /// Every row of a query as text, `|` between the columns, so that whole tables are compared at once.
  func text(_ sql: String) throws -> [String] {
    try library.read { db in
      try Row.fetchAll(db, sql: sql).map { row in row.databaseValues.map(StoreFixture.text).joined(separator: "|") }
    }
  }

  /// A whole table, in the order of its primary key.
  func dump(_ table: String) throws -> [String] { try text("SELECT * FROM \(table) ORDER BY 1, 2") }

  /// The outbox as `kind|id`, in the order in which the entries were made.
  func queued() throws -> [String] { try text("SELECT kind, id FROM outbox ORDER BY hlc, id") }

  func run(_ sql: String) throws { try library.write { db in try db.execute(sql: sql) } }

  func number(_ sql: String) throws -> Int64 { try library.read { db in try #require(try Int64.fetchOne(db, sql: sql)) } }

  /// Runs SQL in the real `sqlite3` shell, in a time zone (POSIX form, so that no tzdata is needed), and returns what it printed.
  @discardableResult
  func shell(_ sql: String, zone: String = "UTC0", fails: Bool = false) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-bail", folder.file("hsync.db"), sql]
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": zone]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect((process.terminationStatus != 0) == fails, "\(text)")
    return text
  }

  private static func text(_ value: DatabaseValue) -> String {
    switch value.storage {
    case .null: "NULL"
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .string(let text): text
    case .blob(let data): data.map { String(format: "%02x", $0) }.joined()
    }
  }
}
