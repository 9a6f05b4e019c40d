import ArgumentParser
import HealthDesk
import HealthModel

/// `hsync pending delete`.
struct PendingDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Remove pending barcodes.")

  @Argument(help: "The codes' digits, or any unique part of them.")
  var codes: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    var failures = Failures()
    for (code, removal) in zip(codes, try PendingFood(library.open()).remove(matching: codes)) {
      switch removal {
      case .removed: continue
      case .none: failures.report(CommandError(.no, "\(code) isn't pending", hint: "see them all: hsync pending"))
      case .several(let matches):
        let hint = "one of: " + matches.prefix(5).map(\.text).joined(separator: ", ") + (matches.count > 5 ? ", …" : "")
        failures.report(CommandError(.usage, "several pending codes contain \"\(code)\" in them", hint: hint))
      }
    }
    try failures.throwIfAny()
  }
}
