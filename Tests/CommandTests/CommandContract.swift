import Foundation
import HealthModel
import TestSupport
import Testing

/// A command that does something, as its program describes it.
struct DescribedCommand {
  /// With the program's name: `hsync plan add meal`.
  let path: String
  /// Its own options but for help and version.
  let options: [Option]

  /// An option or a flag.
  struct Option {
    /// With their dashes.
    let names: [String]
    /// The title of the group that several commands share, `nil` for one of its own.
    let section: String?
  }

  /// Whether it prints JSON when asked to.
  var hasJSON: Bool { options.contains { $0.names.contains("--json") } }

  /// The programs that have commands.
  static let programs = ["hsync", "hsync-web", "hsync-backend"]

  /// All commands of a program. Programs take long to describe themselves, and are asked once.
  static func all(of program: String) throws -> [DescribedCommand] { try #require(described[program]).get() }

  private static let described = Dictionary(uniqueKeysWithValues: programs.map { name in (name, Result { try described(by: name) }) })

  private static func described(by program: String) throws -> [DescribedCommand] {
    let help = try Program(program, home: TemporaryFolder()).run("--experimental-dump-help").out
    return leaves(try JSON(parsing: help)["command"], [])
  }

  private static func leaves(_ command: JSON, _ parents: [String]) -> [DescribedCommand] {
    let path = parents + [command["commandName"].string ?? ""]
    let children = (command["subcommands"].array ?? []).filter { $0["commandName"].string != "help" }
    if !children.isEmpty { return children.flatMap { leaves($0, path) } }
    let options = (command["arguments"].array ?? []).filter { $0["kind"].string != "positional" }.map { argument in
      Option(
        names: (argument["names"].array ?? []).map { ($0["kind"].string == "short" ? "-" : "--") + ($0["name"].string ?? "") },
        section: argument["sectionTitle"].string)
    }
    return [
      DescribedCommand(
        path: path.joined(separator: " "), options: options.filter { Set($0.names).isDisjoint(with: ["--help", "--version"]) })
    ]
  }
}

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
