import Foundation

/// A connection to a server on this machine, for bytes that no well-behaved client would send. Closed when the test lets go of it.
///
/// Waiting is done by a thread of its own: the server under test may need those of the test.
package final class RawConnection: Sendable {
  private let wire: Wire

  /// Connects.
  ///
  /// - Parameter host: An IPv4 address of this machine.
  package init(host: String = "127.0.0.1", port: Int) throws {
    wire = try Wire(connectingTo: host, port: UInt16(port))
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(wire.descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(wire.descriptor) }

  /// Sends a text; `false` when the server has gone.
  @discardableResult
  package func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  /// Sends bytes; `false` when the server has gone.
  @discardableResult
  package func send(_ bytes: [UInt8]) async -> Bool { await elsewhere { self.wire.write(bytes) } }

  /// All that the server sends until it closes the connection, or for 20 s.
  package func readToEnd() async -> String { String(decoding: await bytesToEnd(), as: UTF8.self) }

  /// The same as bytes.
  package func bytesToEnd() async -> [UInt8] {
    await elsewhere {
      var all: [UInt8] = []
      while let piece = self.receive(65_536) { all += piece }
      return all
    }
  }

  /// Returns the server's bytes up to the end of a text, read one at a time; less if it closes the connection or nothing comes for 20 s.
  package func read(until end: String) async -> String {
    await elsewhere {
      var all: [UInt8] = []
      while !all.suffix(end.utf8.count).elementsEqual(end.utf8), let byte = self.receive(1) { all += byte }
      return String(decoding: all, as: UTF8.self)
    }
  }

  /// Whether the server closes the connection within 20 s.
  package func isClosedByServer() async -> Bool { await elsewhere { self.wire.waitForHangUp(ms: 20_000) } }

  /// The server's answer to a request that asks it to close the connection afterwards.
  package static func answer(port: Int, to request: String) async throws -> String {
    String(decoding: try await bytes(port: port, to: request), as: UTF8.self)
  }

  /// The same as bytes.
  package static func bytes(port: Int, to request: String) async throws -> [UInt8] {
    let connection = try RawConnection(port: port)
    await connection.send(request)
    return await connection.bytesToEnd()
  }

  /// The next bytes, at most so many; `nil` when the server closes the connection or nothing comes for 20 s.
  private func receive(_ most: Int) -> ArraySlice<UInt8>? {
    var piece = [UInt8](repeating: 0, count: most)
    while true {
      let count = recv(wire.descriptor, &piece, most, 0)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? piece.prefix(count) : nil
    }
  }

  private func elsewhere<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
