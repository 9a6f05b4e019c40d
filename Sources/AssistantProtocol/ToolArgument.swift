import HealthModel

/// An argument of a tool, with the values that it may have.
package struct ToolArgument: Sendable {
  /// The kinds of values.
  package enum Kind: Sendable {
    /// A text of at most so many characters.
    case text(most: Int)
    /// One of these words.
    case choice([String])
    case number(ClosedRange<Double>)
    /// A number above 0.
    case positive(most: Double)
    case integer(ClosedRange<Int64>)
    case flag
    /// Up to so many objects.
    case objects(most: Int)
  }

  package let name: String
  package let kind: Kind
  package let isRequired: Bool
  package let description: String

  /// An argument with everything given.
  package init(_ name: String, _ kind: Kind, required: Bool = false, _ description: String) {
    self.name = name
    self.kind = kind
    isRequired = required
    self.description = description
  }

  /// The JSON Schema of all arguments together.
  static func schema(of arguments: [ToolArgument]) -> JSON {
    let required = arguments.filter(\.isRequired).map { JSON.string($0.name) }
    return .object(
      [("type", .string("object")), ("properties", .object(arguments.map { ($0.name, $0.schema) }))]
        + (required.isEmpty ? [] : [("required", .array(required))]) + [("additionalProperties", .bool(false))])
  }

  private var schema: JSON {
    let rules: [(String, JSON)] =
      switch kind {
      case .text(let most): [("type", .string("string")), ("maxLength", JSON(most))]
      case .choice(let words): [("type", .string("string")), ("enum", .array(words.map(JSON.string)))]
      case .number(let range): [("type", .string("number")), ("minimum", JSON(range.lowerBound)), ("maximum", JSON(range.upperBound))]
      case .positive(let most): [("type", .string("number")), ("exclusiveMinimum", JSON(0)), ("maximum", JSON(most))]
      case .integer(let range): [("type", .string("integer")), ("minimum", JSON(range.lowerBound)), ("maximum", JSON(range.upperBound))]
      case .flag: [("type", .string("boolean"))]
      case .objects(let most):
        [("type", .string("array")), ("items", .object([("type", .string("object"))])), ("maxItems", JSON(most))]
      }
    return .object(rules + [("description", .string(description))])
  }

  /// The fault of a value, in words that follow the argument's name; `nil` = it has none.
  private func fault(of value: JSON) -> String? {
    switch kind {
    case .text(let most):
      guard let text = value.string else { return "must be a text" }
      return text.unicodeScalars.count > most ? "must have at most \(most) characters" : nil
    case .choice(let words):
      return value.string.map(words.contains) == true ? nil : "must be one of \(words.joined(separator: ", "))"
    case .number(let range):
      let isInside = value.double.map(range.contains) ?? false
      return isInside ? nil : "must be a number from \(JSON(range.lowerBound).text) to \(JSON(range.upperBound).text)"
    case .positive(let most):
      let isInside = value.double.map { $0 > 0 && $0 <= most } ?? false
      return isInside ? nil : "must be a number above 0 and at most \(JSON(most).text)"
    case .integer(let range):
      let isInside = value.int.map(range.contains) ?? false
      return isInside ? nil : "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: return value.bool == nil ? "must be true or false" : nil
    case .objects(let most):
      guard let items = value.array, items.allSatisfy({ $0.members != nil }) else { return "must be an array of objects" }
      return items.count > most ? "must have at most \(most) items" : nil
    }
  }

  /// The first fault of the arguments of a call, as a sentence; `nil` = they are as the tool wants them. A member that is `null` counts as left out.
  static func fault(of values: JSON, as arguments: [ToolArgument]) -> String? {
    let members = values.members ?? []
    for member in members where !arguments.contains(where: { $0.name == member.key }) {
      let names = arguments.isEmpty ? "it takes none" : "it takes \(arguments.map(\.name).joined(separator: ", "))"
      return "there is no argument \(String(member.key.prefix(40)).printable): \(names)"
    }
    for argument in arguments {
      let value = values[argument.name]
      if value.isNull {
        if argument.isRequired { return "the argument \(argument.name) is missing: \(argument.description)" }
      } else if let fault = argument.fault(of: value) {
        return "\(argument.name) \(fault)"
      }
    }
    return nil
  }
}
