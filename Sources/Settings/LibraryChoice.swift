/// The library that a program is to use: as its options say, else the environment, else the usual one.
package struct LibraryChoice {
  private let path: String?
  private let profile: String?

  /// - Parameters:
  ///   - path: As an option names it. `nil` = it doesn't.
  ///   - profile: The name of one, as an option has it. `nil` = it doesn't.
  package init(path: String?, profile: String?) {
    self.path = path
    self.profile = profile
  }

  /// The library's file: the one that was named, else the usual one.
  ///
  /// - Throws: kind `.usage` when there is no such profile, `.configuration` when `config.toml` can't be read.
  package var file: String { get throws(SettingsError) { try named ?? Paths().usualLibrary } }

  /// The file if one was named, by an option or by `HSYNC_DB` or `HSYNC_PROFILE`; `nil` = the usual one.
  ///
  /// - Throws: as `file`.
  package var named: String? {
    get throws(SettingsError) {
      let paths = Paths()
      if let path { return path }
      if let profile { return try Profile(profile, paths: paths).library }
      if let file = paths.value("HSYNC_DB") { return file }
      return try paths.value("HSYNC_PROFILE").map { name throws(SettingsError) in try Profile(name, paths: paths).library }
    }
  }
}
