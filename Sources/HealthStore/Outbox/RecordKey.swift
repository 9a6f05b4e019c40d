/// The name of a record on every device: its kind, and its id within that kind.
package struct RecordKey: Sendable, Hashable {
  /// The name of its table in the contract: `meal`.
  package let kind: String
  /// Unique within its kind.
  package let id: String

  /// A key with everything given.
  package init(kind: String, id: String) {
    self.kind = kind
    self.id = id
  }
}

extension SyncRecord {
  /// The record that this is a version of.
  package var key: RecordKey { RecordKey(kind: kind, id: id) }
}

extension SyncOutcome.Rejection {
  /// The rejected record.
  package var key: RecordKey { RecordKey(kind: kind, id: id) }
}

extension SyncOutcome.Restamp {
  /// The record that has a new HLC.
  package var key: RecordKey { RecordKey(kind: kind, id: id) }
}

extension QuarantineLog.Entry {
  /// The rejected record.
  package var key: RecordKey { RecordKey(kind: kind, id: id) }
}
