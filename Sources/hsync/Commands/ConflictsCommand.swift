import ArgumentParser

/// `hsync conflicts`: local edits that lost against newer ones.
struct Conflicts: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List edits made here that lost against newer ones from other devices; bring them back.",
    discussion: """
      The newest edit of a record wins everywhere. When that replaces an edit that was made here and not synced yet, the replaced version is \
      kept until it is forgotten.
      """,
    subcommands: [ConflictsList.self, ConflictsShow.self, ConflictsRestore.self, ConflictsForget.self],
    defaultSubcommand: ConflictsList.self)
}

/// The numbers of conflicts on the command line.
struct ConflictNumbers {
  /// Each once, in their order.
  let numbers: [Int64]

  /// - Parameter arguments: numbers, or `-` for standard input.
  init(_ arguments: [String]) throws {
    let listed = try ListedNames(arguments) { json in json["n"].int.map(String.init) }
    numbers = try listed.names.map { name in
      guard let number = Int64(name), number > 0 else {
        throw CommandError(.usage, "\(name) is no number of a conflict", hint: "list them: hsync conflicts")
      }
      return number
    }
    if numbers.isEmpty { throw CommandError(.no, "no conflict was named", hint: "list them: hsync conflicts") }
  }
}
