import HealthModel

/// Values of settings where a wrong one counts as not set, so that commands that only show can go on.
struct TolerantValues {
  private let values: SettingValues
  /// The first thing that was wrong: kind `.configuration`. `nil` = nothing yet.
  private(set) var fault: SettingsError?

  /// Nothing asked yet.
  init(_ values: SettingValues) { self.values = values }

  var paths: Paths { values.paths }

  /// Returns the effective value of a setting. An invalid variable falls back to the file, an invalid file to the default. `nil` = there is
  /// none.
  mutating func found(_ setting: Setting) -> SettingValues.Found? {
    do throws(SettingsError) { return try values.found(setting) } catch { fault = fault ?? error }
    if let value = try? values.inFile(setting) { return SettingValues.Found(value: value, origin: .file) }
    return setting.fallback.map { SettingValues.Found(value: $0, origin: .fallback) }
  }

  /// A text. `nil` when there is none; also of a setting of another kind.
  mutating func text(_ setting: Setting) -> String? {
    if case .text(let text)? = found(setting)?.value { text } else { nil }
  }

  /// A flag, `false` when nobody says anything.
  mutating func flag(_ setting: Setting) -> Bool {
    if case .flag(let flag)? = found(setting)?.value { flag } else { false }
  }

  /// A list, empty when nobody says anything.
  mutating func list(_ setting: Setting) -> [String] {
    if case .list(let texts)? = found(setting)?.value { texts } else { [] }
  }

  /// A number of bytes. `nil` when there is none.
  mutating func bytes(_ setting: Setting) -> Int? {
    if case .size(let size)? = found(setting)?.value { size.bytes } else { nil }
  }
}
