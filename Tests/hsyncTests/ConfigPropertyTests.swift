import HealthModel
import TestSupport
import Testing

@testable import Settings
@testable import hsync

/// Random files and random changes: what else the file says, and how, stays.
@Suite struct ConfigPropertyTests {
  @Test(arguments: 0..<40)
  func nothingElseChanges(seed: Int) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<25 {
      let file = RandomTOML(&chance)
      let setting = try #require(Setting.all.randomElement(using: &chance))
      let value = Bool.random(using: &chance) ? RandomTOML.value(of: setting.kind, &chance) : nil
      try check(file, setting, value)
    }
  }

  private func check(_ file: RandomTOML, _ setting: Setting, _ value: SettingValue?) throws {
    let home = try TemporaryFolder()
    let paths = Paths(environment: ["HOME": home.path])
    let settings = SettingsFile(paths: paths)
    _ = try settings.makeFolder()
    try home.write(Array(file.text.utf8), to: ".config/hsync/config.toml")
    let before = try leaves(file.text, settings)
    do throws(SettingsError) {
      _ = try settings.set(setting, to: value)
    } catch {
      #expect(file.inline.contains(setting.section), "\(error.message)\n\(file.text)")
      #expect(try settings.text() == file.text)
      return
    }
    let after = try #require(try settings.text())
    var expected = before
    let key = [setting.section, setting.key]
    expected[key] = try value.flatMap { try leaves("v = \($0.toml)", settings)[["v"]] }
    #expect(try leaves(after, settings) == expected, "\(setting.name)\n\(file.text)\n---\n\(after)")
    if let value { #expect(try SettingValues(paths: paths).inFile(setting) == value) }
    // Every line but those of the key itself is still there, in the same order; at most a gap, a header and a line are new.
    let old = file.lines(without: key)
    let new = linesOf(after)
    var rest = old[...]
    for line in new where line == rest.first { rest = rest.dropFirst() }
    #expect(rest.isEmpty, "\(setting.name)\n\(file.text)\n---\n\(after)")
    #expect(new.count - old.count <= (value == nil ? 0 : 3), "\(setting.name)\n\(file.text)\n---\n\(after)")
  }

  private func leaves(_ text: String, _ file: SettingsFile) throws -> [[String]: String] { TOMLLeaves(try file.table(of: text)).values }
}

/// The lines of a text without their ends; the last one only if there is something in it.
private func linesOf(_ text: String) -> [String] {
  var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
    String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
  }
  if lines.last == "" { lines.removeLast() }
  return lines
}

/// A settings file as somebody might write it, in any of the ways that TOML has.
private struct RandomTOML {
  /// Sections that stand in braces.
  private(set) var inline: Set<String> = []
  /// Statements, each with the key that it gives a value to, if it is one of ours.
  private var statements: [(text: String, key: [String]?)] = []
  private let lineEnd: String
  private let endsWithLine: Bool

  init(_ chance: inout SeededGenerator) {
    lineEnd = Int.random(in: 0..<4, using: &chance) == 0 ? "\r\n" : "\n"
    endsWithLine = Int.random(in: 0..<4, using: &chance) > 0
    var tables: [String] = []
    for section in ["products", "sync", "health", "units", "plan", "analytics"].shuffled(using: &chance) {
      switch Int.random(in: 0..<10, using: &chance) {
      case 0..<3: continue
      case 3:
        inline.insert(section)
        let pairs = RandomTOML.pairs(of: section, &chance).map { "\($0.key) = \($0.text)" }
        add("\(section) = {\(pairs.joined(separator: ", "))}\(RandomTOML.comment(&chance))", nil)
      case 4, 5:
        noise(&chance)
        for pair in RandomTOML.pairs(of: section, &chance) {
          add("\(RandomTOML.spelled(section, &chance)).\(pair.spelling(&chance))", [section, pair.key])
        }
      default: tables.append(section)
      }
    }
    for section in tables {
      noise(&chance)
      if Int.random(in: 0..<4, using: &chance) == 0 { add("[[other]]\n[other.\(section)]\nzone = 1\nsamples = ['']", nil) }
      add("\(RandomTOML.indent(&chance))[ \(RandomTOML.spelled(section, &chance))]\(RandomTOML.comment(&chance))", nil)
      for pair in RandomTOML.pairs(of: section, &chance) {
        noise(&chance)
        add(RandomTOML.indent(&chance) + pair.spelling(&chance), [section, pair.key])
      }
    }
    noise(&chance)
  }

  var text: String { statements.map(\.text).joined(separator: lineEnd) + (endsWithLine && !statements.isEmpty ? lineEnd : "") }

  /// The lines that don't belong to a key.
  func lines(without key: [String]) -> [String] {
    var rest = statements.filter { $0.key != key }.map(\.text)
    // A blank line at the end that has no end of its own is none.
    if !endsWithLine, statements.last?.text == "" { rest.removeLast() }
    return rest.isEmpty ? [] : linesOf(rest.joined(separator: "\n") + "\n")
  }

  private mutating func add(_ text: String, _ key: [String]?) {
    statements.append((text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd), key))
  }

  /// Blank lines, comments, and comments that look like settings.
  private mutating func noise(_ chance: inout SeededGenerator) {
    while Int.random(in: 0..<3, using: &chance) == 0 {
      let setting = Setting.all.randomElement(using: &chance)
      add(
        ["", "  ", "# é [sync] \"", "#\(setting?.key ?? "") = 1", "\t# \(setting?.name ?? "")=[", "# [\(setting?.section ?? "")]"]
          .randomElement(using: &chance) ?? "", nil)
    }
  }

  // MARK: Pieces

  private struct Pair {
    let key: String
    let text: String

    func spelling(_ chance: inout SeededGenerator) -> String {
      let gap = ["", " ", "\t "].randomElement(using: &chance) ?? ""
      return "\(RandomTOML.spelled(key, &chance))\(gap)=\(gap)\(RandomTOML.spread(text, &chance))\(RandomTOML.comment(&chance))"
    }
  }

  private static func pairs(of section: String, _ chance: inout SeededGenerator) -> [Pair] {
    var pairs: [Pair] = []
    for setting in Setting.all.shuffled(using: &chance) where setting.section == section && Bool.random(using: &chance) {
      pairs.append(Pair(key: setting.key, text: value(of: setting.kind, &chance).toml))
    }
    if Bool.random(using: &chance) { pairs.append(Pair(key: "unknown", text: odd.randomElement(using: &chance) ?? "1")) }
    return pairs
  }

  private static let odd = [
    "1_000", "-0.5e3", "nan", "0xFF", "1979-05-27T07:32:00Z", "1979-05-27 07:32:00", "07:32:00", "1979-05-27", "'''a\"#=]'''",
    "\"\\u00e9\\\\\"",
    "[[1, 2], [\"]\", '\"']]", "{a = {b = \"}\"}, c = []}", "[{x = 1}, {x = '#'}]", "true",
  ]

  /// A list over lines, with comments in it.
  private static func spread(_ text: String, _ chance: inout SeededGenerator) -> String {
    guard text.hasPrefix("[\""), !text.contains("\\"), !text.contains("#"), Bool.random(using: &chance) else { return text }
    return "[ # ]\n  " + text.dropFirst().dropLast() + ", # \"\n]"
  }

  private static func comment(_ chance: inout SeededGenerator) -> String {
    ["", "", " # why", "# \"'[{"].randomElement(using: &chance) ?? ""
  }

  private static func indent(_ chance: inout SeededGenerator) -> String { ["", "", "  ", "\t"].randomElement(using: &chance) ?? "" }

  private static func spelled(_ key: String, _ chance: inout SeededGenerator) -> String {
    [key, key, key, "\"\(key)\"", "'\(key)'"].randomElement(using: &chance) ?? key
  }

  static func value(of kind: SettingKind, _ chance: inout SeededGenerator) -> SettingValue {
    let texts = ["", "a", "Müsli", "a\"b", "c:\\d", "#", "x = 1", "[sync]", "line\nline", "\u{7}", "'''", "牛"]
    func text() -> String { texts.randomElement(using: &chance) ?? "" }
    switch kind {
    case .text: return .text(text())
    case .flag: return .flag(Bool.random(using: &chance))
    case .size: return ByteSize(Double(Int.random(in: 1...1_000_000_000, using: &chance))).map(SettingValue.size) ?? .flag(true)
    case .choice(let names): return .text(names.randomElement(using: &chance) ?? "")
    case .zone: return .text(["UTC", "Europe/Paris", "Asia/Tokyo"].randomElement(using: &chance) ?? "")
    case .address: return .text("https://" + (["a.example", "b.example/x#y"].randomElement(using: &chance) ?? ""))
    case .path: return .text("/" + text())
    case .hours: return .text(["22:00-07:00", "0:00-23:59"].randomElement(using: &chance) ?? "")
    case .list(let element):
      return .list(
        (0..<Int.random(in: 0...3, using: &chance)).map { _ in
          switch element {
          case .text: text()
          case .path: "/" + text()
          case .choice(let names): names.randomElement(using: &chance) ?? ""
          case .meal: "lunch " + text()
          }
        })
    }
  }
}
