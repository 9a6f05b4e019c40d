import ArgumentParser
import HealthModel
import HealthStore
import Settings

/// The options that choose the library of a command.
struct LibraryOptions: ParsableArguments {
  @Option(name: .customLong("db"), help: ArgumentHelp("The library to use; overrides $HSYNC_DB.", valueName: "file"), completion: .file())
  var path: String?

  @Option(
    help: ArgumentHelp("The library of that name under [profiles] in the settings; overrides $HSYNC_PROFILE.", valueName: "name"),
    completion: .profiles)
  var profile: String?

  func validate() throws {
    if path != nil, profile != nil { throw ValidationError("Give --db or --profile, not both.") }
  }

  /// The library's file: `--db`, else that of `--profile`, else `HSYNC_DB`, else that of `HSYNC_PROFILE`, else the
  /// default path.
  ///
  /// - Throws: kind `.configuration` when there is no such profile, or `config.toml` can't be read.
  var file: String { get throws(SettingsError) { try choice.file } }

  /// The file if one was named, by an option or the environment; `nil` = the usual one.
  ///
  /// - Throws: as `file`.
  var named: String? { get throws(SettingsError) { try choice.named } }

  /// The library that the options name, if they name one.
  var choice: LibraryChoice { LibraryChoice(path: path, profile: profile) }

  /// Opens the library, as `LibraryChoice.open` does.
  func open() throws -> Library { try choice.open() }
}

extension LibraryChoice {
  /// Opens the library. Creates it if there is none, and its folder too unless the user named the file.
  func open() throws -> Library {
    let named = try named
    return try Library(at: named ?? Paths().usualLibrary, makesFolder: named == nil, endsWithProcess: true)
  }
}
