import BulkSQL
import DietPlan
import GRDB
import HealthModel

/// The diet plan of a library: the answers of its set-up, and its dated history.
package struct DietRecords: Sendable {
  private let library: Library

  /// The id of the only profile.
  private static let me = "me"

  /// The plan of a library.
  package init(_ library: Library) { self.library = library }
}

// MARK: - Reading

extension DietRecords {
  /// All entries of the history, in no order. Empty = no plan was ever set up.
  package func events() throws(StoreError) -> [DietEvent] {
    try library.read { db in try db.cachedStatement(sql: DietEvent.selectSQL).rows { try DietEvent(row: $0) } }
  }

  /// The answers of the set-up. `nil` = nothing was answered yet.
  ///
  /// - Parameter today: The start of a plan that is preset.
  package func answers(today: Day) throws(StoreError) -> DietAnswers? {
    try library.read { db in
      try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM diet_profile WHERE id = ?"), arguments: [DietRecords.me]).map {
        try DietAnswers(row: $0, today: today)
      }
    }
  }
}

// MARK: - Changing

extension DietRecords {
  /// Changes the plan: one transaction, and one change that `hsync undo` takes back.
  ///
  /// - Parameters:
  ///   - title: The name in "undone: …".
  ///   - answers: The new answers; `nil` = as they are.
  ///   - events: New entries of the history. One with the id of another replaces it.
  ///   - ids: Entries to delete.
  /// - Throws: kind `.badData` if a value is out of range.
  package func change(
    _ title: String, answers: DietAnswers? = nil, adding events: [DietEvent] = [], deleting ids: [String] = [], at now: Moment
  ) throws(StoreError) {
    let profile = answers == nil ? [] : [(table: SyncedTable.dietProfile, id: DietRecords.me)]
    let entries = (ids + events.map(\.id)).map { (table: SyncedTable.dietEvent, id: $0) }
    try library.write { db in
      try UndoLog(db: db).record(title, of: profile + entries, at: now) {
        if let answers { try DietRecords.put(answers, in: db) }
        for id in ids { try SyncedTable.dietEvent.delete(id, in: db) }
        for event in events {
          try SyncedTable.dietEvent.delete(event.id, in: db)
          try DietRecords.insert(event, at: now, in: db)
        }
      }
    }
  }

  /// Notes that milestones and explanations were shown; those that were noted before stay as they are.
  ///
  /// It isn't a change for `hsync undo`: the user did nothing.
  package func keepShown(_ events: [DietEvent], at now: Moment) throws(StoreError) {
    guard !events.isEmpty else { return }
    try library.write { db in
      for event in events
      where try Bool.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM diet_event WHERE id = ?"), arguments: [event.id]) == nil {
        try DietRecords.insert(event, at: now, in: db)
      }
    }
  }

  private static func insert(_ event: DietEvent, at now: Moment, in db: Database) throws {
    try db.cachedStatement(sql: DietEvent.insertSQL).execute(arguments: StatementArguments(event.columnValues(createdAtMs: now.ms)))
  }

  /// Fields of a newer version that the row carries stay.
  private static func put(_ answers: DietAnswers, in db: Database) throws {
    let columns = SyncedTable.dietProfile.columns.map(\.name)
    try db.execute(
      sql: """
        INSERT INTO diet_profile(id, \(columns.joined(separator: ", "))) VALUES (?\(String(repeating: ", ?", count: columns.count)))
        ON CONFLICT(id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """,
      arguments: StatementArguments([DietRecords.me] + answers.columnValues))
  }
}
