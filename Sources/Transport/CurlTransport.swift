import CCurl

/// HTTP over libcurl, loaded on first use: HTTP/1.1, TLS verified, proxies from the environment as curl reads them.
///
/// HTTP/1.1 because libcurl 7.88's HTTP/2 never returns when a server answers before it has read the body (curl #7821); for requests one
/// after the other it is also the faster one. Connections are kept alive as long as the value lives.
package final class CurlTransport: Transport {
  private let loop = CurlLoop()

  /// Nothing is loaded or opened until the first request.
  package init() {}

  deinit { loop.stop() }

  /// The versions of libcurl and of what it speaks TLS with: `libcurl/7.88.1 OpenSSL/3.0.15`. Loads it.
  ///
  /// - Throws: `.libraryUnavailable`.
  package static func libraryVersion() throws(TransportError) -> String {
    try load()
    return String(cString: hs_curl_version()).split(separator: " ").prefix(2).joined(separator: " ")
  }

  private static func load() throws(TransportError) {
    if let reason = hs_curl_load() {
      throw TransportError(
        code: .libraryUnavailable, message: "libcurl can't be loaded: \(String(cString: reason))", hint: "apt-get install libcurl4")
    }
  }

  package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try CurlTransport.load()
    let deadline = ContinuousClock.now + request.timeouts.total
    var request = request
    var address = try Address(checking: request)
    var bytes = (up: 0, down: 0)
    // Redirects are followed here and not by curl, which can't be told hosts.
    for _ in 0...5 {
      let answer = try await transfer(request, to: address)
      bytes.up += answer.response.bytesUp
      bytes.down += answer.response.bytesDown
      guard let location = answer.redirect else { return answer.response.counting(bytes) }
      // One that isn't followed anyway may lead anywhere: the sign-in page of a hotel's network is plain http.
      guard ["GET", "HEAD"].contains(request.method), request.redirectHosts.contains(Address.host(of: location) ?? "") else {
        throw TransportError(
          code: .redirectRefused, message: "\(address.host) redirects to \(Address.origin(of: location) ?? "what isn't an address")",
          hint: "if that is right, use that address")
      }
      request.url = location
      let next = try Address(checking: request, redirectedFrom: address)
      if next != address { request.headers.removeAll { $0.name.lowercased() == "authorization" } }
      request.timeouts.total = deadline - ContinuousClock.now
      address = next
    }
    throw TransportError(code: .redirectRefused, message: "\(address.host) redirects in a circle")
  }

  private func transfer(_ request: HTTPRequest, to address: Address) async throws(TransportError) -> CurlTransfer.Answer {
    let transfer = try CurlTransfer(request, to: address)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { loop.start(transfer, resuming: $0) }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }
}

extension HTTPResponse {
  /// The same answer with the traffic of the redirects before it.
  fileprivate func counting(_ bytes: (up: Int, down: Int)) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: body, bytesUp: bytes.up, bytesDown: bytes.down)
  }
}
