import GRDB

/// The contents of rows before a change, each once.
struct UndoSnapshot {
  /// A row, and its JSON before the change; `nil` = there was none.
  struct Row {
    let table: SyncedTable
    let id: String
    let before: String?
  }

  /// In the order in which they are changed.
  private(set) var rows: [Row] = []
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    let kind: String
    let id: String
  }

  /// To be called before a row that may be there is changed.
  mutating func willChange(_ table: SyncedTable, _ id: String, in db: Database) throws {
    guard seen.insert(Key(kind: table.kind, id: id)).inserted else { return }
    rows.append(Row(table: table, id: id, before: try table.json(of: id, in: db)))
  }

  /// To be called for a row that isn't there yet: nothing is read.
  mutating func willInsert(_ table: SyncedTable, _ id: String) {
    guard seen.insert(Key(kind: table.kind, id: id)).inserted else { return }
    rows.append(Row(table: table, id: id, before: nil))
  }
}
