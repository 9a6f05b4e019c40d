import ArgumentParser
import HealthStore
import Settings

/// The options that choose the library of a command, as those of `hsync`.
struct LibraryOptions: ParsableArguments {
  @Option(name: .customLong("db"), help: ArgumentHelp("The library to use; overrides $HSYNC_DB.", valueName: "file"), completion: .file())
  var path: String?

  @Option(help: ArgumentHelp("The library of that name under [profiles] in the settings; overrides $HSYNC_PROFILE.", valueName: "name"))
  var profile: String?

  func validate() throws {
    if path != nil, profile != nil { throw ValidationError("Give --db or --profile, not both.") }
  }

  private var choice: LibraryChoice { LibraryChoice(path: path, profile: profile) }

  /// Opens the library for many tasks. Creates it if there is none, and its folder too unless the user named the file.
  func shared() async throws -> SharedLibrary {
    let named = try choice.named
    return try await SharedLibrary(at: named ?? choice.file, makesFolder: named == nil)
  }

  /// Opens the library for one task, in the same way.
  func open() throws -> Library {
    let named = try choice.named
    return try Library(at: named ?? choice.file, makesFolder: named == nil)
  }
}
