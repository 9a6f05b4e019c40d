/// Sends one HTTP request and waits for its answer. `CurlTransport` does it for real; tests put their own in.
package protocol Transport: Sendable {
  /// Returns the response, whatever its status: a 404 or a 503 isn't an error.
  ///
  /// - Throws: When there is no complete response: no connection, a time-out, a truncated body, a body over the
  ///   request's limit, a redirect to a host that the request doesn't allow. Cancelling the task throws `.cancelled`.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
