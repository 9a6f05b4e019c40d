import GRDB
import HealthModel

/// The records of activity windows: the user's profile, as the JSON document that it is, and the saved places. Each change is one
/// transaction, queued for sync and undoable for the rest of the day.
package struct CoastRecords: Sendable {
  private let library: Library

  /// The id of the profile.
  package static let profileID = "me"

  /// The records of a library.
  package init(_ library: Library) { self.library = library }

  /// All of them, as one state of the library.
  package struct Contents: Sendable, Equatable {
    /// The profile; `nil` = there is none.
    package let profile: JSON?
    /// The places, the one that was saved first first.
    package let places: [SavedPlace]

    /// Records with everything given.
    package init(profile: JSON?, places: [SavedPlace]) { (self.profile, self.places) = (profile, places) }

    /// Whether there is any.
    package var isEmpty: Bool { profile == nil && places.isEmpty }
  }

  /// The records as they are.
  package func contents() throws(StoreError) -> Contents {
    try library.read { db in Contents(profile: try CoastRecords.profile(db), places: try CoastRecords.places(db)) }
  }

  /// Changes the profile and the places in one transaction.
  ///
  /// - Parameters:
  ///   - title: The words for undo: `changed the activity profile`.
  ///   - body: Gets the records as they are, and returns the edit. What it throws is thrown, and nothing is written.
  package func edit(_ title: String, at now: Moment, _ body: (Contents) throws -> CoastEdit) throws {
    let outcome: Result<Void, any Error> = try library.write { db in
      let edit: CoastEdit
      do { edit = try body(Contents(profile: try CoastRecords.profile(db), places: try CoastRecords.places(db))) } catch {
        return .failure(error)
      }
      try CoastRecords.apply(edit, title, at: now, in: db)
      return .success(())
    }
    try outcome.get()
  }

  private static func apply(_ edit: CoastEdit, _ title: String, at now: Moment, in db: Database) throws {
    let places = edit.put.map(\.id) + edit.removed
    let rows = [(table: SyncedTable.coastProfile, id: profileID)] + places.map { (table: SyncedTable.coastPlace, id: $0) }
    try UndoLog(db: db).record(title, of: rows, at: now) {
      switch edit.profile {
      case .kept: break
      case .removed: try SyncedTable.coastProfile.delete(profileID, in: db)
      case .set(let json):
        guard try SyncedTable.coastProfile.apply(json.text, to: profileID, in: db) else {
          throw StoreError(code: .refused, message: "the activity profile has a value that can't be stored", hint: nil)
        }
      }
      for place in edit.put { try db.execute(sql: SavedPlace.putSQL, arguments: StatementArguments(place.columnValues)) }
      for id in edit.removed { try SyncedTable.coastPlace.delete(id, in: db) }
    }
  }

  private static func profile(_ db: Database) throws -> JSON? {
    try SyncedTable.coastProfile.json(of: profileID, in: db).flatMap { try? JSON(parsing: $0) }
  }

  private static func places(_ db: Database) throws -> [SavedPlace] {
    try db.cachedStatement(sql: "SELECT \(SavedPlace.columns) FROM coast_place ORDER BY created_at_ms, id").rows { try SavedPlace(row: $0) }
  }
}
