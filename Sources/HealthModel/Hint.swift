/// Advice about an error: a sentence with placeholders for remedies, which each interface fills in. Written as a
/// string: `"see why: \(.queue)"`.
public struct Hint: Sendable, Equatable {
  /// A piece of the sentence.
  public enum Part: Sendable, Equatable, Codable {
    /// Words that are the same in every face.
    case text(String)
    /// The name of a remedy.
    case remedy(Remedy)
  }

  /// The pieces in their order. Two texts never follow each other.
  public private(set) var parts: [Part] = []

  /// A hint without a remedy.
  public init(_ text: String) { append(.text(text)) }

  /// The sentence with the remedies as `name` has them.
  public func words(_ name: (Remedy) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .remedy(let remedy): name(remedy)
      }
    }.joined()
  }

  /// The sentence without that remedy and the colon before it: `check the address: \(.nameBackend)` is `check the address`.
  public func without(_ remedy: Remedy) -> Hint {
    var rest = Hint("")
    for part in parts {
      if part != .remedy(remedy) {
        rest.append(part)
      } else if case .text(let before)? = rest.parts.last, before.hasSuffix(": ") {
        rest.parts[rest.parts.count - 1] = .text(String(before.dropLast(2)))
      }
    }
    return rest
  }

  private mutating func append(_ part: Part) {
    switch (parts.last, part) {
    case (_, .text("")): break
    case (.text(let before)?, .text(let text)): parts[parts.count - 1] = .text(before + text)
    default: parts.append(part)
    }
  }
}

extension Hint: ExpressibleByStringInterpolation {
  /// Collects the pieces of a hint.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var hint = Hint("")

    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { hint.append(.text(literal)) }

    /// Adds a remedy's name.
    public mutating func appendInterpolation(_ remedy: Remedy) { hint.append(.remedy(remedy)) }

    /// Adds another hint.
    public mutating func appendInterpolation(_ other: Hint) { other.parts.forEach { hint.append($0) } }

    /// Adds a fact.
    public mutating func appendInterpolation(_ fact: some CustomStringConvertible) { hint.append(.text(fact.description)) }
  }

  public init(stringLiteral text: String) { self.init(text) }

  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.hint }
}

extension Hint: Codable {
  public init(from decoder: any Decoder) throws {
    for part in try decoder.singleValueContainer().decode([Part].self) { append(part) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(parts)
  }
}
