/// Sends one HTTP request and waits for its answer. `CurlTransport` does it for real; tests put their own in.
package protocol Transport: Sendable {
  /// The answer, whatever its status: a 404 or a 503 is an answer and no error.
  ///
  /// - Throws: When there is no whole answer: no connection, a time-out, a torn body, a body over the request's limit, a redirect to a
  ///   host that the request doesn't allow. Cancelling the task throws `.cancelled`.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
