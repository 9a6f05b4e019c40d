/// One column of a synced table and the place of its value in the record's JSON.
package struct SyncedColumn: Sendable, Hashable {
  /// The column's name: `servings`.
  package let name: String
  /// The keys from the top of the record down to the value, one or two: `["amount", "servings"]`.
  package let keys: [String]
  /// The type of the column.
  package let type: Kind
  /// Whether a record must have it: its JSON value is never missing and never `null`.
  package let isRequired: Bool

  /// The type of a column's values, and their form in JSON.
  package enum Kind: Sendable, Hashable {
    case text
    /// A whole number, 64 bits.
    case integer
    /// A number; whole ones are written without a fraction, others with 15 digits, which is what SQLite writes.
    case real
    /// 0 or 1 in the table, `false` or `true` in JSON.
    case boolean
    /// JSON text of an array or object in the table, that array or object in the record.
    case json

    /// The type by which a STRICT table declares it.
    package var declaration: String {
      switch self {
      case .text, .json: "TEXT"
      case .integer, .boolean: "INTEGER"
      case .real: "REAL"
      }
    }

    /// The `json_type` of values that fit.
    var jsonTypes: [String] {
      switch self {
      case .text: ["text"]
      case .integer, .real: ["integer", "real"]
      case .boolean: ["true", "false"]
      case .json: ["array", "object"]
      }
    }
  }

  /// A column whose value lies at the top of the record, or at `path` ("amount.servings") if that is given.
  package init(_ name: String, _ type: Kind, at path: String? = nil, required: Bool = false) {
    self.init(name, type, keys: path?.split(separator: ".").map(String.init) ?? [name], required: required)
  }

  /// A column with everything given.
  init(_ name: String, _ type: Kind, keys: [String], required: Bool) {
    self.name = name
    self.type = type
    self.keys = keys
    isRequired = required
  }

  /// The object inside the record that holds the value, `nil` at the top.
  var group: String? { keys.count > 1 ? keys[0] : nil }

  /// The path as SQLite writes it: `$.amount.servings`.
  var path: String { "$." + keys.joined(separator: ".") }

  /// SQL for the value in JSON, from the column of the row called `row`.
  func encoded(from row: String) -> String {
    let value = "\(row).\(name)"
    return switch type {
    case .text, .integer: value
    case .real: "iif(\(value) = CAST(\(value) AS INTEGER), CAST(\(value) AS INTEGER), \(value))"
    case .boolean: "CASE \(value) WHEN 0 THEN json('false') WHEN 1 THEN json('true') END"
    case .json: "json(\(value))"
    }
  }

  /// SQL that is true when the value in the JSON text `json` has a type that fits.
  func fits(in json: String) -> String {
    // None of the words is part of another, and `IN` would build a table for each record.
    let allowed = type.jsonTypes + (isRequired ? [] : ["null"])
    return "instr('\(allowed.joined(separator: " "))', coalesce(json_type(\(json),'\(path)'),'\(isRequired ? "missing" : "null")'))"
  }
}
