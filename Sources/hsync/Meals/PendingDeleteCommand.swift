import ArgumentParser
import HealthModel
import HealthStore

/// `hsync pending delete`.
struct PendingDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Forget codes that wait.")

  @Argument(help: "The codes' digits, or any unique part of them.")
  var codes: [String]

  @OptionGroup(title: "Library") var library: LibraryOptions

  func run() throws {
    let pending = try PendingLookups(library.open())
    let waiting = try pending.list()
    var failures = Failures()
    for code in codes {
      let readings = GTIN.readings(of: code)
      var matches = waiting.filter { readings.contains($0.gtin) || $0.text == code }
      if matches.isEmpty, code.count >= 4 { matches = waiting.filter { $0.text.contains(code) } }
      guard matches.count <= 1 || readings.contains(where: { reading in matches.allSatisfy { $0.gtin == reading } }) else {
        let hint = "one of: " + matches.prefix(5).map(\.text).joined(separator: ", ") + (matches.count > 5 ? ", …" : "")
        failures.report(CommandError(.usage, "several waiting codes have \"\(code)\" in them", hint: hint))
        continue
      }
      for match in matches { try pending.remove(match.gtin) }
      if matches.isEmpty { failures.report(CommandError(.no, "\(code) doesn't wait to be looked up", hint: "see them all: hsync pending")) }
    }
    try failures.throwIfAny()
  }
}
