import HealthDesk

/// The settings under `[laundry]`.
package struct LaundrySettings: Sendable {
  /// Whether the ends of timers are notices.
  package let notifies: Bool
  /// Whether these notices may make a sound.
  package let hasSound: Bool

  /// Whether a phone vibrates when a button is pressed.
  package let hasHaptics: Bool
  /// The user's command for events.
  package let hook: LaundryHook

  init(_ values: inout TolerantValues) {
    notifies = values.flag(.notifiesOfLaundry)
    hasSound = values.flag(.soundsLaundry)
    hasHaptics = values.flag(.vibratesForLaundry)
    hook = LaundryHook(command: values.text(.laundryCommand))
  }
}
