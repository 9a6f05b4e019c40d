import Synchronization

/// The statements that read and write records of a kind, put together when one of them is first wanted, and then kept: that takes longer than SQLite takes
/// to run them, and a short command wants none of most kinds.
final class RecordStatements: Sendable, Hashable {
  private let record: RecordSQL
  private let made = Mutex<(selectPlain: String?, select: String?, apply: String?)>((nil, nil, nil))

  /// Those of a table.
  init(_ record: RecordSQL) { self.record = record }

  /// See `RecordSQL.selectPlain`.
  var selectPlain: String {
    made.withLock { made in
      let text = made.selectPlain ?? record.selectPlain
      made.selectPlain = text
      return text
    }
  }

  /// See `SyncedTable.selectJSON`.
  var select: String {
    made.withLock { made in
      let text = made.select ?? record.select
      made.select = text
      return text
    }
  }

  /// See `SyncedTable.applyJSON`.
  var apply: String {
    made.withLock { made in
      let text = made.apply ?? record.apply
      made.apply = text
      return text
    }
  }

  static func == (one: RecordStatements, other: RecordStatements) -> Bool { one.record == other.record }

  func hash(into hasher: inout Hasher) { hasher.combine(record) }
}
