import HealthModel

/// One kind of record that is synced: the table of its rows and their form as JSON.
///
/// All SQL that depends on both is generated from this one value: the triggers that feed the outbox, the expression
/// that builds a row's JSON and the statement that writes a record's JSON into the table. So the three can't disagree,
/// no row passes through Swift, and a test that compares this list with the table's columns covers all of them.
package struct SyncedTable: Sendable, Hashable {
  /// The kind's name in records: `meal`.
  package let kind: String
  /// The table's name. Its rows have, besides `key` and `columns`, a column `extra`: a JSON object of what a newer schema added.
  package let name: String
  /// The primary key, a text: the record's id. It isn't a part of the record's JSON.
  package let key: String
  /// The other columns, in the order of the record's JSON.
  package let columns: [SyncedColumn]
  /// The criterion by which a record is recent and is pushed first.
  package let recency: Recency
  /// Columns that may be NULL between an INSERT and the trigger that completes the row. The row isn't added to the
  /// outbox before they are filled.
  package let completed: [String]
  /// The version of the schema that brought the table: 1 or more.
  package let since: Int
  /// The name of its records.
  package let noun: Noun
  /// The command that lists the records of the kind. `nil` = they are created by hsync or imported, and no command
  /// edits them.
  package let listing: Remedy?
  /// The position of the device's id in a record's id; such a record gets another id when the device does. `nil` = a
  /// record's id doesn't contain the device's.
  package let deviceInID: DevicePlace?
  /// Whether hsync computes all of its records: a replaced one isn't a user's edit, so that no conflict is kept.
  package let isComputed: Bool
  /// The column that says when the record's one event took place. Two devices that both recorded it made one record: the one whose time
  /// gives way is told, also when the backend had its record already. `nil` = a replaced record is an edit like any other.
  package let eventTime: String?
  private let statements: RecordStatements
  /// `SELECT` of one record's JSON if it has nothing from a newer schema; `?1` is the id.
  var selectPlainJSON: String { statements.selectPlain }
  /// `SELECT` of one record's JSON; `?1` is the id. No row if there is none.
  package var selectJSON: String { statements.select }
  /// The statement that writes a record's JSON (`?1`) into the row of an id (`?2`), new or not.
  ///
  /// It writes nothing if a value is missing that must be there, or one has a type that doesn't fit; a value out of range fails by the
  /// table's CHECKs.
  package var applyJSON: String { statements.apply }

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
    /// The noun after the number 1: `day summary`.
    package let singular: String
    /// The noun after any other number: `day summaries`.
    package let plural: String

    /// A noun; the defaults are formed as for `meal`: `a meal`, `meals`.
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
    recency: Recency, completed: [String] = [], deviceInID: DevicePlace? = nil, isComputed: Bool = false,
    eventTime: String? = nil
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
    self.eventTime = eventTime
    self.deviceInID = deviceInID
    self.isComputed = isComputed
    statements = RecordStatements(RecordSQL(table: name, key: key, columns: columns))
  }

  /// Every known kind. A record of another kind is kept unchanged in `foreign_record`.
  package static let all: [SyncedTable] = [
    .meal, .weight, .daySummary, .workout, .sleepSession, .plannerItem, .dayNote, .laundryPet, .laundryTask, .dietProfile, .dietEvent,
    .coastProfile, .coastPlace, .productOverride,
  ]

  /// Returns the name of a kind's records, `samples` included. `nil` if the kind is unknown.
  package static func noun(of kind: String) -> Noun? { (all + [SampleChunks.table]).of(kind: kind)?.noun }

  /// SQL for the record's JSON of the row called `row` (a table's name or alias), compact and on one line.
  package func json(of row: String) -> String { RecordSQL(table: name, key: key, columns: columns).json(of: row) }

  /// SQL for the lane of the row called `row`.
  func lane(of row: String) -> String {
    switch recency {
    case .always: "0"
    case .day(let column): LaneSQL.lane(ofDay: "\(row).\(column)")
    case .ms(let column): LaneSQL.lane(ofMs: "\(row).\(column)")
    }
  }

  /// SQL for the day or the time by which the row called `row` is recent; NULL for a kind without one.
  func at(of row: String) -> String {
    switch recency {
    case .always: "NULL"
    case .day(let column), .ms(let column): "\(row).\(column)"
    }
  }
}

extension [SyncedTable] {
  /// The table of a kind, `nil` if it is none of these.
  package func of(kind: String) -> SyncedTable? { first { $0.kind == kind } }
}
