import BulkSQL
import GRDB

/// Removes everything that an import wrote, by its number. It works in short transactions, so that other writers don't
/// wait long, and can be interrupted and continued later.
struct ImportRemoval {
  let library: Library

  /// Removes all imports that are still `running`. Only who has the import lock may, for then they were interrupted.
  func removeLeftovers() throws(StoreError) {
    let numbers = try library.read { db in try Int64.fetchAll(db, sql: "SELECT n FROM health_import WHERE state = 'running' ORDER BY n") }
    for number in numbers { try remove(number) }
  }

  /// Removes one import; its row goes last.
  func remove(_ number: Int64) throws(StoreError) {
    try removeSamples(of: number)
    try library.write { db in
      for table in ["sample_detail", "sample_version", "health_aggregate", "workout_track", "health_attachment"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE import = ?", arguments: [number])
      }
      try AggregateWriter.dropOverflow(in: db)
      try forgetNames(in: db)
      try db.execute(sql: "DELETE FROM health_import WHERE n = ?", arguments: [number])
    }
  }

  /// Removes types and sources used only by this import. There are few of either, and most have a sample near the
  /// beginning of the table.
  private func forgetNames(in db: Database) throws {
    try db.execute(sql: "DELETE FROM health_type WHERE NOT EXISTS (SELECT 1 FROM sample WHERE type = health_type.id)")
    try db.execute(
      sql: """
        DELETE FROM health_source WHERE NOT EXISTS (SELECT 1 FROM sample WHERE source = health_source.id)
          AND NOT EXISTS (SELECT 1 FROM health_aggregate WHERE source = health_source.id)
          AND NOT EXISTS (SELECT 1 FROM workout WHERE source = health_source.name)
        """)
  }

  /// Goes through the whole table by its key: an index by import would cost every import more than this costs a failed one.
  private func removeSamples(of number: Int64) throws(StoreError) {
    var last: (type: Int64, startMs: Int64) = (0, .min)
    while true {
      let piece = try library.read { db -> (end: (type: Int64, startMs: Int64), isLast: Bool, hasAny: Bool) in
        let next = try Row.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT type, start_ms FROM sample WHERE (type, start_ms) > (?, ?) ORDER BY type, start_ms LIMIT 1 OFFSET \(ImportRemoval.size)
              """), arguments: [last.type, last.startMs])
        let end: (type: Int64, startMs: Int64) = try next.map { try ($0.value(0), $0.value(1)) } ?? (.max, .max)
        let hasAny = try Bool.fetchOne(
          db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE \(ImportRemoval.isInPiece))"),
          arguments: [last.type, last.startMs, end.type, end.startMs, number])
        return (end, next == nil, hasAny ?? false)
      }
      if piece.hasAny {
        try library.write { db in
          try db.cachedStatement(sql: "DELETE FROM sample WHERE \(ImportRemoval.isInPiece)")
            .execute(arguments: [last.type, last.startMs, piece.end.type, piece.end.startMs, number])
        }
        ImportSession.letOthersWrite()
      }
      if piece.isLast { return }
      last = piece.end
    }
  }

  private static let size = 20_000
  private static let isInPiece = "(type, start_ms) > (?1, ?2) AND (type, start_ms) <= (?3, ?4) AND import = ?5"
}
