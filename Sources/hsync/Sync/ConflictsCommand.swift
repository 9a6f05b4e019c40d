import ArgumentParser
import HealthModel
import HealthStore

/// `hsync conflicts`: local edits that lost against newer ones.
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List local edits that lost against newer ones from other devices, and restore them.",
    discussion: """
      The newest edit of a record wins. If it replaces a local edit that wasn't synced yet, the replaced version is kept until you \
      delete it from this list.
      """,
    subcommands: [ConflictsListCommand.self, ConflictsShowCommand.self, ConflictsRestoreCommand.self, ConflictsDeleteCommand.self],
    defaultSubcommand: ConflictsListCommand.self)
}

/// Conflicts as the command line names them: by their numbers, or by any unique part of their record's id.
struct NamedConflicts {
  /// Their numbers, each once, in their order.
  let numbers: [Int64]

  /// - Parameters:
  ///   - arguments: Names, or `-` for standard input.
  ///   - log: The log of conflicts.
  init(_ arguments: [String], in log: ConflictLog) throws {
    let listed = try ListedNames(arguments) { json in json["n"].int.map(String.init) }
    var numbers: [Int64] = []
    for name in listed.names {
      let number = try Int64(name) ?? NamedConflicts.number(name, in: log)
      if !numbers.contains(number) { numbers.append(number) }
    }
    self.numbers = numbers
    if numbers.isEmpty { throw CommandError(.no, "no conflict was named", hint: "list them: hsync conflicts") }
  }

  private static func number(_ name: String, in log: ConflictLog) throws -> Int64 {
    try RecordName(name).only(of: log.entries(), key: { ($0.kind, $0.id) }, noun: "conflict", list: .conflicts).number
  }
}
