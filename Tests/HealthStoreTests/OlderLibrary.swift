import Foundation
import GRDB
import TestSupport

@testable import HealthStore

/// A library's file as an older schema left it, in a folder of its own.
struct OlderLibrary {
  let folder: TemporaryFolder
  var path: String { folder.file("hsync.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Makes the file of `version`, with what `sql` writes.
  func make(version: Int, _ sql: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
    try Schema.migrator.migrate(database, upTo: String(version))
    try database.write { db in try db.execute(sql: sql) }
    try database.close()
  }
}

extension Library {
  /// The rows of a query, each a text of its values.
  func text(_ sql: String) throws -> [String] {
    try read { db in try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map { "\($0)" }.joined(separator: "|") } }
  }
}
