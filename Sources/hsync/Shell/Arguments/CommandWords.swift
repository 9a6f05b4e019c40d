import HealthModel

/// The words of a command line for the parser: with the current names of commands, and without `--color`, which is
/// valid for every command and anywhere before `--`.
struct CommandWords {
  /// The words without the program's name.
  let arguments: [String]
  /// The value of `--color`, `.auto` without one.
  let color: ColorChoice

  /// - Parameter words: The command line without the program's name.
  /// - Throws: kind `.usage` when `--color` has another value than `always`, `auto` or `never`.
  init(_ words: [String]) throws(CommandError) {
    var arguments: [String] = []
    var color = ColorChoice.auto
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        arguments += [word] + rest
        break
      }
      if word == "--color" {
        color = try CommandWords.color(rest.popFirst())
      } else if word.hasPrefix("--color=") {
        color = try CommandWords.color(String(word.dropFirst(8)))
      } else {
        arguments.append(word)
      }
    }
    self.arguments = CommandWords.renamed(arguments)
    self.color = color
  }

  /// The names that commands and options had in 0.1, and one that other programs have. They work, but help and completions don't show them.
  private static let oldNames: [(old: [String], name: String)] = [
    (["plan", "rm"], "delete"), (["pending", "drop"], "delete"), (["queue", "drop"], "delete"), (["conflicts", "forget"], "delete"),
    (["schedule", "remove"], "delete"), (["config", "unset"], "delete"), (["events", "--clear"], "--delete"),
    (["plan", "note", "--clear"], "--delete"), (["laundry", "rm"], "delete"),
  ]

  private static func renamed(_ arguments: [String]) -> [String] {
    guard arguments.count > 1 else { return arguments }
    var arguments = arguments
    for (old, name) in oldNames {
      let path = old.dropLast()
      guard arguments.starts(with: path), let last = old.last else { continue }
      if last.hasPrefix("-") {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        if let place = arguments[..<end].firstIndex(of: last) { arguments[place] = name }
      } else if arguments.dropFirst(path.count).first == last {
        arguments[path.count] = name
      }
    }
    return arguments
  }

  private static func color(_ word: String?) throws(CommandError) -> ColorChoice {
    guard let word, let choice = ColorChoice(rawValue: word) else {
      throw CommandError(
        .usage, "--color takes always, auto or never\(word.map { ", not '\($0)'" } ?? "")", hint: "for example: --color=never")
    }
    return choice
  }
}
