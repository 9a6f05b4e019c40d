import CCurl
import Glibc
import HealthModel
import Synchronization

/// One request as an easy handle, with what has arrived so far. Owns the handle and its list of headers.
///
/// `@unchecked Sendable`: made by the caller, then handed to the loop through the loop's lock; from then on only the loop's thread
/// touches it, but for `isCancelled`, which is atomic.
final class CurlTransfer: @unchecked Sendable {
  /// A complete response, and the target if it is a redirect.
  struct Answer: Sendable {
    let response: HTTPResponse
    /// Absolute.
    let redirect: String?
  }

  let easy: UnsafeMutableRawPointer
  let isCancelled = Atomic(false)
  private let address: Address
  private let timeouts: Timeouts
  private let maxBodyBytes: Int
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var headers: [(name: String, value: String)] = []
  private var headerBytes = 0
  private var body: [UInt8] = []
  private var isTooLarge = false
  private let errorText: UnsafeMutablePointer<CChar>

  /// The limit for headers. A response with more is rejected.
  private static let maxHeaderBytes = 256 << 10

  /// A handle that is ready to go. libcurl must be loaded.
  init(_ request: HTTPRequest, to address: Address) throws(TransportError) {
    for (name, value) in request.headers + [("method", request.method)] {
      let isToken = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      guard isToken, !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw TransportError(
          code: .badRequest, message: "the value of \(isToken ? name : "a header") can't be sent: it has control characters")
      }
    }
    guard let easy = hs_easy_init() else {
      throw TransportError(code: .libraryUnavailable, message: "libcurl has no memory for a request")
    }
    self.easy = easy
    self.address = address
    timeouts = request.timeouts
    maxBodyBytes = request.maxResponseBytes
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try configure(request)
  }

  deinit {
    hs_easy_cleanup(easy)
    hs_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Returns the result of the transfer. Called once, by the loop, when curl is done.
  func outcome(_ code: CURLcode) -> Result<Answer, TransportError> {
    if code != CURLE_OK { return .failure(failure(code)) }
    let status = hs_easy_get_long(easy, CURLINFO_RESPONSE_CODE)
    let response = HTTPResponse(
      status: status, headers: headers, body: body,
      bytesUp: hs_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T) + hs_easy_get_long(easy, CURLINFO_REQUEST_SIZE),
      bytesDown: hs_easy_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T) + hs_easy_get_long(easy, CURLINFO_HEADER_SIZE))
    let redirect = [301, 302, 303, 307, 308].contains(status) ? hs_easy_get_string(easy, CURLINFO_REDIRECT_URL) : nil
    return .success(Answer(response: response, redirect: redirect.map { String(cString: $0) }))
  }

  private func configure(_ request: HTTPRequest) throws(TransportError) {
    var code = CURLE_OK
    func check(_ result: CURLcode) { if code == CURLE_OK { code = result } }
    func set(_ option: CURLoption, _ value: Int) { check(hs_easy_set_long(easy, option, value)) }
    func set(_ option: CURLoption, _ value: String) { check(hs_easy_set_string(easy, option, value)) }

    set(CURLOPT_URL, request.url)
    check(hs_easy_allow_http_only(easy))
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    set(CURLOPT_FOLLOWLOCATION, 0)
    // Without it curl's resolver uses SIGALRM, which isn't allowed beside other threads.
    set(CURLOPT_NOSIGNAL, 1)
    // A name look-up that hangs is abandoned and not waited for when the transfer ends; older libraries don't have the option.
    _ = hs_easy_set_long(easy, CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    // The program curl reads these two; the library doesn't.
    for variable in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] {
      if let path = getenv(variable).map({ String(cString: $0) }), !path.isEmpty { set(CURLOPT_CAINFO, path) }
    }
    set(CURLOPT_CONNECTTIMEOUT_MS, timeouts.connect.milliseconds)
    set(CURLOPT_LOW_SPEED_LIMIT, 256)
    set(CURLOPT_LOW_SPEED_TIME, (timeouts.stalled.milliseconds + 999) / 1000)
    set(CURLOPT_TIMEOUT_MS, timeouts.total.milliseconds)
    set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Requests to this machine never go through a proxy.
    if address.isLoopback { set(CURLOPT_PROXY, "") }

    switch (request.method, request.body) {
    case ("GET", nil): set(CURLOPT_HTTPGET, 1)
    case ("HEAD", nil): set(CURLOPT_NOBODY, 1)
    case (let method, let body):
      if body != nil || ["POST", "PUT", "PATCH"].contains(method) {
        let bytes = body ?? []
        check(bytes.withUnsafeBytes { hs_easy_set_body(easy, $0.baseAddress, $0.count) })
      }
      set(CURLOPT_CUSTOMREQUEST, method)
    }

    // A large body isn't announced and waited for: a round trip for nothing, and a second of waiting where a server doesn't know it.
    append("Expect:")
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { append("Content-Type:") }
    // A colon and nothing behind it would remove the header; a semicolon sends it empty.
    for (name, value) in request.headers { append(value.isEmpty ? "\(name);" : "\(name): \(value)") }
    check(hs_easy_set_list(easy, CURLOPT_HTTPHEADER, headerList))

    // The loop keeps this object as long as the handle is with curl.
    let context = Unmanaged.passUnretained(self).toOpaque()
    check(hs_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText))
    check(hs_easy_set_receiver(easy, CURLOPT_WRITEFUNCTION, receiveBody))
    check(hs_easy_set_pointer(easy, CURLOPT_WRITEDATA, context))
    check(hs_easy_set_receiver(easy, CURLOPT_HEADERFUNCTION, receiveHeader))
    check(hs_easy_set_pointer(easy, CURLOPT_HEADERDATA, context))
    if code != CURLE_OK {
      throw TransportError(code: .badRequest, message: "libcurl can't do this: \(String(cString: hs_easy_strerror(code)))")
    }
  }

  private func append(_ header: String) {
    if let longer = hs_slist_append(headerList, header) { headerList = longer }
  }

  /// Whether it still fits.
  fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    isTooLarge = body.count + bytes.count > maxBodyBytes
    if !isTooLarge {
      // Never more than the limit, where doubling would take up to twice that.
      let needed = body.count + bytes.count
      if needed > body.capacity { body.reserveCapacity(min(maxBodyBytes, max(needed, 2 * body.capacity))) }
      body.append(contentsOf: bytes)
    }
    return !isTooLarge
  }

  /// Whether it still fits. One line, its end included.
  fileprivate func take(header bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    isTooLarge = headerBytes > CurlTransfer.maxHeaderBytes
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // A new answer: what came before was "100 Continue" or the like.
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      headers.append((trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...])))
    }
    return !isTooLarge
  }

  private func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }

  private func failure(_ code: CURLcode) -> TransportError {
    let host = address.hostAndPort
    let reason = String(cString: hs_easy_strerror(code)).lowercased()
    switch code {
    case _ where isTooLarge, CURLE_FILESIZE_EXCEEDED:
      return TransportError(code: .tooLarge, message: "the answer of \(host) is larger than \(maxBodyBytes >> 10) KiB")
    case CURLE_COULDNT_RESOLVE_HOST:
      return TransportError(code: .resolve, message: "\(host) has no address", hint: "check the name and the network")
    case CURLE_COULDNT_RESOLVE_PROXY:
      return TransportError(code: .resolve, message: "the proxy on the way to \(host) has no address", hint: "check https_proxy")
    case CURLE_COULDNT_CONNECT:
      return TransportError(code: .connect, message: "no connection to \(host)", hint: "check that it is up and the network")
    case CURLE_OPERATION_TIMEDOUT:
      // Nothing was sent before there was a connection: that is no other trouble than nobody listening.
      let isConnected = hs_easy_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T) > 0
      return TransportError(code: isConnected ? .timeout : .connect, message: "\(host) \(timeoutSentence(isConnected: isConnected))")
    case CURLE_SSL_CONNECT_ERROR:
      return TransportError(code: .tls, message: "the TLS connection to \(host) broke while it was made", isTransient: true)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      // curl's own text says what is wrong with the certificate and holds nothing of the request.
      let detail = String(cString: errorText)
      let (code, hint) = certificateTrouble(detail)
      return TransportError(code: code, message: "\(host) isn't to be trusted: \(detail.isEmpty ? reason : detail)", hint: hint)
    case CURLE_GOT_NOTHING:
      return TransportError(code: .interrupted, message: "\(host) closed the connection without an answer")
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      return TransportError(code: .interrupted, message: "the connection to \(host) broke before the answer was whole")
    case CURLE_PARTIAL_FILE:
      return TransportError(code: .garbled, message: "the answer of \(host) was cut off")
    case CURLE_BAD_CONTENT_ENCODING:
      return TransportError(code: .garbled, message: "the compressed answer of \(host) is damaged")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      return TransportError(code: .garbled, message: "what \(host) answers isn't HTTP")
    case CURLE_URL_MALFORMAT:
      return TransportError(code: .badURL, message: "the address of \(host) can't be used")
    default:
      return TransportError(code: .interrupted, message: "no answer from \(host): \(reason)")
    }
  }

  /// Returns the code and hint for a certificate error. libcurl has one error code for all of them; they are told apart
  /// by its message, which has long been the same with OpenSSL and is nearly so with GnuTLS.
  private func certificateTrouble(_ detail: String) -> (TransportError.Code, hint: Hint) {
    func says(_ words: String...) -> Bool { words.contains { detail.contains($0) } }
    if says("target host name") { return (.certificateHost, "check the address") }
    if says("has expired", "not yet valid", "expiration date", "activation date") {
      return (.certificateDate, "check this computer's clock; else the server's certificate must be renewed")
    }
    return (.certificateIssuer, "install ca-certificates; for an authority of your own: SSL_CERT_FILE=FILE")
  }

  /// Returns the sentence for the deadline that was exceeded, inferred from the progress before it.
  private func timeoutSentence(isConnected: Bool) -> String {
    if !isConnected { return "couldn't be reached within \(min(timeouts.connect, timeouts.total).inWords)" }
    let spent = Duration.microseconds(hs_easy_get_offset(easy, CURLINFO_TOTAL_TIME_T))
    if spent + .milliseconds(20) < timeouts.total { return "stalled for \(timeouts.stalled.inWords)" }
    return "didn't answer within \(timeouts.total.inWords)"
  }
}

// curl calls these on the loop's thread; `context` is the transfer, which the loop keeps until the handle is back. Taking less than
// was offered ends the transfer.

private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
  guard let bytes, let context else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
  guard let bytes, let context else { return 0 }
  let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.take(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

extension Duration {
  /// At least 1, for curl takes 0 as "no limit".
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(1, Int(min(seconds, 1_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// `10 s` or `250 ms`.
  fileprivate var inWords: String { milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms" }
}
