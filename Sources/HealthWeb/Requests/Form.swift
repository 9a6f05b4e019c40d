import FoundationEssentials
import Hummingbird
import NIOCore

/// The fields of a form (`application/x-www-form-urlencoded`) or of a link's query.
struct Form: Sendable, Equatable {
  private let fields: [String: String]

  /// The largest size of a form's body, in bytes.
  static let mostBytes = 16 << 10

  /// A form with these fields.
  init(_ fields: [String: String]) { self.fields = fields }

  /// Reads a text like `item=k7m2&done=1`; `nil` if it is malformed, or contains a name twice.
  init?(_ text: String) {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Form.decoded($0) }
      guard let name = parts[0], let value = parts.count == 2 ? parts[1] : "", fields[name] == nil else { return nil }
      fields[name] = value
    }
    self.fields = fields
  }

  /// Reads the query of a request; empty when it has none.
  ///
  /// - Throws: `Refusal` for what can't be read.
  init(query request: Request) throws(Refusal) {
    guard let form = Form(request.uri.query ?? "") else { throw Refusal.badForm }
    self = form
  }

  /// Reads the body of a request.
  ///
  /// - Throws: `Refusal`, or what ends the connection.
  init(of request: Request) async throws {
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else { throw Refusal.badForm }
    let body: ByteBuffer
    do { body = try await request.body.collect(upTo: Form.mostBytes) } catch is NIOTooManyBytesError { throw Refusal.tooLarge }
    guard let text = String(validating: body.readableBytesView, as: UTF8.self), let form = Form(text) else { throw Refusal.badForm }
    self = form
  }

  /// The value of a field; `nil` when it isn't there.
  subscript(name: String) -> String? { fields[name] }

  private static func decoded(_ text: Substring) -> String? {
    String(text.map { $0 == "+" ? " " : $0 }).removingPercentEncoding
  }
}
