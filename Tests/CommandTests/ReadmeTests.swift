import Foundation
import TestSupport
import Testing

/// The statements of README.md, CONTRIBUTING.md and docs/tour.md, checked against the code.
@Suite struct ReadmeTests {
  private let readme: String
  private let contributing: String
  private let tour: String

  init() throws {
    func text(_ name: String) throws -> String { String(decoding: try ProjectFiles.bytes(ProjectFiles.path(name)), as: UTF8.self) }
    (readme, contributing, tour) = (try text("README.md"), try text("CONTRIBUTING.md"), try text("docs/tour.md"))
  }

  /// Each row of the table of the pipeline names a folder that exists, and types that are declared somewhere in our sources.
  @Test func thePipelineTableIsTrue() throws {
    let section = try #require(contributing.range(of: "## The pipeline"))
    let rows = contributing[section.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("| --- ") }.dropFirst().prefix {
      $0.hasPrefix("|")
    }
    #expect(rows.count >= 8)
    let declared = try declaredTypes()
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      try #require(cells.count == 4, "\(row)")
      for folder in names(in: cells[1]) {
        #expect(FileManager.default.fileExists(atPath: ProjectFiles.root + "/Sources/" + folder), "\(folder)")
      }
      for type in names(in: cells[2]) + names(in: cells[3]) { #expect(declared.contains(type), "\(type) of \(cells[0])") }
    }
  }

  /// The answers to where something is added name files, folders and types that exist.
  @Test func theAnswersToNewcomersNameWhatExists() throws {
    let title = try #require(contributing.range(of: "## Where do I add …"))
    let rest = contributing[title.upperBound...]
    let answers = rest[..<(try #require(rest.range(of: "\n## ")).lowerBound)]
    #expect(answers.matches(of: /\n\*\*An? [a-z ]+\?\*\*/).count == 9)
    let declared = try declaredTypes()
    let fileNames = Set((files(in: "Sources") + files(in: "Tests")).map { $0.split(separator: "/").last.map(String.init) ?? "" })
    for (place, word) in answers.split(separator: "`", omittingEmptySubsequences: false).enumerated() where place % 2 == 1 {
      let name = String(word)
      let type = String(name.prefix { $0 != "." })
      guard name.contains("/") || type.first?.isUppercase == true else { continue }
      let exists =
        ["", "Sources/"].contains { FileManager.default.fileExists(atPath: "\(ProjectFiles.root)/\($0)\(name)") }
        || declared.contains(type) || fileNames.contains(name) || fileNames.contains(name + ".swift")
      #expect(exists, "\(name)")
    }
  }

  /// The first commands that a reader types work, in this order and in a home of their own.
  @Test func theFiveMinutesWork() throws {
    let section = try #require(readme.range(of: "## Five minutes\n"))
    let commands = readme[section.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
      .filter { $0.hasPrefix("$ ") }.map { $0.dropFirst(2) }
    #expect(commands.count == 6)
    let home = try TemporaryFolder()
    let shell = Program("/bin/sh", home: home, environment: ["PATH": "\(Program.folder):/usr/bin:/bin", "ROOT": ProjectFiles.root])
    for command in commands {
      let outcome = try shell.run("-c", "cd \"$ROOT\" && \(command)")
      #expect(outcome.status == 0, "\(command)\n\(outcome.err)")
      // The standard output shown in the README, apart from ids and the time's meal.
      for line in outcome.lines where line.hasPrefix("samples/") { #expect(readme.contains(line + "\n"), "\(line)") }
    }
  }

  /// Every command of the two programs is shown in the tour.
  @Test(arguments: ["hsync", "hsync-backend"])
  func eachCommandIsShown(program: String) throws {
    for command in try commands(of: program, []) {
      let words = ([program] + command).joined(separator: " ")
      #expect(tour.contains("$ " + words) || tour.contains("| " + words), "\(words)")
    }
  }

  /// The leaves of the tree of commands, from the program's own help.
  private func commands(of program: String, _ path: [String]) throws -> [[String]] {
    let help = try Program(program, home: TemporaryFolder()).run(path + ["--help"]).out
    var isInCommands = false
    var children: [[String]] = []
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if !line.hasPrefix(" ") { isInCommands = line.hasSuffix("SUBCOMMANDS:") }
      let words = line.split(separator: " ")
      guard isInCommands, line.hasPrefix("  "), !line.hasPrefix("   "), let name = words.first, words.count > 1, name != "See" else {
        continue
      }
      // A default subcommand is listed without its name: `hsync meals` is `hsync meals list`.
      children += line.contains(" (default) ") ? [path] : try commands(of: program, path + [String(name.prefix { $0 != "," })])
    }
    return children.isEmpty ? [path] : children
  }

  private func names(in cell: String) -> [String] {
    cell.split(separator: "`").enumerated().compactMap {
      $0.offset % 2 == 1 || (cell.hasPrefix("`") && $0.offset % 2 == 0) ? String($0.element) : nil
    }
    .filter { !$0.contains(" ") }
  }

  /// The files below a folder of the project, by their paths in it.
  private func files(in folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: ProjectFiles.path(folder)) ?? .init()).compactMap { $0 as? String }
  }

  private func declaredTypes() throws -> Set<String> {
    var types: Set<String> = []
    for file in files(in: "Sources") where file.hasSuffix(".swift") {
      let text = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("Sources/" + file)), as: UTF8.self)
      for match in text.matches(of: /\b(?:struct|enum|class|protocol|actor)\s+([A-Z][A-Za-z0-9]*)/) { types.insert(String(match.1)) }
    }
    return types
  }
}
