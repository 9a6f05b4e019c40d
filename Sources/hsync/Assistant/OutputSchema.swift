import HealthModel

/// JSON Schemas of structured results.
enum OutputSchema {
  /// An object; its keys are always there.
  static func object(_ members: [(String, JSON)]) -> JSON {
    .object([
      ("type", .string("object")), ("properties", .object(members)), ("required", .array(members.map { .string($0.0) })),
    ])
  }

  /// A number in a unit, `null` = unknown.
  static func number(_ unit: String) -> JSON { typed(["number", "null"], unit) }

  /// A count, never `null`.
  static func count(_ meaning: String) -> JSON { typed(["integer"], meaning) }

  static func text(_ meaning: String) -> JSON { typed(["string"], meaning) }

  /// A text that may be `null`.
  static func optionalText(_ meaning: String) -> JSON { typed(["string", "null"], meaning) }

  static func flag(_ meaning: String) -> JSON { typed(["boolean"], meaning) }

  /// An object that `docs/json.md` describes.
  static func record(_ meaning: String, optional: Bool = false) -> JSON { typed(optional ? ["object", "null"] : ["object"], meaning) }

  static func list(_ meaning: String, of type: String = "object") -> JSON {
    .object([("type", .string("array")), ("items", .object([("type", .string(type))])), ("description", .string(meaning))])
  }

  /// The way to take a write back.
  static let undo = record("How to take it back: the tool, its arguments, and the command for the user.")

  private static func typed(_ types: [String], _ meaning: String) -> JSON {
    .object([
      ("type", types.count == 1 ? .string(types[0]) : .array(types.map(JSON.string))), ("description", .string(meaning)),
    ])
  }
}
