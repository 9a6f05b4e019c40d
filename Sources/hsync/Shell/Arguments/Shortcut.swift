import ArgumentParser

/// A fast path of the parser: a command tree with only the command named by the first word, parsed without checks for
/// help or completion requests (12.2 instead of 14.4 million instructions).
///
/// It handles only valid command lines. Help, versions, completions and errors are left to the whole tree, whose
/// messages name every command.
struct Shortcut: ParsableCommand {
  // A command that says it is a part of another program isn't asked for completions (`CommandParser.checkForCompletionScriptRequest`).
  static let configuration = CommandConfiguration(
    commandName: "hsync", _superCommandName: "hsync", subcommands: named.map { [$0] } ?? [], helpNames: [])

  /// The command, ready to run; `nil` when the whole tree must be asked.
  ///
  /// - Parameter arguments: The words of the command line without the program's name; the first is the program's own first.
  static func command(_ arguments: [String]) -> sending (any ParsableCommand)? {
    guard named != nil, arguments.first == CommandLine.arguments[1], !arguments.contains(where: { $0 == "-h" || $0.hasPrefix("--help") })
    else { return nil }
    return try? parseAsRoot(arguments)
  }

  private static let named: (any ParsableCommand.Type)? = {
    guard CommandLine.arguments.count > 1 else { return nil }
    return HSync.configuration.subcommands.first { $0.configuration.commandName == CommandLine.arguments[1] }
  }()
}
