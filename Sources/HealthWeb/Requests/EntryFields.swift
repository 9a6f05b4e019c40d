import HealthDesk
import HealthModel

/// The fields that every form has whose entry may be kept while there is no network: the id that its record gets, and when its button was pressed.
struct EntryFields: Sendable {
  /// The id of the record that the form makes: a UUIDv7. The same form sent twice makes one record.
  let id: String
  /// When it was entered.
  let at: Moment

  /// How far the browser's clock may be ahead, and how long an entry may wait: 5 minutes and 60 days, in milliseconds.
  private static let (mostAheadMs, mostWaitMs): (Int64, Int64) = (5 * 60_000, 60 * 86_400_000)

  /// Reads them. Without the script there is no time, and then it is now; without an id there is a new one.
  ///
  /// - Throws: `Refusal` for what is no id, and for a time that can't be right.
  init(_ form: Form, clock: any WallClock) throws(Refusal) {
    let now = clock.now
    let text = form["id"] ?? ""
    guard text.isEmpty || RecordID.isUUID7(text) else { throw Refusal.badForm }
    id = text.isEmpty ? RecordID.make(atMs: now.ms) : text
    guard let typed = form["at_ms"], !typed.isEmpty else {
      at = now
      return
    }
    guard let ms = Int64(typed), ms <= now.ms + EntryFields.mostAheadMs, ms >= now.ms - EntryFields.mostWaitMs else {
      throw Refusal(
        status: .unprocessableContent, title: "The time can't be right",
        message: "The entry's time is in the future or more than 60 days ago. Check the clock of this device, then enter it again.")
    }
    at = clock.moment(atMs: min(ms, now.ms))
  }
}
