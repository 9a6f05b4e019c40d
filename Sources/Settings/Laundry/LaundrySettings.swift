/// The settings under `[laundry]`.
package struct LaundrySettings: Sendable {
  /// Whether the ends of timers are notices.
  package let notifies: Bool
  /// Whether these notices may make a sound.
  package let hasSound: Bool

  init(_ values: inout TolerantValues) {
    notifies = values.flag(.notifiesOfLaundry)
    hasSound = values.flag(.soundsLaundry)
  }
}
