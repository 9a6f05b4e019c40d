import Synchronization

/// The statements that read and write records of a kind, put together when one of them is first wanted, and then kept: that takes longer than SQLite takes
/// to run them, and a short command wants none of most kinds.
final class RecordStatements: Sendable, Hashable {
  private let record: RecordSQL
  private let made = Mutex(Made())

  private struct Made {
    var selectPlain: String?
    var select: String?
    var apply: String?
  }

  /// Those of a table.
  init(_ record: RecordSQL) { self.record = record }

  /// See `RecordSQL.selectPlain`.
  var selectPlain: String { text(\.selectPlain, \.selectPlain) }

  /// See `SyncedTable.selectJSON`.
  var select: String { text(\.select, \.select) }

  /// See `SyncedTable.applyJSON`.
  var apply: String { text(\.apply, \.apply) }

  private func text(_ kept: WritableKeyPath<Made, String?>, _ make: KeyPath<RecordSQL, String>) -> String {
    made.withLock { made in
      let text = made[keyPath: kept] ?? record[keyPath: make]
      made[keyPath: kept] = text
      return text
    }
  }

  static func == (one: RecordStatements, other: RecordStatements) -> Bool { one.record == other.record }

  func hash(into hasher: inout Hasher) { hasher.combine(record) }
}
