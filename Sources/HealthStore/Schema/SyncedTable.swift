import HealthModel

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
  /// The version of the schema that brought the table: 1 or more.
  package let since: Int
  /// What its records are called.
  package let noun: Noun
  /// Where a person looks at the records of the kind. `nil` = they are made by hsync or imported, and no command edits them.
  package let listing: Remedy?
  /// Where an id names the device that made the record; such a record gets another id when the device does. `nil` = ids name no device.
  package let deviceInID: DevicePlace?
  /// Whether hsync computes all of its records: nobody edited one that is replaced, so that no conflict is kept.
  package let isComputed: Bool
  /// `SELECT` of one record's JSON; `?1` is the id. No row if there is none.
  package let selectJSON: String
  /// The statement that writes a record's JSON (`?1`) into the row of an id (`?2`), new or not.
  ///
  /// It writes nothing if a value is missing that must be there, or one has a type that doesn't fit; a value out of range fails by the
  /// table's CHECKs.
  package let applyJSON: String

  /// The lane of the outbox that a record takes: 0 if its day is in the last two days, else 1.
  package enum Recency: Sendable, Hashable {
    /// Always lane 0: kinds without a day.
    case always
    /// By a column with a local day, `YYYY-MM-DD`.
    case day(String)
    /// By a column with milliseconds since 1970.
    case ms(String)
  }

  /// The noun for records of a kind.
  package struct Noun: Sendable, Hashable {
    /// One of them, with its article: `a day's summary`.
    package let one: String
    /// What stands behind the number 1: `day summary`.
    package let singular: String
    /// What stands behind any other number: `day summaries`.
    package let plural: String

    /// A noun; where nothing else is said, as `meal` has it: `a meal`, `meals`.
    package init(_ singular: String, plural: String? = nil, one: String? = nil) {
      self.one = one ?? "a \(singular)"
      self.singular = singular
      self.plural = plural ?? singular + "s"
    }
  }

  /// The place of the device in an id.
  package enum DevicePlace: Sendable, Hashable {
    /// `day/device`, with the day of the column `day`; other ids of the kind name no device.
    case behindDay
    /// `device/…`.
    case first
  }

  /// A kind of record with everything given.
  package init(
    kind: String, table name: String, since: Int, noun: Noun, listing: Remedy? = nil, key: String = "id", columns: [SyncedColumn],
    recency: Recency, completed: [String] = [], deviceInID: DevicePlace? = nil, isComputed: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.key = key
    self.columns = columns
    self.recency = recency
    self.completed = completed
    self.since = since
    self.noun = noun
    self.listing = listing
    self.deviceInID = deviceInID
    self.isComputed = isComputed
    // Made once: putting these texts together takes longer than SQLite takes to run them.
    let record = RecordSQL(table: name, key: key, columns: columns)
    selectJSON = record.select
    applyJSON = record.apply
  }

  /// Every kind that this version knows. A record of another kind is kept in `foreign_record` as it came.
  package static let all: [SyncedTable] = [.meal, .weight, .daySummary, .workout, .sleepSession, .plannerItem, .dayNote]

  /// What records of a kind are called, `samples` included. `nil` if this version doesn't know the kind.
  package static func noun(of kind: String) -> Noun? { (all + [SampleChunks.table]).of(kind: kind)?.noun }

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

extension [SyncedTable] {
  /// The table of a kind, `nil` if it is none of these.
  package func of(kind: String) -> SyncedTable? { first { $0.kind == kind } }
}
