import HealthModel

/// A TOML file as lines, in which one value is changed and everything else stays: comments, order, blank lines, line ends, indentation.
struct TOMLLines {
  private let bytes: [UInt8]
  private let statements: [TOMLStatement]
  /// The keys that lead to each statement; `nil` for what a path of keys can't lead to, being in an array, and for what is no pair.
  private let keys: [[String]?]
  private let name: String

  /// - Parameters:
  ///   - text: The file, which a parser has found to be TOML.
  ///   - name: What errors call it.
  /// - Throws: kind `.configuration` when it can't be taken apart.
  init(_ text: String, name: String) throws(SettingsError) {
    bytes = Array(text.utf8)
    self.name = name
    var scanner = TOMLScanner(bytes)
    guard let statements = scanner.statements() else {
      throw SettingsError(.configuration, "\(name) can't be changed line by line", hint: "change it by hand: \(.editSettings)")
    }
    self.statements = statements
    keys = TOMLLines.keys(of: statements)
  }

  /// The file with another value of a setting.
  ///
  /// - Parameter value: In TOML, on one line; `nil` takes the line away.
  /// - Throws: kind `.configuration` when the value doesn't stand on a line of its own.
  func setting(_ setting: Setting, to value: String?) throws(SettingsError) -> String {
    let target = [setting.section, setting.key]
    if let index = keys.firstIndex(of: target), case .pair(_, let old) = statements[index].content {
      return value.map { replacing(old, with: $0) } ?? replacing(statements[index].bytes, with: "")
    }
    try refuseOtherForms(of: target)
    guard let value else { return replacing(0..<0, with: "") }
    return adding(setting, value)
  }

  // MARK: Where it stands

  private static func keys(of statements: [TOMLStatement]) -> [[String]?] {
    var current: [String]? = []
    var arrays: Set<[String]> = []
    return statements.map { statement in
      switch statement.content {
      case .header(let path, let isArray):
        if isArray { arrays.insert(path) }
        let isInArray = path.indices.contains { arrays.contains(Array(path[...$0])) }
        current = isInArray ? nil : path
        return nil
      case .pair(let key, _): return current.map { $0 + key }
      case .blank, .comment: return nil
      }
    }
  }

  /// Refuses forms that can't be changed by a line: inline tables, tables and arrays of tables in place of a value, values in place of a
  /// table.
  private func refuseOtherForms(of target: [String]) throws(SettingsError) {
    for (statement, key) in zip(statements, keys) {
      switch statement.content {
      case .pair(_, let value):
        guard let key else { continue }
        if target.starts(with: key), bytes[value.lowerBound] == UInt8(ascii: "{") {
          throw SettingsError(
            .configuration,
            "\(key.joined(separator: ".")) stands in braces in \(name), line \(statement.line), and hsync changes whole lines only",
            hint: "give it a line for each key under [\(target[0])]: \(.editSettings)")
        }
        if target.starts(with: key) { throw misplaced(target[0], "a table", statement) }
        if key.starts(with: target) { throw misplaced(target.joined(separator: "."), "a value", statement) }
      case .header(let path, let isArray):
        if isArray, target.starts(with: path) { throw misplaced(path.joined(separator: "."), "a table", statement) }
        if path.starts(with: target) { throw misplaced(target.joined(separator: "."), "a value", statement) }
      case .blank, .comment: continue
      }
    }
  }

  private func misplaced(_ what: String, _ expected: String, _ statement: TOMLStatement) -> SettingsError {
    SettingsError(
      .configuration, "\(what) must be \(expected), which it isn't in \(name), line \(statement.line)", hint: "fix it: \(.editSettings)")
  }

  // MARK: Where it could stand

  /// In its table behind the comment that shows the key, else behind the table's last value; else beside dotted keys of the same table; else
  /// in a table of its own at the end.
  private func adding(_ setting: Setting, _ value: String) -> String {
    let line = "\(TOMLLines.spelled(setting.key)) = \(value)"
    let header = statements.firstIndex { $0.content == .header([setting.section], isArray: false) }
    if let header {
      let body = statements[(header + 1)...].prefix { if case .header = $0.content { false } else { true } }
      let shown = body.last { shows(setting.key, $0) }
      let pair = body.last { if case .pair = $0.content { true } else { false } }
      return inserting(line, behind: shown ?? pair ?? statements[header], indentedLike: pair ?? statements[header])
    }
    if let index = statements.indices.last(where: { keys[$0]?.first == setting.section && isDotted(statements[$0]) }) {
      let beside = statements[index]
      return inserting("\(TOMLLines.spelled(setting.section)).\(line)", behind: beside, indentedLike: beside)
    }
    let end = lineEnd(of: nil)
    let isOpen = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let isApart = statements.last.map { $0.content == .blank } ?? true
    let gap = (isOpen ? end : "") + (isApart ? "" : end)
    return replacing(bytes.count..<bytes.count, with: "\(gap)[\(TOMLLines.spelled(setting.section))]\(end)\(line)\(end)")
  }

  private func isDotted(_ statement: TOMLStatement) -> Bool {
    if case .pair(let key, _) = statement.content { key.count > 1 } else { false }
  }

  /// Whether it is a comment with that key in it: `# zone = "Europe/Paris"`.
  private func shows(_ key: String, _ statement: TOMLStatement) -> Bool {
    guard case .comment(let range) = statement.content else { return false }
    let text = String(decoding: bytes[range], as: UTF8.self).drop { $0 == " " || $0 == "\t" || $0 == "#" }
    return text.hasPrefix(key) && text.dropFirst(key.count).first { $0 != " " && $0 != "\t" } == "="
  }

  private func inserting(_ line: String, behind statement: TOMLStatement, indentedLike model: TOMLStatement) -> String {
    let end = lineEnd(of: statement)
    let indent = String(decoding: bytes[model.indent], as: UTF8.self)
    let isOpen = bytes[statement.bytes].last != UInt8(ascii: "\n")
    let place = statement.bytes.upperBound
    return replacing(place..<place, with: (isOpen ? end : "") + indent + line + (isOpen ? "" : end))
  }

  /// The line end of a statement, else of the file's first line, else a line feed.
  private func lineEnd(of statement: TOMLStatement?) -> String {
    let range = statement.map(\.bytes) ?? bytes.indices
    guard let feed = bytes[range].firstIndex(of: UInt8(ascii: "\n")) else { return statement == nil ? "\n" : lineEnd(of: nil) }
    return feed > 0 && bytes[feed - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    var changed = bytes
    changed.replaceSubrange(range, with: text.utf8)
    return String(decoding: changed, as: UTF8.self)
  }

  /// A key as it is written: in quotes unless it is bare, `A-Za-z0-9_-`.
  private static func spelled(_ key: String) -> String {
    !key.isEmpty && key.utf8.allSatisfy(TOMLScanner.isBare) ? key : SettingValue.quoted(key)
  }
}
