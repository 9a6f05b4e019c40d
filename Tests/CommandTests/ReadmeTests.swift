import Foundation
import TestSupport
import Testing

/// What the README says is held against the code.
@Suite struct ReadmeTests {
  private let readme: String

  init() throws { readme = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/README.md"), as: UTF8.self) }

  /// Each row of the table of the pipeline names a folder that exists, and types that are declared somewhere in our sources.
  @Test func thePipelineTableIsTrue() throws {
    let section = try #require(readme.range(of: "## The pipeline"))
    let rows = readme[section.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("| --- ") }.dropFirst().prefix {
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

  /// Every command of the two programs is shown.
  @Test(arguments: ["hsync", "hsync-backend"])
  func eachCommandIsShown(program: String) throws {
    for command in try commands(of: program, []) {
      let words = ([program] + command).joined(separator: " ")
      #expect(readme.contains("$ " + words) || readme.contains("| " + words), "\(words)")
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
      // What is run without a name of its own is shown without it: `hsync meals` is `hsync meals list`.
      children += line.contains(" (default) ") ? [path] : try commands(of: program, path + [String(name)])
    }
    return children.isEmpty ? [path] : children
  }

  private func names(in cell: String) -> [String] {
    cell.split(separator: "`").enumerated().compactMap {
      $0.offset % 2 == 1 || (cell.hasPrefix("`") && $0.offset % 2 == 0) ? String($0.element) : nil
    }
    .filter { !$0.contains(" ") }
  }

  private func declaredTypes() throws -> Set<String> {
    var types: Set<String> = []
    let folder = ProjectFiles.root + "/Sources"
    for case let file as String in FileManager.default.enumerator(atPath: folder) ?? .init() where file.hasSuffix(".swift") {
      let text = String(decoding: try ProjectFiles.bytes(folder + "/" + file), as: UTF8.self)
      for match in text.matches(of: /\b(?:struct|enum|class|protocol|actor)\s+([A-Z][A-Za-z0-9]*)/) { types.insert(String(match.1)) }
    }
    return types
  }
}
