/// One kind of record that is synced: which table its rows live in and how they look as JSON.
///
/// Everything that must know both is generated from this one value, as SQL: the triggers that feed the outbox, the expression that makes
/// a row's JSON and the statement that writes a record's JSON into the table. So the three can't disagree, no row passes through Swift,
/// and a test that compares this list with the table's columns covers all of them.
package struct SyncedTable: Sendable, Hashable {
  /// The kind's name in records: `meal`.
  package let kind: String
  /// The table's name. Its rows have, besides `key` and `columns`, a column `extra`: a JSON object of what a newer schema added.
  package let name: String
  /// The primary key, a text: the record's id. It isn't a part of the record's JSON.
  package let key: String
  /// The other columns, in the order of the record's JSON.
  package let columns: [SyncedColumn]
  /// What decides whether a record is recent and goes first.
  package let recency: Recency
  /// Columns that may be NULL between an INSERT and the trigger that completes the row. The outbox isn't told before they are filled.
  package let completed: [String]
  /// `SELECT` of one record's JSON; `?1` is the id. No row if there is none.
  package let selectJSON: String
  /// The statement that writes a record's JSON (`?1`) into the row of an id (`?2`), new or not.
  ///
  /// It writes nothing if a value is missing that must be there, or one has a type that doesn't fit; a value out of range fails by the
  /// table's CHECKs.
  package let applyJSON: String

  /// Which lane of the outbox a record takes: 0 if its day is in the last two days, else 1.
  package enum Recency: Sendable, Hashable {
    /// Always lane 0: kinds without a day.
    case always
    /// By a column with a local day, `YYYY-MM-DD`.
    case day(String)
    /// By a column with milliseconds since 1970.
    case ms(String)
  }

  /// A kind of record with everything given.
  package init(
    kind: String, table name: String, key: String = "id", columns: [SyncedColumn], recency: Recency, completed: [String] = []
  ) {
    self.kind = kind
    self.name = name
    self.key = key
    self.columns = columns
    self.recency = recency
    self.completed = completed
    // Made once: putting these texts together takes longer than SQLite takes to run them.
    let record = RecordSQL(table: name, key: key, columns: columns)
    selectJSON = record.select
    applyJSON = record.apply
  }

  /// Every kind that this version knows. A record of another kind is kept in `foreign_record` as it came.
  package static let all: [SyncedTable] = [.meal, .weight, .daySummary, .workout, .sleepSession, .plannerItem, .dayNote]

  /// The table of a kind, `nil` if this version doesn't know the kind.
  package static func of(kind: String) -> SyncedTable? { all.first { $0.kind == kind } }

  /// SQL for the record's JSON of the row called `row` (a table's name or alias), compact and on one line.
  package func json(of row: String) -> String { RecordSQL(table: name, key: key, columns: columns).json(of: row) }

  /// SQL for the lane of the row called `row`.
  func lane(of row: String) -> String {
    switch recency {
    case .always: "0"
    case .day(let column): "coalesce(\(row).\(column) < date('now','-2 day'), 0)"
    case .ms(let column): "coalesce(\(row).\(column) < (julianday('now','-2 day') - 2440587.5) * 86400000, 0)"
    }
  }
}
