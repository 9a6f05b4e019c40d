import ArgumentParser
import HealthModel
import HealthStore

/// `hsync pending drop`.
struct PendingDrop: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "drop", abstract: "Forget codes that wait.")

  @Argument(help: "The codes' digits.")
  var codes: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let pending = try PendingLookups(library.open())
    let waiting = try pending.list()
    var failures = Failures()
    for code in codes {
      let readings = GTIN.readings(of: code)
      let matches = waiting.filter { readings.contains($0.gtin) || $0.text == code }
      for match in matches { try pending.remove(match.gtin) }
      if matches.isEmpty { failures.report(CommandError(.no, "\(code) doesn't wait to be looked up", hint: "see them all: hsync pending")) }
    }
    try failures.throwIfAny()
  }
}
