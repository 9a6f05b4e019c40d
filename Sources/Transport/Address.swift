import CCurl

/// The parts of a URL that decide whether a request may be sent, read by curl's own parser, so that both see the same host.
struct Address: Equatable {
  /// `http` or `https`.
  let scheme: String
  /// In lower case; an IPv6 address in brackets.
  let host: String
  /// As written or the scheme's.
  let port: String

  /// `host:port`, without the port when it is the scheme's.
  var hostAndPort: String { port == (scheme == "https" ? "443" : "80") ? host : "\(host):\(port)" }

  /// Whether the host is this machine. curl itself resolves `localhost` to it, whatever the name servers say.
  var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let octets = host.split(separator: ".", omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0] == "127" && octets.allSatisfy { UInt8($0) != nil }
  }

  /// Reads a request's address. libcurl must be loaded.
  ///
  /// - Throws: `badURL` for what isn't an address, a scheme that isn't http or https, a user name in it (it would end up in logs), and plain
  ///   http that would leave this machine without leave.
  init(checking request: HTTPRequest, redirectedFrom origin: Address? = nil) throws(TransportError) {
    do throws(TransportError) { try self.init(checking: request) } catch {
      guard let origin else { throw error }
      // The address that was asked for is right; what it leads to isn't followed.
      throw TransportError(code: .redirectRefused, message: "\(origin.host) redirects to an address that isn't followed (\(error.message))")
    }
  }

  private init(checking request: HTTPRequest) throws(TransportError) {
    guard !request.url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }), let scheme = Address.part(CURLUPART_SCHEME, of: request.url),
      let host = Address.part(CURLUPART_HOST, of: request.url)?.lowercased()
    else {
      throw TransportError(
        code: .badURL, message: "the address isn't a URL",
        hint: "an address looks like https://example.org")
    }
    self.scheme = scheme.lowercased()
    self.host = host
    port = Address.part(CURLUPART_PORT, of: request.url) ?? (self.scheme == "https" ? "443" : "80")
    guard self.scheme == "https" || self.scheme == "http" else {
      throw TransportError(code: .badURL, message: "\(self.scheme) isn't spoken here, in the address of \(host)", hint: "use https")
    }
    guard Address.part(CURLUPART_USER, of: request.url) == nil, Address.part(CURLUPART_PASSWORD, of: request.url) == nil else {
      throw TransportError(code: .badURL, message: "the address of \(host) holds a user name or password", hint: "use a token instead")
    }
    guard self.scheme == "https" || isLoopback || request.allowsInsecureHTTP else {
      throw TransportError(
        code: .badURL, message: "plain http to \(host) would let anyone on the way read and change it",
        hint: "use https, or allow it with \(.insecureHTTP)")
    }
  }

  /// The host of an address in lower case. `nil` when it is none. libcurl must be loaded.
  static func host(of url: String) -> String? { part(CURLUPART_HOST, of: url)?.lowercased() }

  /// Scheme, host and port of an address, nothing that could be a secret. `nil` when it is none. libcurl must be loaded.
  static func origin(of url: String) -> String? {
    guard let scheme = part(CURLUPART_SCHEME, of: url), let host = host(of: url) else { return nil }
    return "\(scheme)://\(host)" + (part(CURLUPART_PORT, of: url).map { ":\($0)" } ?? "")
  }

  private static func part(_ part: CURLUPart, of url: String) -> String? {
    guard let text = hs_url_part(url, part) else { return nil }
    defer { hs_free(text) }
    return String(cString: text)
  }
}
