import Foundation
import Synchronization

/// A proxy on 127.0.0.1 between a client and a real backend, which does to their exchanges what a bad network does.
///
/// A closure decides the fate of each exchange: it may pass the request on, once or several times, earlier ones too, and gives the client
/// the backend's answer or another one.
///
///     let proxy = try FaultProxy(to: backend.url) { exchange in
///       let answer = exchange.pass()                                           // the backend has done it
///       return exchange.isPush && exchange.number == 1 ? .closed : answer.reply   // but the answer to the first push is lost
///     }
///
/// The closure runs on the connection's thread and may block; each request goes to the backend on a connection of its own.
package final class FaultProxy: Sendable {
  /// A request on its way.
  package struct Exchange: Sendable {
    /// As the client sent it.
    package let request: LoopbackServer.Request
    /// Counted over all requests to the same path, from 1.
    package let number: Int
    fileprivate let backend: Upstream

    /// Whether it is a push.
    package var isPush: Bool { request.path == "/v1/sync/push" }

    /// Hands the request on, or another one, and waits for the answer.
    @discardableResult
    package func pass(_ other: LoopbackServer.Request? = nil) -> Answer { backend.send(other ?? request) }
  }

  /// The backend's answer.
  package struct Answer: Sendable {
    /// 0 = nothing: nobody listens, or the answer broke off.
    package var status: Int
    /// Without those that concern the connection.
    package var headers: [(name: String, value: String)]
    /// As sent, maybe compressed.
    package var body: [UInt8]

    /// The same for the client; nothing becomes a closed connection.
    package var reply: LoopbackServer.Reply {
      status == 0 ? .closed : .answer(status: status, headers: headers.map { ($0.name, $0.value) }, body: body)
    }
  }

  private let server: LoopbackServer
  private let backend: Upstream

  /// A proxy to a backend on this machine.
  ///
  /// - Parameters:
  ///   - url: `http://127.0.0.1:<port>`.
  ///   - host: The proxy's own address, in numbers, `127.…`.
  ///   - port: The proxy's own port; 0 = any free one.
  ///   - early: As of `LoopbackServer`: an answer before the body is read.
  ///   - fault: What an exchange meets.
  package init(
    to url: String, host: String = "127.0.0.1", port: UInt16 = 0,
    early: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply? = { _ in nil },
    fault: @escaping @Sendable (Exchange) -> LoopbackServer.Reply
  ) throws {
    guard let address = URLComponents(string: url), let name = address.host, let number = address.port.flatMap(UInt16.init(exactly:)) else {
      throw SetUpError(description: "\(url) is no http://127.0.0.1:PORT")
    }
    let backend = Upstream(host: name, port: number)
    self.backend = backend
    let counts = Mutex<[String: Int]>([:])
    server = try LoopbackServer(host: host, port: port, early: early) { request in
      let number = counts.withLock { counts in
        counts[request.path, default: 0] += 1
        return counts[request.path, default: 0]
      }
      return fault(Exchange(request: request, number: number, backend: backend))
    }
  }

  /// A proxy that hands everything on as it is.
  package convenience init(to url: String, host: String = "127.0.0.1", port: UInt16 = 0) throws {
    try self.init(to: url, host: host, port: port, fault: { $0.pass().reply })
  }

  /// The proxy's address for clients.
  package var url: String { server.baseURL }

  /// The port it listens on.
  package var port: UInt16 { server.port }

  /// All requests so far, in the order in which they arrived whole.
  package var requests: [LoopbackServer.Request] { server.requests }

  /// The pushes among them.
  package var pushes: [LoopbackServer.Request] { requests.filter { $0.path == "/v1/sync/push" } }

  /// The number of connections accepted so far.
  package var connectionCount: Int { server.connectionCount }

  /// Sends a request to the backend past all faults.
  @discardableResult
  package func send(_ request: LoopbackServer.Request) -> Answer { backend.send(request) }

  /// Stops listening; later connections are refused.
  package func stop() { server.stop() }
}

/// The backend's address.
private struct Upstream: Sendable {
  let host: String
  let port: UInt16

  func send(_ request: LoopbackServer.Request) -> FaultProxy.Answer {
    let nothing = FaultProxy.Answer(status: 0, headers: [], body: [])
    guard var wire = try? Wire(connectingTo: host, port: port) else { return nothing }
    defer { close(wire.descriptor) }
    var head = "\(request.method) \(request.target) HTTP/1.1\r\n"
    let ofTheWay: Set = ["connection", "transfer-encoding", "content-length", "expect"]
    for (name, value) in request.headers where !ofTheWay.contains(name.lowercased()) { head += "\(name): \(value)\r\n" }
    head += "Connection: close\r\nContent-Length: \(request.body.count)\r\n\r\n"
    // A backend may answer before it has taken everything.
    _ = wire.write(Array(head.utf8) + request.body)
    return wire.readAnswer(toHead: request.method == "HEAD") ?? nothing
  }
}
