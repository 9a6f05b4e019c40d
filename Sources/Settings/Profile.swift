import HealthModel

/// A library with a name: `profiles.NAME` in the settings, for a second person or a try.
package struct Profile {
  /// The absolute path of its file.
  package let library: String

  /// The profile of that name.
  ///
  /// - Throws: kind `.usage` when there is none, `.configuration` when its path isn't absolute or the settings can't be read.
  package init(_ name: String, paths: Paths) throws(SettingsError) {
    guard let setting = Setting.profile(name) else {
      throw SettingsError(.usage, "a profile's name has letters, digits, - and _: \(name)", hint: "\(.settings)")
    }
    let values = try SettingValues(paths: paths)
    guard let path = try values.text(setting) else {
      let known = values.profiles.map(\.key)
      let hint: Hint =
        NearestName(among: known).nearest(to: name).map { "did you mean \($0)?" }
        ?? (known.isEmpty ? nil : "there is \(known.joined(separator: ", "))") ?? "make one: \(.set("profiles.\(name)", to: "FILE"))"
      throw SettingsError(.usage, "there is no profile \(name)", hint: hint)
    }
    library = paths.expanded(path)
    guard library.hasPrefix("/") else {
      throw SettingsError(
        .configuration, "\(setting.name) in \(paths.configuration) must begin with / or ~/", hint: "\(.set(setting.name, to: "FILE"))")
    }
  }
}
