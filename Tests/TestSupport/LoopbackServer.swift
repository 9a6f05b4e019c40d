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
  /// A client's request.
  package struct Request: Sendable {
    /// `GET`, `POST`, …
    package let method: String
    /// The request line's target: path and query as sent, `/api?fields=code`.
    package let target: String
    /// Names as sent, in their order.
    package var headers: [(name: String, value: String)]
    /// The body as sent, chunks joined and still compressed. Empty for an early answer, which is given before the body is read.
    package var body: [UInt8]

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a header, whatever the case of its name. `nil` when it wasn't sent.
    package func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Whether a batch was sent again: the same bytes under the same `Idempotency-Key`.
    fileprivate func isTheSameBatch(as other: Request) -> Bool {
      guard let key = header("Idempotency-Key") else { return false }
      return key == other.header("Idempotency-Key") && body == other.body
    }
  }

  /// The reply to a request.
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
    /// Another reply, a byte each so many milliseconds, as long as the client stays.
    case dripping(Reply, everyMs: Int32)
    /// These bytes, then others over and over until the client goes away.
    case endless([UInt8] = [], repeating: [UInt8])
    /// The first so many bytes of another reply, then a TCP reset instead of an orderly end.
    case reset(Reply = .raw([]), afterBytes: Int = .max)

    /// A whole answer with a text.
    package static func text(
      _ text: String, status: Int = 200, type: String = "application/json", headers: [(String, String)] = []
    ) -> Reply {
      .answer(status: status, headers: [("Content-Type", type)] + headers, body: Array(text.utf8))
    }
  }

  /// The address it listens on.
  package let host: String
  /// The port it listens on.
  package let port: UInt16
  private let core: Core

  /// Listens on this machine.
  ///
  /// - Parameters:
  ///   - host: An address in numbers, `127.…`.
  ///   - port: 0 = any free one.
  ///   - early: Asked with the head of each request before its body is read; an answer ends the exchange without reading the body.
  ///   - answer: Called on the connection's thread with the whole request. May block.
  package init(
    host: String = "127.0.0.1", port: UInt16 = 0, early: @escaping @Sendable (Request) -> Reply? = { _ in nil },
    answer: @escaping @Sendable (Request) -> Reply
  ) throws {
    let (listener, port) = try listenOnLoopback(host, port)
    self.host = host
    self.port = port
    core = Core(listener: listener, early: early, answer: answer)
    let core = core
    Thread.detachNewThread { core.acceptUntilStopped() }
  }

  deinit { core.stop() }

  /// `http://127.0.0.1:<port>`, without a slash at the end.
  package var baseURL: String { "http://\(host):\(port)" }

  /// The requests so far, in the order in which they arrived whole (early answered ones: their heads).
  package var requests: [Request] { core.state.withLock { $0.requests } }

  /// The number of connections accepted so far.
  package var connectionCount: Int { core.state.withLock { $0.accepted } }

  /// Stops listening and closes every connection; later connections are refused.
  package func stop() { core.stop() }
}

/// The state that the threads share. They hold this and never the server itself, so that its `deinit` can stop them.
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
      // A program that a test starts meanwhile would keep the connection open after its end.
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
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
        var wire = Wire(descriptor: connection)
        while serveOne(&wire) {}
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
  private func serveOne(_ wire: inout Wire) -> Bool {
    guard var request = wire.readRequest() else { return false }
    if let reply = early(request) {
      record(request)
      _ = wire.perform(reply)
      if case .reset = reply { return false }
      shutdown(wire.descriptor, Int32(SHUT_WR))
      // Closing now would reset the connection and could take the answer with it: wait, without reading, for the client to go.
      wire.waitForHangUp()
      return false
    }
    if request.header("Expect")?.lowercased() == "100-continue" { wire.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    guard let body = wire.readBody(of: request) else { return false }
    request.body = body
    record(request)
    let isKept = wire.perform(answer(request))
    return isKept && request.header("Connection")?.lowercased() != "close"
  }

  private func record(_ request: LoopbackServer.Request) { state.withLock { $0.requests.append(request) } }
}

extension Sequence<LoopbackServer.Request> {
  /// How many batches were sent, however often each: the same bytes under the same `Idempotency-Key` are one.
  package var differentBatches: Int {
    var batches: [LoopbackServer.Request] = []
    for request in self where !batches.contains(where: request.isTheSameBatch) { batches.append(request) }
    return batches.count
  }
}
