/// The wait demanded by a server's `Retry-After` (RFC 9110, 10.2.3). The caller caps it.
package struct RetryAfter: Sendable, Hashable {
  /// Milliseconds from the answer on, 0 or more.
  package let delayMs: Int64

  /// Reads the header's value: `120` seconds, or a date. A date is measured from the response's own `Date`, so that a
  /// wrong clock on either side doesn't matter, or from `nowMs` when there is none. `nil` for a negative or past value,
  /// and for anything else.
  package init?(_ value: String, date: String?, nowMs: Int64) {
    let digits = value.utf8
    if !digits.isEmpty, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      // More digits than fit are a wait for ever, which the caller's cap turns into something.
      delayMs = digits.count > 12 ? Int64.max / 2 : (Int64(value) ?? 0) * 1000
      return
    }
    guard let until = HTTPDate.ms(value, nowMs: nowMs) else { return nil }
    let from = date.flatMap { HTTPDate.ms($0, nowMs: nowMs) } ?? nowMs
    guard until >= from else { return nil }
    delayMs = until - from
  }

  /// Reads it from a response. `nil` when the header is missing or has no usable value.
  package init?(of response: HTTPResponse, nowMs: Int64) {
    guard let value = response.header("Retry-After") else { return nil }
    self.init(value, date: response.header("Date"), nowMs: nowMs)
  }
}
