import HealthModel

/// One thing that a person can set: `section.key` in `config.toml`.
package struct Setting {
  /// The TOML table that it is in.
  package let section: String
  /// Its key there.
  package let key: String
  package let kind: SettingKind
  /// The default. `nil` = there is none.
  package let fallback: SettingValue?
  /// The variable that counts before the file. `nil` = there is none.
  package let variable: String?
  /// The purpose of the setting: a sentence without a full stop.
  package let about: String
  /// A value as it may stand in the file.
  package let example: String

  package init(
    _ name: String, _ kind: SettingKind, fallback: SettingValue? = nil, variable: String? = nil, about: String, example: String
  ) {
    let dot = name.firstIndex(of: ".") ?? name.endIndex
    section = String(name[..<dot])
    key = String(name[dot...].dropFirst())
    self.kind = kind
    self.fallback = fallback
    self.variable = variable
    self.about = about
    self.example = example
  }

  /// `section.key`, as on the command line.
  package var name: String { section + "." + key }
}

// MARK: - Finding one

extension Setting {
  /// The setting of that name; a profile has whatever name one gives it.
  ///
  /// - Throws: kind `.usage`, with the nearest name as the hint.
  package static func named(_ name: String) throws(SettingsError) -> Setting {
    if let setting = known(name) { return setting }
    throw SettingsError(
      .usage, "no setting is called \(name)", hint: "\(suggestion(for: name).map { "did you mean \($0)? " } ?? "")\(.settings)")
  }

  /// The setting of that name; `nil` = there is none.
  package static func known(_ name: String) -> Setting? {
    if let setting = all.first(where: { $0.name == name }) { return setting }
    return name.hasPrefix("profiles.") ? profile(name.dropFirst("profiles.".count)) : nil
  }

  /// The name that was probably meant: the nearest, or the one with that key in another section. `nil` when none is near.
  package static func suggestion(for name: String) -> String? {
    let names = all.map(\.name)
    if let setting = all.first(where: { $0.key == name || name.hasSuffix("." + $0.key) }) { return setting.name }
    return NearestName(among: names).nearest(to: name)
  }
}
