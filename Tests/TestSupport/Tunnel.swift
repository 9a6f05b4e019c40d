import Foundation
import Synchronization

/// Hands bytes on between clients and a server on this machine without knowing what they mean, TLS for instance, and can cut a connection.
package final class Tunnel: Sendable {
  /// One client's connection.
  package struct Connection: Sendable {
    /// All that the client sent.
    package var sent: [UInt8] = []
    /// The number of bytes received.
    package var received = 0
  }

  /// The port it listens on.
  package let port: UInt16
  private let listener: Int32
  private let connections: Mutex<[Connection]>

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: The server's.
  ///   - cut: After how many of the server's bytes a connection, counted from 0, is reset; `nil` = never.
  package init(to port: UInt16, cut: @escaping @Sendable (_ connection: Int) -> Int? = { _ in nil }) throws {
    let (socket, own) = try listenOnLoopback()
    listener = socket
    self.port = own
    connections = Mutex([])
    let weak = WeakTunnel(self)
    Thread.detachNewThread {
      while true {
        let client = accept(socket, nil, nil)
        if client < 0 {
          if errno == EINTR || errno == ECONNABORTED { continue }
          return
        }
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let index = weak.add()
        let limit = cut(index)
        Thread.detachNewThread { relay(client, to: port, limit: limit, index, weak) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Every connection so far.
  package var log: [Connection] { connections.withLock { $0 } }

  fileprivate func note(_ change: (inout [Connection]) -> Void) { connections.withLock { change(&$0) } }
}

/// The reference that the threads hold, so that the tunnel can be released.
private final class WeakTunnel: @unchecked Sendable {
  // Weak references are atomic; it is set once, before the threads start.
  private weak var tunnel: Tunnel?

  init(_ tunnel: Tunnel) { self.tunnel = tunnel }

  func add() -> Int {
    var index = 0
    tunnel?.note {
      index = $0.count
      $0.append(Tunnel.Connection())
    }
    return index
  }

  func note(_ index: Int, _ change: (inout Tunnel.Connection) -> Void) { tunnel?.note { change(&$0[index]) } }
}

/// Moves bytes both ways until one side closes or the limit is reached.
private func relay(_ client: Int32, to port: UInt16, limit: Int?, _ index: Int, _ tunnel: WeakTunnel) {
  defer { close(client) }
  guard let wire = try? Wire(connectingTo: "127.0.0.1", port: port) else { return }
  let server = wire.descriptor
  defer { close(server) }
  var left = limit ?? .max
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    var both = [pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: server, events: Int16(POLLIN), revents: 0)]
    guard poll(&both, 2, -1) > 0 || errno == EINTR else { return }
    if both[0].revents != 0 {
      let count = recv(client, &chunk, chunk.count, 0)
      guard count > 0 else { return }
      tunnel.note(index) { $0.sent += chunk.prefix(count) }
      wire.write(Array(chunk.prefix(count)))
      if left == 0 { return reset(client) }
    }
    if both[1].revents != 0 {
      let count = recv(server, &chunk, min(chunk.count, max(left, 1)), 0)
      guard count > 0 else { return }
      Wire(descriptor: client).write(Array(chunk.prefix(count)))
      tunnel.note(index) { $0.received += count }
      left -= count
      if left <= 0 { return reset(client) }
    }
  }
}

/// The `close` that follows is a TCP reset.
private func reset(_ connection: Int32) {
  var none = linger(l_onoff: 1, l_linger: 0)
  setsockopt(connection, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
}
