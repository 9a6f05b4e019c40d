import HealthDesk
import HealthModel

/// The fields that every form has whose entry may be kept while there is no network: the id that its record gets, and when its button was pressed.
struct EntryFields: Sendable {
  /// The id of the record that the form makes: a UUIDv7. The same form sent twice makes one record.
  let id: String
  /// When it was entered.
  let at: Moment

  /// Reads them. Without the script there is no time, and then it is now; without an id there is a new one.
  ///
  /// - Throws: `Refusal` for what is no id or no time; `EntryError` for a time that can't be right.
  init(_ form: Form, clock: any WallClock) throws {
    let text = form["id"] ?? ""
    guard text.isEmpty || RecordID.isUUID(text) else { throw Refusal.badForm }
    id = text.isEmpty ? RecordID.make(atMs: clock.nowMs) : text
    let typed = form["at_ms"] ?? ""
    let ms = Int64(typed)
    guard typed.isEmpty || ms != nil else { throw Refusal.badForm }
    at = try EntryBounds.time(enteredAtMs: ms, by: clock)
  }
}
