import ArgumentParser
import HealthStore
import Settings

/// `hsync undo`: takes back the last change of today; once more takes back the one before.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change of today.",
    discussion: "Run it again to undo the change before. A change that was synced is undone on the backend, too, with the next sync.")

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let change = try library.open().undo(at: LocalClock.now)
    Output.line("undone: \(change.title)")
  }
}
