import HealthModel

/// The reason why one record of a push isn't stored; the others are.
struct Rejection: Error, Sendable, Equatable {
  /// For programs: `missing`, `form`, `range`, `too_long`, `too_deep`, `too_large`.
  let code: String
  /// For the person whose record it is: "energy_kcal is -5".
  let message: String

  /// A rejection with its code and message.
  init(_ code: String, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The entry of `rejected` in a push's answer.
  func json(kind: String, id: String) -> JSON {
    // A message may hold a number as it was sent, of any length.
    .object([("kind", .string(kind)), ("id", .string(id)), ("code", .string(code)), ("message", .string(String(message.prefix(200))))])
  }
}
