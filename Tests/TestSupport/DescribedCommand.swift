import Foundation
import HealthModel

/// A command that does something, as its program describes it.
package struct DescribedCommand: Sendable {
  /// With the program's name: `hsync plan add meal`.
  package let path: String
  /// Its own options but for help and version.
  package let options: [Option]

  /// An option or a flag.
  package struct Option: Sendable {
    /// With their dashes.
    package let names: [String]
    /// The title of the group that several commands share, `nil` for one of its own.
    package let section: String?
  }

  /// Whether it prints JSON when asked to.
  package var hasJSON: Bool { options.contains { $0.names.contains("--json") } }

  /// The programs that have commands.
  package static let programs = ["hsync", "hsync-web", "hsync-backend"]

  /// All commands of a program. Programs take long to describe themselves, and are asked once.
  package static func all(of program: String) throws -> [DescribedCommand] {
    guard let commands = described[program] else { throw SetUpError(description: "\(program) is none of the programs") }
    return try commands.get()
  }

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
