import HealthModel

/// The value of a setting.
package enum SettingValue: Equatable {
  case text(String)
  case flag(Bool)
  case size(ByteSize)
  case list([String])

  /// A line for each thing that it holds, for scripts and people: none of an empty list.
  package var lines: [String] {
    switch self {
    case .text(let text): [text]
    case .flag(let flag): [flag ? "true" : "false"]
    case .size(let size): [size.text]
    case .list(let texts): texts
    }
  }

  /// As in the JSON contract; a size is its bytes.
  package var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .flag(let flag): .bool(flag)
    case .size(let size): JSON(size.bytes)
    case .list(let texts): .array(texts.map(JSON.string))
    }
  }

  /// As it stands behind the `=` of a line of TOML.
  package var toml: String {
    switch self {
    case .text(let text): SettingValue.quoted(text)
    case .flag(let flag): flag ? "true" : "false"
    case .size(let size): SettingValue.quoted(size.text)
    case .list(let texts): "[" + texts.map(SettingValue.quoted).joined(separator: ", ") + "]"
    }
  }

  /// A basic string: quotes, backslashes and control characters are escaped, everything else stands for itself.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
