import HealthDesk
import HealthModel

/// The fields of `PageSession.entry`, for forms whose entry may be queued on the device while there is no network.
extension Form {
  /// The id of the record that the form makes, a UUID: the same form sent twice makes one record. A new one when the form has none.
  ///
  /// - Throws: `Refusal` for what is no id.
  func entryID(by clock: any WallClock) throws(Refusal) -> String {
    let text = self["id"] ?? ""
    if text.isEmpty { return RecordID.make(atMs: clock.nowMs) }
    guard RecordID.isUUID(text) else { throw Refusal.badForm }
    return text
  }

  /// The time at which its button was pressed; now without the script, which fills it in.
  ///
  /// - Throws: `Refusal` for what is no time, `EntryError` for one that can't be right.
  func enteredAt(by clock: any WallClock) throws -> Moment {
    let text = self["at_ms"] ?? ""
    let ms = Int64(text)
    guard text.isEmpty || ms != nil else { throw Refusal.badForm }
    return try EntryBounds.time(enteredAtMs: ms, by: clock)
  }
}
