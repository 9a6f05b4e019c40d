import Foundation
import Synchronization

/// An HTTP/1.1 server on 127.0.0.1 that plays scripted answers, well and badly behaved ones.
///
///     let server = try LoopbackServer { request in
///       request.path == "/v1/sync/push" ? .text(#"{"ok": true}"#) : .closed
///     }
///     … server.baseURL … server.requests …
///
/// Each connection has a thread of its own, so that a stalled answer doesn't stop the others. It stops when the value goes away.
package final class LoopbackServer: Sendable {
  /// What a client asked.
  package struct Request: Sendable {
    /// `GET`, `POST`, …
    package let method: String
    /// The request line's target: path and query as sent, `/api?fields=code`.
    package let target: String
    /// Names as sent, in their order.
    package let headers: [(name: String, value: String)]
    /// The body as sent, chunks joined and still compressed. Empty for an early answer, which is given before the body is read.
    package var body: [UInt8]

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a header, whatever the case of its name. `nil` when it wasn't sent.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  /// What to do with a request.
  package indirect enum Reply: Sendable {
    /// A whole answer; `Content-Length` is added unless length or transfer encoding are given. The connection is kept alive unless
    /// either side says `Connection: close`.
    case answer(status: Int, headers: [(String, String)] = [], body: [UInt8] = [])
    /// These bytes, then the connection is closed.
    case raw([UInt8])
    /// Nothing; the connection is closed.
    case closed
    /// The first so many bytes of another reply (its head included), then the connection is closed.
    case torn(Reply, afterBytes: Int)
    /// Another reply, each byte in a packet of its own.
    case byteByByte(Reply)
    /// The first so many bytes of another reply, then silence until the client goes away.
    case stalled(Reply = .raw([]), afterBytes: Int = 0)

    /// A whole answer with a text.
    package static func text(
      _ text: String, status: Int = 200, type: String = "application/json", headers: [(String, String)] = []
    ) -> Reply {
      .answer(status: status, headers: [("Content-Type", type)] + headers, body: Array(text.utf8))
    }
  }

  /// The port it listens on.
  package let port: UInt16
  private let core: Core

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - early: Asked with the head of each request before its body is read; an answer ends the exchange without reading the body.
  ///   - answer: Called on the connection's thread with the whole request. May block.
  package init(
    early: @escaping @Sendable (Request) -> Reply? = { _ in nil }, answer: @escaping @Sendable (Request) -> Reply
  ) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw POSIXError(.EMFILE) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    port = UInt16(bigEndian: address.sin_port)
    core = Core(listener: listener, early: early, answer: answer)
    let core = core
    Thread.detachNewThread { core.acceptUntilStopped() }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:<port>`, without a slash at the end.
  package var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in the order in which they arrived whole (early answered ones: their heads).
  package var requests: [Request] { core.state.withLock { $0.requests } }

  /// How many connections were accepted so far.
  package var connectionCount: Int { core.state.withLock { $0.accepted } }

  /// Stops listening and closes every connection; later connections are refused.
  package func stop() { core.stop() }
}

/// What the threads share. They hold this and never the server itself, so that its `deinit` can stop them.
private final class Core: Sendable {
  struct State {
    var requests: [LoopbackServer.Request] = []
    var accepted = 0
    var open: Set<Int32> = []
    var isStopped = false
  }

  let state = Mutex(State())
  private let listener: Int32
  private let early: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?
  private let answer: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply

  init(
    listener: Int32, early: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply?,
    answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
  ) {
    self.listener = listener
    self.early = early
    self.answer = answer
  }

  deinit { close(listener) }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      // Threads close their own descriptors, under this lock; a shutdown wakes them wherever they wait.
      for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
  }

  func acceptUntilStopped() {
    while true {
      let connection = accept(listener, nil, nil)
      if connection < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      var one: Int32 = 1
      setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      let isStopped = state.withLock { state in
        state.accepted += 1
        state.open.insert(connection)
        return state.isStopped
      }
      if isStopped {
        finish(connection)
        return
      }
      Thread.detachNewThread { [self] in
        var exchange = Exchange(descriptor: connection)
        while serveOne(&exchange) {}
        finish(connection)
      }
    }
  }

  private func finish(_ connection: Int32) {
    state.withLock { state in
      state.open.remove(connection)
      _ = close(connection)
    }
  }

  /// Answers one request. `false` when the connection is at its end.
  private func serveOne(_ exchange: inout Exchange) -> Bool {
    guard var request = exchange.readHead() else { return false }
    if let reply = early(request) {
      record(request)
      _ = exchange.perform(reply)
      shutdown(exchange.descriptor, Int32(SHUT_WR))
      // Closing now would reset the connection and could take the answer with it: wait, without reading, for the client to go.
      exchange.waitForHangUp()
      return false
    }
    if request.header("Expect")?.lowercased() == "100-continue" { exchange.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    guard let body = exchange.readBody(of: request) else { return false }
    request.body = body
    record(request)
    let isKept = exchange.perform(answer(request))
    return isKept && request.header("Connection")?.lowercased() != "close"
  }

  private func record(_ request: LoopbackServer.Request) { state.withLock { $0.requests.append(request) } }
}

/// One connection's socket and what was read from it but not used yet.
private struct Exchange {
  let descriptor: Int32
  private var pending: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func readHead() -> LoopbackServer.Request? {
    var lines: [String] = []
    while let line = readLine() {
      if line.isEmpty, !lines.isEmpty {
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        return LoopbackServer.Request(method: String(words[0]), target: String(words[1]), headers: headers, body: [])
      }
      if !line.isEmpty { lines.append(line) }
    }
    return nil
  }

  mutating func readBody(of request: LoopbackServer.Request) -> [UInt8]? {
    if request.header("Transfer-Encoding")?.lowercased().contains("chunked") == true {
      var body: [UInt8] = []
      while let line = readLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16) {
        if size == 0 {
          while let trailer = readLine(), !trailer.isEmpty {}
          return body
        }
        guard let chunk = read(size), readLine() == "" else { return nil }
        body += chunk
      }
      return nil
    }
    return read(Int(request.header("Content-Length") ?? "0") ?? 0)
  }

  /// Whether the connection may be used again.
  mutating func perform(_ reply: LoopbackServer.Reply) -> Bool {
    switch reply {
    case .answer(_, let headers, _):
      let closes = headers.contains { $0.0.lowercased() == "connection" && $0.1.lowercased() == "close" }
      return write(bytes(of: reply)) && !closes
    case .raw, .closed:
      write(bytes(of: reply))
      return false
    case .torn(let whole, let count):
      write(Array(bytes(of: whole).prefix(count)))
      return false
    case .byteByByte(let whole):
      for byte in bytes(of: whole) where !write([byte]) { return false }
      if case .answer = whole { return true }
      return false
    case .stalled(let whole, let count):
      write(Array(bytes(of: whole).prefix(count)))
      waitForHangUp()
      return false
    }
  }

  /// Returns when the client has closed its side, or the server stops.
  func waitForHangUp() {
    var watched = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)  // POLLRDHUP, which Glibc's module doesn't export
    while poll(&watched, 1, -1) < 0, errno == EINTR {}
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private func bytes(of reply: LoopbackServer.Reply) -> [UInt8] {
    switch reply {
    case .answer(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) Scripted\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      let given = Set(headers.map { $0.0.lowercased() })
      if given.isDisjoint(with: ["content-length", "transfer-encoding"]), status != 204, status != 304 {
        head += "Content-Length: \(body.count)\r\n"
      }
      return Array((head + "\r\n").utf8) + body
    case .raw(let bytes): return bytes
    case .closed: return []
    case .torn(let whole, let count), .stalled(let whole, let count): return Array(bytes(of: whole).prefix(count))
    case .byteByByte(let whole): return bytes(of: whole)
    }
  }

  private mutating func readLine() -> String? {
    var searched = 0
    while true {
      if let end = pending[searched...].firstIndex(of: 0x0A) {
        let line = pending[..<end]
        pending.removeFirst(end + 1)
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      searched = pending.count
      guard fill() else { return nil }
    }
  }

  private mutating func read(_ count: Int) -> [UInt8]? {
    while pending.count < count { guard fill() else { return nil } }
    defer { pending.removeFirst(count) }
    return Array(pending.prefix(count))
  }

  private mutating func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      pending += chunk.prefix(count)
      return true
    }
  }
}
