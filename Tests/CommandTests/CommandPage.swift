import Foundation
import TestSupport

/// `docs/cli.md` by its sections.
struct CommandPage {
  /// All of it.
  let text: String
  /// The text under each heading, up to the next one.
  let sections: [String: String]
  /// The sections of commands, by path.
  let commands: [String: String]

  init() throws {
    text = CommandPage.unwrapped(String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/cli.md")), as: UTF8.self))
    var sections: [String: String] = [:]
    var heading = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" }.dropFirst())
      } else {
        sections[heading, default: ""] += line + "\n"
      }
    }
    self.sections = sections
    var commands: [String: String] = [:]
    for (heading, text) in sections where heading.hasPrefix("`hsync") {
      // `hsync meals [list] [DAY]` is the section of hsync meals list.
      let words = heading.filter { $0 != "`" }.split(separator: " ").map { word in
        word.hasPrefix("[") && word.dropFirst().dropLast().allSatisfy(\.isLowercase) ? word.dropFirst().dropLast() : word
      }
      commands[words.prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }.joined(separator: " ")] = text
    }
    self.commands = commands
  }

  /// A page with each item of a list on one line: its wrapped lines begin with blanks.
  private static func unwrapped(_ page: String) -> String {
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  "), lines.last?.hasPrefix("- ") == true {
        lines[lines.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
      } else {
        lines.append(String(line))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the text after a label like `JSON` in a command's section.
  func fact(_ label: String, of path: String) -> String? {
    commands[path]?.split(separator: "\n").first { $0.hasPrefix("- \(label): ") }.map { String($0.dropFirst(label.count + 4)) }
  }

  /// The cells of the table under a heading without its head, unstyled.
  func rows(under heading: String) -> [[String]] {
    let lines = (sections[heading] ?? "").split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    return lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }
}
