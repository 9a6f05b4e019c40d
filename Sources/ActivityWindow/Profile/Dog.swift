/// The user's dog. Only the name has an effect; the rest is kept for the user and doesn't change `score_v1`.
package struct Dog: Sendable, Hashable {
  /// The raw value is the name in JSON.
  package enum Size: String, Sendable, CaseIterable {
    case small
    case medium
    case large
  }

  /// The raw value is the name in JSON.
  package enum Coat: String, Sendable, CaseIterable {
    case short
    case medium
    case long
  }

  /// The raw value is the name in JSON.
  package enum HeatSensitivity: String, Sendable, CaseIterable {
    case low
    case medium
    case high
  }

  /// 1…30 characters.
  package var name: String
  /// `nil` means not given.
  package var size: Size?
  /// `nil` means not given.
  package var coat: Coat?
  /// Medium unless the user says otherwise.
  package var heatSensitivity: HeatSensitivity

  /// A dog. The name isn't checked before it is part of a profile that is `validated`.
  package init(name: String, size: Size? = nil, coat: Coat? = nil, heatSensitivity: HeatSensitivity = .medium) {
    self.name = name
    self.size = size
    self.coat = coat
    self.heatSensitivity = heatSensitivity
  }

  /// The length of a name.
  package static let nameLengths = 1...30
  /// The name in texts when there is none.
  package static let fallbackName = "your dog"
}
