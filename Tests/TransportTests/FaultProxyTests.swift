import Foundation
import TestSupport
import Testing
import Transport

/// The proxy and the replies that the tests of faults lean on, seen by libcurl.
@Suite struct FaultProxyTests {
  @Test func whatIsPassedComesBackAsItWas() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/length": .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))", status: 201, headers: [("X-Own", "a b")])
      case "/chunks":
        .answer(status: 200, headers: [("Transfer-Encoding", "chunked")], body: Array("3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n".utf8))
      case "/close": .raw(Array("HTTP/1.1 200 OK\r\n\r\nuntil the end".utf8))
      case "/continue": .raw(Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 None\r\n\r\n".utf8))
      default: .closed
      }
    }
    let proxy = try FaultProxy(to: server.baseURL)
    let transport = CurlTransport()
    let posted = try await transport.send(HTTPRequest(method: "POST", url: proxy.url + "/length?q=1", body: Array("hello".utf8)))
    #expect(posted.status == 201)
    #expect(posted.header("X-Own") == "a b")
    #expect(String(decoding: posted.body, as: UTF8.self) == "POST hello")
    #expect(server.requests.first?.target == "/length?q=1")
    #expect(try await transport.send(HTTPRequest(url: proxy.url + "/chunks")).body == Array("abcde".utf8))
    #expect(try await transport.send(HTTPRequest(url: proxy.url + "/close")).body == Array("until the end".utf8))
    #expect(try await transport.send(HTTPRequest(url: proxy.url + "/continue")).status == 204)
    let error = await #expect(throws: TransportError.self) { try await transport.send(HTTPRequest(url: proxy.url + "/nothing")) }
    #expect(error?.code == .interrupted)
    // libcurl itself tries a kept connection's request once more on a new one.
    #expect(proxy.connectionCount == 2)
  }

  @Test func anExchangeIsWhatTheClosureMakesOfIt() async throws {
    let server = try LoopbackServer { _ in .text("told") }
    let proxy = try FaultProxy(to: server.baseURL) { exchange in
      switch exchange.number {
      case 1: return .text("not asked")
      case 2:
        exchange.pass()
        exchange.pass()
        return .closed
      default: return exchange.pass().reply
      }
    }
    let transport = CurlTransport()
    #expect(try await transport.send(HTTPRequest(url: proxy.url)).body == Array("not asked".utf8))
    #expect(server.requests.isEmpty)
    // On a connection of its own, or libcurl would try again by itself.
    await #expect(throws: TransportError.self) { try await CurlTransport().send(HTTPRequest(method: "POST", url: proxy.url)) }
    #expect(server.requests.count == 2)
    #expect(try await transport.send(HTTPRequest(url: proxy.url)).body == Array("told".utf8))
    #expect(proxy.send(proxy.requests[0]).body == Array("told".utf8))
    #expect(server.requests.count == 4)
  }

  @Test func aTunnelIsCutWhereItIsTold() async throws {
    let server = try LoopbackServer { _ in .text(String(repeating: "x", count: 1000)) }
    let tunnel = try Tunnel(to: server.port) { $0 == 0 ? nil : 500 }
    let url = "http://127.0.0.1:\(tunnel.port)"
    #expect(try await CurlTransport().send(HTTPRequest(url: url)).body.count == 1000)
    let error = await #expect(throws: TransportError.self) { try await CurlTransport().send(HTTPRequest(url: url)) }
    #expect(error?.code == .interrupted)
    #expect(tunnel.log.map { $0.sent.starts(with: Array("GET / ".utf8)) } == [true, true])
    #expect(tunnel.log.last?.received == 500)
  }
}
