/// Whether and how a phone vibrates at a press. The script reads the attribute, and leaves it alone when motion isn't welcome.
struct Haptics: Sendable {
  let isOn: Bool

  /// For opening something.
  var light: HTML? { attribute("light") }
  /// For an action.
  var medium: HTML? { attribute("medium") }
  /// For a fold.
  var heavy: HTML? { attribute("heavy") }
  /// Before something is deleted.
  var warning: HTML? { attribute("warning") }

  private func attribute(_ kind: String) -> HTML? { isOn ? " data-haptic=\"\(kind)\"" : nil }
}
