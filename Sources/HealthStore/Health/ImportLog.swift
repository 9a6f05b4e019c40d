import BulkSQL
import DayTotals
import GRDB
import HealthModel

/// The log of imports and their sources.
package struct ImportLog: Sendable {
  private let library: Library

  /// The imports of a library.
  package init(_ library: Library) { self.library = library }

  /// A file that was imported.
  package struct Entry: Sendable, Hashable {
    package let file: String
    package let origin: String
    package let endedAtMs: Int64
    package let records: Int
    package let added: Int
  }

  /// The last imports that went through, newest first.
  package func latest(_ count: Int) throws(StoreError) -> [Entry] {
    try library.read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT file, origin, ended_at_ms, records, added FROM health_import WHERE state = 'done' ORDER BY ended_at_ms DESC, n DESC LIMIT ?
            """), arguments: [count]
      ).map { try Entry(file: $0.value(0), origin: $0.value(1), endedAtMs: $0.value(2), records: $0.value(3), added: $0.value(4)) }
    }
  }

  /// Everybody who measured, best ranked first; those of sleep may have another order in Health Connect.
  package func sources(settings: HealthSettings) throws(StoreError) -> [HealthSource] {
    let (sources, apps) = try library.read { db in
      let sources = try Row.fetchAll(db.cachedStatement(sql: "SELECT name, kind, origin FROM health_source")).map {
        try HealthSource(
          name: $0.value(0), kind: HealthSource.Kind(rawValue: $0.value(1)) ?? .other,
          origin: HealthOrigin(rawValue: $0.value(2)) ?? .appleHealth)
      }
      return (sources, try AppOrder.stored(in: db)?.activity ?? [])
    }
    return SourceRanks(settings.ranks, apps: apps).ordered(sources).map { sources[$0] }
  }
}
