import ArgumentParser
import HealthModel
import HealthStore
import HealthSync

/// `hsync logout`.
struct LogoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Sign out: delete the stored token of the backend.", discussion: "The library and its unsent records are kept.")

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    guard try AccountFile(library: library.file).remove() else { throw CommandError(.no, "not signed in") }
    Output.line("signed out")
  }
}
