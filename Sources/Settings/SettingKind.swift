import HealthDesk
import HealthModel
import HealthStore
import Notices
import TOMLKit
import WeekPlan

/// The values that a setting may have: one rule for the file, the environment and the command line.
package enum SettingKind: Sendable, Equatable {
  case text
  case flag
  case size
  case choice([String])
  /// The IANA name of a time zone.
  case zone
  /// An address that begins with `http://` or `https://`.
  case address
  /// A path; `~/` is the home.
  case path
  /// A span of the day, `22:00-07:00`.
  case hours
  case list(Element)

  /// The kind of a list's texts.
  package enum Element: Sendable, Equatable {
    case text
    case path
    case choice([String])
    /// `TYPE` or `TYPE TITLE` of a planned meal.
    case meal
  }

  /// The kind's name in `docs/config.md` and in JSON.
  package var name: String {
    switch self {
    case .text: "text"
    case .flag: "flag"
    case .size: "size"
    case .choice: "choice"
    case .zone: "zone"
    case .address: "address"
    case .path: "path"
    case .hours: "hours"
    case .list: "list"
    }
  }

  /// The text after "must be" in the error for a value of another kind.
  package var expected: String {
    switch self {
    case .text: "a text in quotes"
    case .flag: "true or false"
    case .size: "a number of bytes like \"20MB\", \"500kB\" or 4096"
    case .choice(let names): names.joined(separator: " or ")
    case .zone: "the name of a time zone, like Europe/Paris"
    case .address: "an address that begins with http:// or https://"
    case .path: "a path in quotes"
    case .hours: "a span of the day, like \"22:00-07:00\""
    case .list(.choice(let names)): "a list of \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .list(.text): "a list of texts in quotes"
    case .list(.path): "a list of paths in quotes"
    case .list(.meal):
      "a list of meals in quotes, like \"lunch Salad\": \(PlannedMeal.allCases.map(\.rawValue).joined(separator: ", ")), and a title if you like"
    }
  }

  /// The value that a line of the file says. `nil` when it can't be one of this setting.
  package func value(_ found: any TOMLValueConvertible) -> SettingValue? {
    switch self {
    case .flag: found.bool.map(SettingValue.flag)
    case .size: (found.string.flatMap(ByteSize.init) ?? found.int.flatMap { ByteSize(Double($0)) }).map(SettingValue.size)
    case .list: found.array.flatMap { list($0.map(\.string)) }
    case .text, .choice, .zone, .address, .path, .hours: found.string.flatMap(single)
    }
  }

  /// The value that an environment variable says; a flag is on unless it is `0`.
  package func value(variable text: String) -> SettingValue? {
    switch self {
    case .flag: .flag(text != "0")
    case .size: ByteSize(text).map(SettingValue.size)
    case .list: list([text])
    case .text, .choice, .zone, .address, .path, .hours: single(text)
    }
  }

  /// The value that words on the command line say; a path among them is meant from the working folder.
  ///
  /// - Parameter folder: The working folder.
  package func value(words: [String], from folder: String) -> SettingValue? {
    let words = isPath ? words.map { SettingKind.absolute($0, from: folder) } : words
    if case .list = self { return list(words) }
    guard words.count == 1, let word = words.first else { return nil }
    if self == .flag {
      switch word.lowercased() {
      case "true", "yes", "on", "1": return .flag(true)
      case "false", "no", "off", "0": return .flag(false)
      default: return nil
      }
    }
    return value(variable: word)
  }

  private var isPath: Bool { self == .path || self == .list(.path) }

  private func single(_ text: String) -> SettingValue? {
    let isRight =
      switch self {
      case .choice(let names): names.contains(text)
      case .zone: ZoneFile.rules(of: text) != nil
      case .address: ["http://", "https://"].contains { text.lowercased().hasPrefix($0) && text.utf8.count > $0.utf8.count }
      case .path: !text.isEmpty
      case .hours: QuietHours(text) != nil
      default: true
      }
    return isRight ? .text(text) : nil
  }

  private func list(_ texts: [String?]) -> SettingValue? {
    let known = texts.compactMap { $0 }
    guard known.count == texts.count else { return nil }
    guard case .list(let element) = self else { return nil }
    let areRight =
      switch element {
      case .text: true
      case .path: known.allSatisfy { !$0.isEmpty }
      case .choice(let names): known.allSatisfy(names.contains)
      case .meal: known.allSatisfy { QuickChips.meal($0) != nil }
      }
    return areRight ? .list(known) : nil
  }

  private static func absolute(_ path: String, from folder: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/"), path != "~", !path.hasPrefix("~/") else { return path }
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
