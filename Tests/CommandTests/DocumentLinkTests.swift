import Foundation
import TestSupport
import Testing

/// The pages of the documentation lead to each other, and to nothing that isn't there.
@Suite struct DocumentLinkTests {
  /// A Markdown file by its path in the project.
  private struct Page {
    let path: String
    let text: String

    init(_ path: String) throws {
      self.path = path
      text = String(decoding: try ProjectFiles.bytes(ProjectFiles.path(path)), as: UTF8.self)
    }

    /// Links and pictures to files of the project, as (path in the project, anchor).
    var links: [(path: String, anchor: String)] {
      let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
      return (text.matches(of: /\]\(([^)\s]+)\)/).map(\.1) + text.matches(of: /src="([^"]+)"/).map(\.1))
        .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
        .map { target in
          let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          let file = parts[0].isEmpty ? path : String(folder.appendingPathComponent(String(parts[0])).standardized.path.dropFirst())
          return (file, parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// The anchors of its headings, as GitHub makes them: lower case, blanks are dashes, punctuation goes.
    var anchors: Set<String> {
      Set(
        text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
          let heading = line.drop { $0 == "#" }.dropFirst().lowercased()
          return String(heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
        })
    }
  }

  private static let names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "samples/README.md", "Benchmarks/README.md"]

  private func docs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.path("docs")).filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
  }

  @Test func everyLinkLeadsSomewhere() throws {
    for name in try Self.names + docs() {
      let page = try Page(name)
      for link in page.links {
        #expect(FileManager.default.fileExists(atPath: ProjectFiles.path(link.path)), "\(name): \(link.path)")
        if link.path.hasSuffix(".md"), !link.anchor.isEmpty {
          #expect(try Page(link.path).anchors.contains(link.anchor), "\(name): \(link.path)#\(link.anchor)")
        }
      }
    }
  }

  @Test func theIndexHasEveryPage() throws {
    let linked = Set(try Page("docs/README.md").links.map(\.path))
    #expect(Set(try docs()).subtracting(linked) == ["docs/README.md"])
    #expect(try Page("README.md").links.map(\.path).contains("docs/README.md"))
  }

  /// The ids of requirements that comments name are explained, and each explained one is named by a test.
  @Test func eachRequirementThatTheSourcesNameIsListed() throws {
    let id = /\b[DGLM]-[A-Z0-9]+-[0-9]+\b/
    let loose = /\b[DGLM]-[A-Z0-9]{2,} [0-9]+\b/
    var (named, tested): (Set<String>, Set<String>) = ([], [])
    for folder in ["Sources", "Tests"] {
      for case let file as String in FileManager.default.enumerator(atPath: ProjectFiles.path(folder)) ?? .init()
      where file.hasSuffix(".swift") || file.hasSuffix(".py") {
        let text = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("\(folder)/\(file)")), as: UTF8.self)
        let ids = text.matches(of: id).map { String($0.0) }
        named.formUnion(ids)
        if folder == "Tests" { tested.formUnion(ids) }
        #expect(text.matches(of: loose).isEmpty, "\(folder)/\(file) has an id without its second hyphen")
      }
    }
    let page = try Page("docs/requirements.md").text
    let listed = page.matches(of: /(?m)^\| ([DGLM]-[A-Z0-9]+-[0-9]+) \|/).map { String($0.1) }
    #expect(Set(listed).count == listed.count && page.matches(of: loose).isEmpty)
    #expect(named.subtracting(listed).sorted() == [])
    #expect(Set(listed).subtracting(tested).sorted() == [])
  }
}
