import HealthModel
import TOMLKit

/// The values in the environment and in `config.toml`, read once; the environment counts first.
package struct SettingValues {
  /// A value, and who said it.
  package struct Found: Equatable {
    package let value: SettingValue
    package let origin: Origin
  }

  /// The origin of a value.
  package enum Origin: String {
    /// A variable of the environment.
    case variable = "environment"
    case file
    /// Nobody: it is the default.
    case fallback = "default"
  }

  package let paths: Paths
  private let table: TOMLTable?

  /// Reads the file if there is one.
  ///
  /// - Throws: kind `.configuration` when it can't be read or isn't TOML. Values are looked at when they are asked for.
  package init(paths: Paths) throws(SettingsError) {
    self.paths = paths
    table = try SettingsFile(paths: paths).table()
  }

  /// The values of the environment alone, as if there were no file.
  package init(withoutFile paths: Paths) {
    self.paths = paths
    table = nil
  }

  /// The same with a text in the place of the file's.
  ///
  /// - Throws: kind `.configuration` when it isn't TOML.
  package init(paths: Paths, text: String) throws(SettingsError) {
    self.paths = paths
    table = try SettingsFile(paths: paths).table(of: text)
  }

  /// Returns the effective value of a setting and its origin. `nil` = it is set nowhere and has no default.
  ///
  /// - Throws: kind `.configuration` if the effective value is invalid.
  package func found(_ setting: Setting) throws(SettingsError) -> Found? {
    if let variable = setting.variable, let text = paths.value(variable) {
      guard let value = setting.kind.value(variable: text) else {
        throw wrong(setting.kind, "$" + variable, hint: "set it to something else, or unset \(variable)")
      }
      return Found(value: value, origin: .variable)
    }
    if let value = try inFile(setting) { return Found(value: value, origin: .file) }
    return setting.fallback.map { Found(value: $0, origin: .fallback) }
  }

  /// Returns the value in the file, ignoring the environment. `nil` = the file doesn't set it.
  ///
  /// - Throws: as `found`.
  package func inFile(_ setting: Setting) throws(SettingsError) -> SettingValue? {
    guard let table, let section = table[setting.section] else { return nil }
    guard let values = section.table else {
      throw SettingsError(
        .configuration, "\(setting.section) in \(paths.configuration) must be a table: [\(setting.section)]", hint: "\(.editSettings)")
    }
    guard let found = values[setting.key] else { return nil }
    guard let value = setting.kind.value(found) else {
      throw wrong(setting.kind, "\(setting.name) in \(paths.configuration)", hint: "\(.editSettings)")
    }
    return value
  }

  /// A text. `nil` when there is none; also of a setting of another kind.
  package func text(_ setting: Setting) throws(SettingsError) -> String? {
    if case .text(let text)? = try found(setting)?.value { text } else { nil }
  }

  /// Every setting, the profiles of the file behind.
  package var settings: [Setting] { Setting.all + profiles }

  /// Looks at every value in the file.
  ///
  /// - Throws: for the first that can't be one of its setting.
  package func check() throws(SettingsError) {
    for setting in settings { _ = try inFile(setting) }
  }

  /// The profiles that the file has, by name.
  package var profiles: [Setting] { (table?["profiles"]?.table?.keys ?? []).sorted().compactMap { Setting.profile($0) } }

  /// Names in the file that no setting has, as they stand there.
  package var unknown: [String] {
    guard let table else { return [] }
    var names: [String] = []
    for section in table.keys {
      guard let values = table[section]?.table else {
        names.append(section)
        continue
      }
      for key in values.keys where Setting.known(section + "." + key) == nil { names.append(section + "." + key) }
    }
    return names
  }

  /// The words for a name in the file that no setting has.
  package static func complaint(about name: String) -> String {
    "config.toml has \(name), which isn't a setting" + (Setting.suggestion(for: name).map { "; did you mean \($0)?" } ?? "")
  }

  private func wrong(_ kind: SettingKind, _ what: String, hint: Hint) -> SettingsError {
    SettingsError(.configuration, "\(what) must be \(kind.expected)", hint: hint)
  }
}
