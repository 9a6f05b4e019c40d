import ArgumentParser
import HealthStore

/// Which library a command works on, shared by all that need one.
struct LibraryOptions: ParsableArguments {
  @Option(name: .customLong("db"), help: ArgumentHelp("The library to use; else $HSYNC_DB.", valueName: "file"))
  var path: String?

  /// The library's file.
  var file: String { Paths().library(path) }

  /// Opens it; makes it if there is none, and its folder too unless the person named the file.
  func open() throws -> Library { try Library(at: file, makesFolder: path == nil && Paths().value("HSYNC_DB") == nil) }
}
