import HealthModel

extension SettingsFile {
  /// Sets a value as a person typed it: one word, or those of a list.
  ///
  /// - Parameters:
  ///   - folder: What a relative path is meant from.
  ///   - edit: The use of the words of a list.
  /// - Returns: The variable of the environment that is set and overrides the file; `nil` = none.
  /// - Throws: kind `.badData` when the words are no value of this setting, and as `set(_:to:_:)`.
  @discardableResult
  package func set(
    _ setting: Setting, words: [String], from folder: String, _ edit: ListEdit = .replaces
  ) throws(SettingsError) -> String? {
    guard let value = setting.kind.value(words: words, from: folder) else {
      let said = words.count == 1 ? ", not \(SettingValue.quoted(words[0]))" : ""
      throw SettingsError(
        .badData, "\(setting.name) must be \(setting.kind.expected)\(said)", hint: "\(.set(setting.name, to: setting.typedExample))")
    }
    try set(setting, to: value, edit)
    return setting.variable.flatMap { paths.value($0) == nil ? nil : $0 }
  }
}

extension Setting {
  /// A value as one types it on a command line.
  fileprivate var typedExample: String {
    switch kind {
    case .list: "VALUE…"
    case .flag: "true"
    default: "'\(example.filter { $0 != "\"" })'"
    }
  }
}
