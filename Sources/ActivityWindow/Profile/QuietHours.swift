import HealthModel

/// The part of the day without notices: from `startMinute` up to, not including, `endMinute` on the device's clock, over midnight if the
/// end is the earlier one. Equal times are no time at all.
package struct QuietHours: Sendable, Hashable {
  /// Whether they apply.
  package var isEnabled: Bool
  /// Minutes since midnight, 0…1439.
  package var startMinute: Int
  /// Minutes since midnight, 0…1439.
  package var endMinute: Int

  /// 22:00 to 07:00, not enabled.
  package static let standard = QuietHours(isEnabled: false, startMinute: 22 * 60, endMinute: 7 * 60)

  /// Quiet hours with everything given.
  package init(isEnabled: Bool, startMinute: Int, endMinute: Int) {
    self.isEnabled = isEnabled
    self.startMinute = startMinute
    self.endMinute = endMinute
  }

  /// Whether a minute of the day is quiet. Never, unless they are enabled.
  package func contains(minute: Int) -> Bool {
    guard isEnabled else { return false }
    if startMinute <= endMinute { return minute >= startMinute && minute < endMinute }
    return minute >= startMinute || minute < endMinute
  }

  /// The start as `22:00`.
  package var startClock: String { LocalText.clock(startMinute) }
  /// The end as `07:00`.
  package var endClock: String { LocalText.clock(endMinute) }

  /// The minute of the day that `07:00` names, exactly that form. `nil` for anything else.
  package static func minute(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    var digits: [Int] = []
    for place in [0, 1, 3, 4] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) else { return nil }
      digits.append(Int(bytes[place] - UInt8(ascii: "0")))
    }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    return hour < 24 && minute < 60 ? hour * 60 + minute : nil
  }
}
