import Hummingbird
import NIOCore

extension Form {
  /// Bytes of a form's body.
  static let mostBytes = 16 << 10

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
}
