import Foundation
import TestSupport
import Testing

/// The scripted server itself, seen by a bare socket: what the other tests lean on.
@Suite struct LoopbackServerTests {
  @Test func requestsAreRecordedWithBodiesAndTheConnectionIsKept() throws {
    let server = try LoopbackServer { request in .text("\(request.method) \(request.path) \(request.body.count)", type: "text/plain") }
    let socket = try RawSocket(port: server.port)
    socket.send("POST /a?b=c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
    #expect(socket.receive(untilSuffix: "POST /a 3").hasPrefix("HTTP/1.1 200 "))
    socket.send("POST /d HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxy\r\n3;e=f\r\nzzz\r\n0\r\n\r\n")
    #expect(socket.receive(untilSuffix: "POST /d 5").contains("Content-Length: 9"))
    #expect(server.connectionCount == 1)
    #expect(server.requests.map(\.target) == ["/a?b=c", "/d"])
    #expect(server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["abc", "xyzzz"])
    #expect(server.requests[0].header("hOST") == "x")
  }

  @Test func brokenRepliesEndTheConnection() throws {
    let replies: [String: LoopbackServer.Reply] = [
      "/closed": .closed, "/raw": .raw(Array("junk".utf8)), "/torn": .torn(.text("whole"), afterBytes: 12),
      "/slow": .byteByByte(.text("slow", headers: [("Connection", "close")])),
    ]
    let server = try LoopbackServer { replies[$0.path] ?? .closed }
    func answer(_ path: String) throws -> String {
      let socket = try RawSocket(port: server.port)
      socket.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      return socket.receive(untilSuffix: nil)
    }
    #expect(try answer("/closed") == "")
    #expect(try answer("/raw") == "junk")
    #expect(try answer("/torn") == "HTTP/1.1 200")
    #expect(try answer("/slow").hasSuffix("\r\n\r\nslow"))
  }

  @Test func earlyAnswerLeavesTheBodyUnread() throws {
    let server = try LoopbackServer(early: { _ in .text("no", status: 413) }, answer: { _ in .closed })
    let socket = try RawSocket(port: server.port)
    socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
    #expect(socket.receive(untilSuffix: nil).hasPrefix("HTTP/1.1 413 "))
    #expect(server.requests.count == 1)
  }

  @Test func stoppingEndsStalledConnections() throws {
    var server: LoopbackServer? = try LoopbackServer { _ in .stalled(.text("half"), afterBytes: 4) }
    let socket = try RawSocket(port: try #require(server).port)
    socket.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(socket.receive(untilSuffix: "HTTP") == "HTTP")
    server = nil
    #expect(socket.receive(untilSuffix: nil) == "")
  }
}

/// A blocking client socket.
private final class RawSocket {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    try #require(result == 0)
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Returns the received bytes up to `suffix`, or until the server closes if that is `nil`.
  func receive(untilSuffix suffix: String?) -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1 {
      bytes.append(byte)
      if let suffix, String(decoding: bytes, as: UTF8.self).hasSuffix(suffix) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
