/// The answer to a request.
package struct HTTPResponse: Sendable {
  /// 100…999, of the last answer when redirects were followed.
  package let status: Int
  /// Names as sent, in their order, without surrounding blanks.
  package let headers: [(name: String, value: String)]
  /// The whole body, decompressed; `Content-Encoding` and `Content-Length` still describe the transferred bytes.
  package let body: [UInt8]
  /// Bytes sent, heads included, TLS not.
  package let bytesUp: Int
  /// Bytes received, heads included, as they were on the wire (compressed), TLS not.
  package let bytesDown: Int

  /// An answer with everything given.
  package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], bytesUp: Int = 0, bytesDown: Int = 0) {
    self.status = status
    self.headers = headers
    self.body = body
    self.bytesUp = bytesUp
    self.bytesDown = bytesDown
  }

  /// The first value of a header, whatever the case of its name. `nil` when it wasn't sent.
  package func header(_ name: String) -> String? {
    let wanted = name.lowercased()
    return headers.first { $0.name.lowercased() == wanted }?.value
  }
}
