import Foundation
import TestSupport
import Testing

/// The table of threats and defences in `docs/companion.md` names tests that exist.
@Suite struct ThreatTableTests {
  /// The cells of the table's rows.
  private func rows() throws -> [[Substring]] {
    let page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/companion.md")), as: UTF8.self)
    let section = try #require(page.components(separatedBy: "## Threats and defences\n").dropFirst().first)
    let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }
    return lines.dropFirst(2).map { $0.dropFirst().dropLast().split(separator: "|") }
  }

  /// The sources of all tests.
  private func sources() throws -> String {
    let files = FileManager.default.enumerator(atPath: ProjectFiles.path("Tests"))
    var text = ""
    while let name = files?.nextObject() as? String {
      guard name.hasSuffix(".swift") || name.hasSuffix(".py") else { continue }
      text += String(decoding: try ProjectFiles.bytes(ProjectFiles.path("Tests/\(name)")), as: UTF8.self)
    }
    return text
  }

  @Test func eachRowNamesTestsThatExist() throws {
    let (rows, sources) = (try rows(), try sources())
    let fuzzers = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("Fuzz/run")), as: UTF8.self)
    #expect(rows.count >= 12)
    for row in rows {
      try #require(row.count == 3, "\(row)")
      let names = row[2].matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(!names.isEmpty, "no test: \(row[0])")
      for name in names {
        if let fuzzer = name.wholeMatch(of: /make fuzz FUZZERS=(\w+)/)?.1 {
          #expect(fuzzers.contains(" \(fuzzer)"), "\(name)")
        } else {
          #expect(["func \(name)(", "struct \(name) ", "def \(name)("].contains { sources.contains($0) }, "\(name)")
        }
      }
    }
  }

  @Test func whatIsAskedForIsDefended() throws {
    let threats = try rows().map { $0[0].lowercased() }.joined()
    for threat in ["rebinding", "form on another site", "stolen", "guessed", "path", "names", "uploads", "framing", "push", "plain http"] {
      #expect(threats.contains(threat), "\(threat)")
    }
  }
}
