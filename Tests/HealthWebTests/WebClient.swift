import Foundation
import TestSupport

/// A browser, or what poses as one: each request is a connection of its own, with exactly the header fields that it says.
struct WebClient: Sendable {
  let port: Int
  /// `name=value`; `nil` = none.
  var cookie: String?

  /// The address of this machine that it connects to.
  var address = "127.0.0.1"

  init(port: Int, cookie: String? = nil, address: String = "127.0.0.1") {
    self.port = port
    self.cookie = cookie
    self.address = address
  }

  func with(cookie: String?) -> WebClient { WebClient(port: port, cookie: cookie, address: address) }

  var host: String { "\(address):\(port)" }

  /// An answer, taken apart.
  struct Answer: Sendable {
    let status: Int
    /// By name in lower case.
    let headers: [String: String]
    let body: String

    /// `name=value` of the cookie that it sets.
    var cookie: String? { headers["set-cookie"].map { String($0.prefix { $0 != ";" }) } }

    /// The token in the page's forms; `nil` if it has none.
    var token: String? { text(after: #"name="token" value=""#, until: "\"") }

    /// The text between two others; `nil` when it isn't there.
    func text(after start: String, until end: String) -> String? {
      guard let from = body.range(of: start), let to = body.range(of: end, range: from.upperBound..<body.endIndex) else { return nil }
      return String(body[from.upperBound..<to.lowerBound])
    }
  }

  /// Asks for a page.
  func get(_ path: String, _ headers: [String: String] = [:], host: String? = nil) async throws -> Answer {
    try await send("GET \(path)", ["Host": host ?? self.host].merging(headers) { $1 }, body: nil)
  }

  /// Sends a form, as a page of the server's does unless `headers` say otherwise; an empty one is left out.
  func post(_ path: String, _ form: String, _ headers: [String: String] = [:]) async throws -> Answer {
    let usual = ["Host": host, "Origin": "http://\(host)", "Content-Type": "application/x-www-form-urlencoded"]
    return try await send("POST \(path)", usual.merging(headers) { $1 }, body: Array(form.utf8))
  }

  /// The page that an answer sends the browser to.
  func follow(_ answer: Answer) async throws -> Answer {
    guard answer.status == 303, let place = answer.headers["location"] else { return answer }
    return try await get(place)
  }

  /// The head and the body of an answer, as they come.
  func bytes(_ path: String) async throws -> (head: String, body: [UInt8]) {
    let head = "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie ?? "")\r\nConnection: close\r\n\r\n"
    let bytes = try await RawConnection.bytes(port: port, to: head)
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return ("", []) }
    return (String(decoding: bytes[..<end.lowerBound], as: UTF8.self), Array(bytes[end.upperBound...]))
  }

  /// Sends a form with files, as a page of the server's does unless `type` says otherwise.
  func upload(_ path: String, _ body: [UInt8], type: String = "multipart/form-data; boundary=\(MultipartBody.boundary)") async throws
    -> Answer
  {
    try await send("POST \(path)", ["Host": host, "Origin": "http://\(host)", "Content-Type": type], body: body)
  }

  func pair(_ code: String, name: String = "Phone") async throws -> Answer { try await post("/pair", "code=\(code)&name=\(name)") }

  /// Sends a request with exactly these header fields; an empty one is left out.
  func raw(_ line: String, _ headers: [String: String], body: [UInt8]?) async throws -> Answer { try await send(line, headers, body: body) }

  private func send(_ line: String, _ headers: [String: String], body: [UInt8]?) async throws -> Answer {
    var headers = headers.filter { !$0.value.isEmpty }
    headers["Cookie"] = cookie
    headers["Connection"] = "close"
    headers["Content-Length"] = body.map { "\($0.count)" }
    let head = "\(line) HTTP/1.1\r\n" + headers.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
    let text = try await answer(to: Array(head.utf8) + (body ?? []))
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    let fields = lines.dropFirst().map { line -> (String, String) in
      let name = line.prefix { $0 != ":" }
      return (name.lowercased(), String(line.dropFirst(name.count + 2)))
    }
    return Answer(
      status: lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0,
      headers: Dictionary(fields) { first, _ in first }, body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  private func answer(to request: [UInt8]) async throws -> String {
    let connection = try RawConnection(host: address, port: port)
    await connection.send(request)
    return await connection.readToEnd()
  }
}
