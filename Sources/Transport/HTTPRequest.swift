/// One HTTP request.
package struct HTTPRequest: Sendable {
  /// `GET`, `POST`, …
  package var method: String
  /// The absolute address, `https://…`; plain `http://` only to this machine unless `allowsInsecureHTTP`.
  package var url: String
  /// Sent as they are, in their order. A token among them never reaches an error's text. `Host`, `Content-Length` and
  /// `Accept-Encoding` are added.
  package var headers: [(name: String, value: String)]
  /// `nil` sends none (a POST then sends one of length 0).
  package var body: [UInt8]?
  /// The time limits of the request.
  package var timeouts: Timeouts
  /// Most bytes of the answer's body after decompression; more is an error, `tooLarge`, and stops the transfer there.
  package var maxResponseBytes: Int
  /// Hosts (lower case, without port) to which a redirect of a GET is followed, at most five in a row. A redirect elsewhere is an
  /// error, `redirectRefused`. Empty follows none.
  package var redirectHosts: Set<String>
  /// Whether plain `http://` may leave this machine.
  package var allowsInsecureHTTP: Bool

  /// Creates a request with the default limits.
  package init(
    method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    timeouts: Timeouts = Timeouts(), maxResponseBytes: Int = 32 << 20, redirectHosts: Set<String> = [], allowsInsecureHTTP: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.maxResponseBytes = maxResponseBytes
    self.redirectHosts = redirectHosts
    self.allowsInsecureHTTP = allowsInsecureHTTP
  }
}

/// The time limits after which a request is given up.
package struct Timeouts: Sendable, Hashable {
  /// To a connection, name look-up and TLS included.
  package var connect: Duration
  /// After so long below 256 bytes a second, in either direction. Whole seconds, rounded up.
  package var stalled: Duration
  /// For the whole exchange, redirects included.
  package var total: Duration

  /// Creates deadlines. Defaults: 10 s to connect, 20 s stalled, 2 min in all.
  package init(connect: Duration = .seconds(10), stalled: Duration = .seconds(20), total: Duration = .seconds(120)) {
    self.connect = connect
    self.stalled = stalled
    self.total = total
  }
}
