import BulkSQL
import GRDB
import HealthModel

/// SQL by others over the documented views of a library. It can't read anything else, and can't write.
package struct LibraryQuery: Sendable {
  /// The rows of the answer, and whether there are more.
  package typealias Answer = ViewQuery.Answer
  /// A value of a row.
  package typealias Value = ViewQuery.Value
  /// A query that has no answer.
  package typealias Fault = ViewQuery.Fault

  /// The most rows that can be asked for.
  package static let mostRows = 1000
  /// The time that a query may take by default, in seconds.
  package static let seconds = 2.0

  private let path: String
  private let seconds: Double

  /// Queries on the library at `path`, which must exist and be up to date.
  package init(at path: String, seconds: Double = LibraryQuery.seconds) {
    self.path = path
    self.seconds = seconds
  }

  /// Runs one SELECT on a connection of its own.
  ///
  /// - Parameter rows: The most rows that are returned.
  /// - Throws: `Fault`, or `StoreError` if the library can't be opened.
  package func run(_ sql: String, rows: Int = 100) throws -> Answer {
    // Its version and its tables are checked first.
    try Library(reading: path).close()
    var limits = ViewQuery.Limits()
    limits.rows = min(rows, LibraryQuery.mostRows)
    limits.seconds = seconds
    let query = ViewQuery(LibraryView.all.map { ViewQuery.View(name: $0.name, select: $0.select) }, limits: limits)
    do {
      let database = try DatabaseQueue(path: path, configuration: .library("hsync.query", isReadOnly: true, waits: 2))
      return try database.unsafeRead { db in try query.run(sql, on: db) }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
