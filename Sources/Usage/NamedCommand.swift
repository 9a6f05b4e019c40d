import ArgumentParser
import HealthModel

/// The command that the first words of a command line name.
struct NamedCommand {
  /// The command as it is typed: `hsync meals list`.
  let path: String
  private let command: any ParsableCommand.Type
  /// The innermost command that was named; its default subcommand may be `command`.
  private let named: any ParsableCommand.Type
  private let namedPath: String
  /// The first word that names no command, `nil` when it is an option or isn't there.
  private let stranger: String?

  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - root: The program.
  init(_ arguments: [String], of root: any ParsableCommand.Type) {
    var words = [NamedCommand.name(of: root)]
    var command = root
    var rest = arguments[...]
    while let word = rest.first, let next = NamedCommand.subcommand(word, of: command) {
      words.append(word)
      command = next
      rest = rest.dropFirst()
    }
    named = command
    namedPath = words.joined(separator: " ")
    stranger = rest.first.flatMap { $0.hasPrefix("-") ? nil : $0 }
    if let usual = command.configuration.defaultSubcommand {
      command = usual
      words.append(NamedCommand.name(of: usual))
    }
    self.command = command
    path = words.joined(separator: " ")
  }

  /// The option or subcommand that was meant, if the sentence is about one that there isn't: `did you mean --json?`.
  func suggestion(for sentence: String) -> String? {
    if let match = sentence.firstMatch(of: /^Unknown option '(--[^'=]+)/) {
      return NearestName(among: options).nearest(to: String(match.1)).map { "did you mean \($0)?" }
    }
    guard let stranger, sentence.contains("'\(stranger)'") else { return nil }
    var names: [String] = []
    for subcommand in named.configuration.subcommands where subcommand.configuration.shouldDisplay {
      names.append(NamedCommand.name(of: subcommand))
    }
    return NearestName(among: names).nearest(to: stranger).map { "did you mean \(namedPath) \($0)?" }
  }

  /// The first long option of the command line that the command doesn't have, `nil` when it has all of them. The parser looks for missing
  /// arguments first, so that `hsync import --dryrun` would only hear of the file that isn't there.
  func unknownOption(in arguments: [String]) -> String? {
    let known = Set(options + ["--help", "--version"])
    let typed = arguments.prefix { $0 != "--" }.compactMap { $0.firstMatch(of: /^--[^=]+/).map { String($0.0) } }
    return typed.first { !known.contains($0) }
  }

  /// The long options of the command, as its help lists them.
  private var options: [String] {
    command.helpMessage(columns: 1000).split(separator: "\n").flatMap { line -> [String] in
      let text = line.drop { $0 == " " }
      guard line.hasPrefix("  "), text.hasPrefix("-") else { return [] }
      // The names end where the blanks before the description begin.
      let names = text.firstRange(of: "  ").map { text[..<$0.lowerBound] } ?? text
      return names.matches(of: /--[a-z][a-z-]*/).map { String($0.0) }
    }
  }

  private static func subcommand(_ word: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    for subcommand in command.configuration.subcommands
    where name(of: subcommand) == word || subcommand.configuration.aliases.contains(word) {
      return subcommand
    }
    return nil
  }

  private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "\(command)" }
}
