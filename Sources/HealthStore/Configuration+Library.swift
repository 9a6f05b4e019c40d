import BulkSQL
import GRDB

extension Configuration {
  /// The set-up of every connection to a library, or to a file that is to be one: its values are bounded, its pages are checked.
  ///
  /// - Parameters:
  ///   - label: the connection's name in traces and debuggers.
  ///   - isReadOnly: whether it can't write.
  ///   - endsWithProcess: for short-lived programs: what statements read and write isn't recorded for observers, where no migration is needed.
  ///   - waits: for how many seconds it waits while another connection writes.
  static func library(_ label: String, isReadOnly: Bool = false, endsWithProcess: Bool = false, waits: Double? = nil) -> Configuration {
    SQLiteSetup.apply(endsWithProcess: endsWithProcess)
    var configuration = Configuration()
    configuration.label = label
    configuration.readonly = isReadOnly
    if let waits { configuration.busyMode = .timeout(waits) }
    configuration.prepareDatabase { db in
      try ConnectionBounds.set(on: db)
      guard endsWithProcess, try Int.fetchOne(db, sql: "PRAGMA user_version") == Schema.version else { return }
      SQLiteSetup.endStatementRecords(on: db)
    }
    return configuration
  }
}
