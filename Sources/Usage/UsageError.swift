import ArgumentParser
import HealthModel

/// A wrong command line as a sentence and a hint, like every other error: the parser's words, without its layout and its guesses.
package struct UsageError: UserFacingError {
  package let kind = ErrorKind.usage
  package let message: String
  package let hint: Hint?

  /// - Parameters:
  ///   - error: The error thrown by the parser, or by a command's own check of its options.
  ///   - arguments: The command line without the program's name.
  ///   - root: The program.
  package init(_ error: any Error, arguments: [String], of root: any ParsableCommand.Type) {
    let command = NamedCommand(arguments, of: root)
    var (sentence, advice, choices) = UsageError.parts(of: root.message(for: error))
    let unknown = sentence.hasPrefix("Missing expected argument") ? command.unknownOption(in: arguments) : nil
    if let unknown { sentence = "Unknown option '\(unknown)'" }
    if let number = UsageError.negativeValue(for: sentence, in: arguments) { sentence = number }
    message = UsageError.lowercased(sentence)
    var hints = [command.suggestion(for: sentence) ?? UsageError.suggestion(for: sentence, among: choices)].compactMap(\.self)
    if let advice { hints.insert(advice, at: 0) }
    if !choices.isEmpty { hints.append("one of " + choices.joined(separator: ", ")) }
    if unknown == nil, let help = UsageError.help(in: root.fullMessage(for: error)) { hints.append(help) }
    hints.append("see \(command.path) --help")
    hint = Hint(hints.joined(separator: "; "))
  }

  /// The sentence without its end, without the parser's suggestion, which goes by the number of edits alone; the advice of a `TypedFault`; and the
  /// values it lists.
  private static func parts(of text: String) -> (sentence: String, advice: String?, choices: [String]) {
    var sentence = text
    var advice: String?
    var choices: [String] = []
    if let range = text.firstRange(of: TypedFault.hintMark) {
      sentence = String(text[..<range.lowerBound])
      advice = text[range.upperBound...].split(separator: "\n").first.map(String.init)
    } else if let range = text.firstRange(of: ". Please provide one of ") {
      let list = text[range.upperBound...]
      choices =
        list.contains("\n")
        ? list.split(separator: "\n").dropFirst().map { String($0.drop { $0 == " " || $0 == "-" }) }
        : list.matches(of: /'([^']*)'/).map { String($0.1) }
      sentence = String(text[..<range.lowerBound])
    }
    if let range = sentence.firstRange(of: /\. Did you mean '[^']*'\?/) { sentence.removeSubrange(range) }
    if sentence.hasSuffix("."), !sentence.hasSuffix("..") { sentence.removeLast() }
    return (sentence.split(separator: "\n").joined(separator: " "), advice, choices)
  }

  /// `Unknown option` begins in lower case, `JSON` and `--to` stay.
  private static func lowercased(_ sentence: String) -> String {
    guard sentence.dropFirst().first?.isUppercase != true else { return sentence }
    return sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  /// The value that was meant by `The value 'luch' is invalid …`.
  private static func suggestion(for sentence: String, among choices: [String]) -> String? {
    guard let match = sentence.firstMatch(of: /^The value '([^']*)'/) else { return nil }
    return NearestName(among: choices).nearest(to: String(match.1)).map { "did you mean \($0)?" }
  }

  /// `--limit doesn't take the value '-1'`, when that is why the parser finds no value: it takes `-1` for an option. `nil` for any other sentence.
  private static func negativeValue(for sentence: String, in arguments: [String]) -> String? {
    guard let option = sentence.firstMatch(of: /^Missing value for '(-[^ ']*)/)?.1, let place = arguments.firstIndex(of: String(option)),
      arguments.indices.contains(place + 1), case let value = arguments[place + 1], value.wholeMatch(of: /-[0-9].*/) != nil
    else { return nil }
    return "\(option) doesn't take the value '\(value)'"
  }

  /// Returns the parser's help for the wrong or missing argument: `<day>: today, yesterday or 2026-02-10`.
  private static func help(in text: String) -> String? {
    guard let match = text.firstMatch(of: /\nHelp: +(.+)/) else { return nil }
    var help = String(match.1)
    if let range = help.firstRange(of: ">  ") { help.replaceSubrange(range, with: ">: ") }
    if help.hasSuffix(".") { help.removeLast() }
    return help
  }
}
