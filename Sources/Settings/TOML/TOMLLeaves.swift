import TOMLKit

/// Everything that a TOML file says, as a flat list, so that two files can be compared: whatever isn't a table, by the keys that lead there.
struct TOMLLeaves {
  /// Values in a spelling that is the same for the same value. Tables with nothing in them are left out.
  private(set) var values: [[String]: String] = [:]

  init(_ table: TOMLTable) { add(table, at: []) }

  private mutating func add(_ table: TOMLTable, at path: [String]) {
    for key in table.keys {
      guard let value = table[key] else { continue }
      if let inner = value.table { add(inner, at: path + [key]) } else { values[path + [key]] = TOMLLeaves.text(of: value) }
    }
  }

  private static func text(of value: any TOMLValueConvertible) -> String {
    switch value.type {
    case .string: return "s" + SettingValue.quoted(value.string ?? "")
    case .bool: return value.bool == true ? "true" : "false"
    case .int: return "i\(value.int ?? 0)"
    case .double: return "d\(value.double ?? 0)"
    case .date, .time, .dateTime: return "t\(value.debugDescription)"
    case .array: return "[" + (value.array?.map { text(of: $0) } ?? []).joined(separator: ",") + "]"
    case .table:
      let leaves = value.table.map { TOMLLeaves($0).values } ?? [:]
      let members = leaves.map { key, text in key.map(SettingValue.quoted).joined(separator: ".") + "=" + text }
      return "{" + members.sorted().joined(separator: ",") + "}"
    }
  }
}
