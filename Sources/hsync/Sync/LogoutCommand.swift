import ArgumentParser
import HealthModel
import HealthStore
import HealthSync

/// `hsync logout`.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Forget the backend's token.", discussion: "The library and what waits in it stay as they are.")

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    guard try AccountFile(library: library.file).remove() else { throw CommandError(.no, "nobody is signed in") }
    Output.line("signed out")
  }
}
