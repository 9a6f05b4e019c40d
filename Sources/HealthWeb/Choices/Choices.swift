import Settings

/// The settings that the pages show and change.
struct Choices: Sendable, Equatable {
  /// A setting's value as typed by the user, and the variable that overrides it.
  struct Choice: Sendable, Equatable {
    /// Empty = nothing is set.
    let text: String
    /// The environment variable that overrides the file; `nil` = none.
    let variable: String?
  }

  let zone: Choice
  let weightUnit: Choice
  let distanceUnit: Choice
  let keepsEvents: Bool
  let sendsEvents: Bool
  /// Whether the ends of laundry pets' timers are notices, whether these may make a sound, and whether a phone vibrates.
  let notifiesOfLaundry, soundsLaundry, vibratesForLaundry: Bool

  /// Reads them; an invalid value counts as not set.
  init(_ values: SettingValues) {
    zone = Choices.choice(.zone, values)
    weightUnit = Choices.choice(.weightUnit, values)
    distanceUnit = Choices.choice(.distanceUnit, values)
    keepsEvents = Choices.choice(.keepsEvents, values).text == "true"
    sendsEvents = Choices.choice(.sendsEvents, values).text == "true"
    notifiesOfLaundry = Choices.choice(.notifiesOfLaundry, values).text == "true"
    soundsLaundry = Choices.choice(.soundsLaundry, values).text == "true"
    vibratesForLaundry = Choices.choice(.vibratesForLaundry, values).text == "true"
  }

  private static func choice(_ setting: Setting, _ values: SettingValues) -> Choice {
    let found = try? values.found(setting)
    return Choice(text: found?.value.lines.first ?? "", variable: found?.origin == .variable ? setting.variable : nil)
  }
}
