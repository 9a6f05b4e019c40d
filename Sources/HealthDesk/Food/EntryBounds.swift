import HealthModel

/// The bounds of values that users enter for a meal. They are tighter than the library's, so that typing errors are noticed.
package enum EntryBounds {
  /// The most servings of an entry.
  package static let mostServings = 1000.0
  /// The most grams of an entry.
  package static let mostGrams = 100_000.0

  /// The sentence about an amount out of bounds; `nil` = it is fine.
  package static func fault(of amount: Amount) -> String? {
    if let servings = amount.servings, !(servings > 0 && servings <= mostServings) { return "Servings must be above 0 and at most 1000." }
    if let grams = amount.grams, !(grams > 0 && grams <= mostGrams) { return "Grams must be above 0 and at most 100000." }
    return nil
  }

  /// The sentence about a nutrient (not energy) in grams that is out of bounds; `nil` = it is fine.
  package static func fault(ofNutrient grams: Double) -> String? {
    (0...10_000).contains(grams) ? nil : "Grams of a nutrient must be 0 to 10000."
  }

  /// The largest lead of a device's clock over ours that an entry time may show: 5 minutes, in milliseconds.
  package static let mostAheadMs: Int64 = 5 * 60_000
  /// The longest time an entry may wait on a device: 30 days, in milliseconds.
  package static let longestWaitMs: Int64 = 30 * 86_400_000

  /// The time at which something was entered on a device, by that device's clock; now where it is a little ahead.
  ///
  /// - Parameter ms: Milliseconds since 1970; `nil` = now.
  /// - Throws: `EntryError` about the time when it can't be right.
  package static func time(enteredAtMs ms: Int64?, by clock: any WallClock) throws(EntryError) -> Moment {
    let now = clock.nowMs
    guard let ms, ms < now else {
      if let ms, ms - now > mostAheadMs { throw EntryError(.when, "This device's clock is ahead of the server's by more than 5 minutes.") }
      return clock.moment(atMs: now)
    }
    if ms < now - longestWaitMs { throw EntryError(.when, "This was entered more than 30 days ago. Enter it again with its day and time.") }
    return clock.moment(atMs: ms)
  }
}
