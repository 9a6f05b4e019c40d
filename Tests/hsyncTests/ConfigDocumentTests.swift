import Foundation
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// `docs/config.md` and the registry of settings say the same.
@Suite struct ConfigDocumentTests {
  private let page: String

  init() throws { page = String(decoding: try ProjectFiles.bytes(ProjectFiles.path("docs/config.md")), as: UTF8.self) }

  /// The row that the page has for a setting.
  private func row(_ setting: Setting) -> String {
    let fallback = setting.fallback.map { "`\($0.toml)`" } ?? ""
    let type: String =
      if case .choice(let names) = setting.kind { names.map { "`\"\($0)\"`" }.joined(separator: " or ") } else { setting.kind.name }
    let variable = setting.variable.map { "`\($0)`" } ?? ""
    return "| `\(setting.name)` | \(type) | \(fallback) | \(variable) | \(setting.about) | `\(setting.key) = \(setting.example)` |"
  }

  @Test func eachSettingHasItsRow() {
    for setting in Setting.all { #expect(page.contains("\n" + row(setting) + "\n"), "\(row(setting))") }
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(" = ") }
    #expect(rows.count == Setting.all.count + 1, "profiles.NAME and no other")
  }

  @Test func eachKindIsExplained() {
    let kinds: [SettingKind] = [.text, .flag, .size, .zone, .address, .path, .list(.text)]
    for kind in kinds { #expect(page.contains("\n- **\(kind.name)**"), "\(kind.name)") }
    for variable in Setting.otherVariables { #expect(page.contains("`\(variable)`"), "\(variable)") }
  }

  /// The examples of the page and of the registry are values that count.
  @Test func theExamplesAreRight() throws {
    let home = try TemporaryFolder()
    let paths = Paths(environment: ["HOME": home.path])
    for setting in Setting.all {
      let values = try SettingValues(paths: paths, text: "[\(setting.section)]\n\(setting.key) = \(setting.example)\n")
      #expect(try values.inFile(setting) != nil, "\(setting.name)")
    }
    let start = try #require(page.range(of: "```toml\n"))
    let end = try #require(page[start.upperBound...].range(of: "```"))
    let values = try SettingValues(paths: paths, text: String(page[start.upperBound..<end.lowerBound]))
    try values.check()
    #expect(values.unknown.isEmpty, "\(values.unknown)")
    try SettingValues(paths: paths, text: SettingsTemplate.text).check()
  }
}
