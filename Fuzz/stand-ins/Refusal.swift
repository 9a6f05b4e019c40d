/// Stands in for the server's `Refusal`, whose statuses and headers are the web framework's: the readers of pushes need only these.
struct Refusal: Error {
  static func badRequest(_ message: String) -> Refusal { Refusal() }
  static func tooLarge(_ message: String) -> Refusal { Refusal() }
}
