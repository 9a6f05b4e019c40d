import Foundation
import TestSupport
import Testing
import Transport

/// Real libcurl against a real server on loopback that behaves well.
@Suite struct CurlTransportTests {
  let transport = CurlTransport()

  @Test func requestGoesOutAsGivenAndTheAnswerComesBackWhole() async throws {
    let server = try LoopbackServer { _ in .text("pong", status: 418, headers: [("X-Twice", "a"), ("x-twice", "b")]) }
    let request = HTTPRequest(
      method: "PUT", url: server.baseURL + "/a/b?c=d",
      headers: [("Authorization", "Bearer t0ken"), ("X-Empty", ""), ("User-Agent", "hsync/1")],
      body: Array("ping".utf8))
    let response = try await transport.send(request)
    #expect(response.status == 418)
    #expect(response.body == Array("pong".utf8))
    #expect(response.header("X-TWICE") == "a")
    #expect(response.headers.filter { $0.name.lowercased() == "x-twice" }.map(\.value) == ["a", "b"])
    let seen = try #require(server.requests.first)
    #expect(seen.method == "PUT")
    #expect(seen.target == "/a/b?c=d")
    #expect(seen.body == Array("ping".utf8))
    #expect(seen.header("Authorization") == "Bearer t0ken")
    #expect(seen.header("X-Empty") == "")
    #expect(seen.header("User-Agent") == "hsync/1")
    #expect(seen.header("Content-Type") == nil)
    #expect(seen.header("Expect") == nil)
    #expect(seen.header("Accept-Encoding") == "gzip, deflate")
  }

  @Test(arguments: ["GET", "HEAD", "POST", "DELETE"]) func methodsWithoutABody(method: String) async throws {
    let server = try LoopbackServer { _ in .answer(status: 204) }
    #expect(try await transport.send(HTTPRequest(method: method, url: server.baseURL)).status == 204)
    #expect(server.requests.map(\.method) == [method])
    #expect(server.requests.first?.header("Content-Length") == (method == "POST" ? "0" : nil))
  }

  @Test func largeBodyGoesOutWithoutAskingFirst() async throws {
    let body = [UInt8](repeating: 7, count: 3 << 20)
    let server = try LoopbackServer { request in .text("\(request.body.count)") }
    let response = try await transport.send(HTTPRequest(method: "POST", url: server.baseURL, body: body))
    #expect(String(decoding: response.body, as: UTF8.self) == "\(3 << 20)")
    #expect(server.requests.first?.header("Expect") == nil)
    #expect(response.bytesUp > 3 << 20 && response.bytesUp < 3 << 20 + 1000)
  }

  @Test func connectionIsKept() async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    for _ in 0..<5 { _ = try await transport.send(HTTPRequest(url: server.baseURL)) }
    #expect(server.connectionCount == 1)
  }

  @Test func eachTransportTakesItsThreadWithIt() async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    weak var last: CurlTransport?
    for _ in 0..<20 {
      let own = CurlTransport()
      _ = try await own.send(HTTPRequest(url: server.baseURL))
      last = own
    }
    #expect(last == nil, "the thread holds no transport")
    #expect(server.connectionCount == 20)
  }

  @Test func manyAtOnceEachGetTheirOwnAnswer() async throws {
    let server = try LoopbackServer { request in .text(request.target) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          let response = try await transport.send(HTTPRequest(url: server.baseURL + "/\(number)"))
          #expect(String(decoding: response.body, as: UTF8.self) == "/\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(server.requests.count == 60)
  }

  @Test func answerByteByByteIsPutTogether() async throws {
    let server = try LoopbackServer { _ in .byteByByte(.text("slowly", headers: [("Connection", "close")])) }
    let response = try await transport.send(HTTPRequest(url: server.baseURL))
    #expect(response.body == Array("slowly".utf8))
  }

  @Test func interimAnswersLeaveNoHeaders() async throws {
    let server = try LoopbackServer { _ in
      .raw(Array("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nX-Own: y\r\nContent-Length: 0\r\n\r\n".utf8))
    }
    let response = try await transport.send(HTTPRequest(url: server.baseURL))
    #expect(response.status == 200)
    #expect(response.headers.map(\.name) == ["X-Own", "Content-Length"])
  }

  @Test func compressedAnswerIsDecodedAndCountedAsSent() async throws {
    let server = try LoopbackServer { _ in .answer(status: 200, headers: [("Content-Encoding", "gzip")], body: Samples.gzipOf100000Zeros) }
    let response = try await transport.send(HTTPRequest(url: server.baseURL))
    #expect(response.body == [UInt8](repeating: UInt8(ascii: "0"), count: 100_000))
    #expect(response.bytesDown < 1000)
  }

  @Test func connectionThatDiedWhileIdleIsReplaced() async throws {
    // The server says keep-alive with its length and closes all the same.
    let server = try LoopbackServer { _ in .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)) }
    for _ in 0..<3 {
      let response = try await transport.send(HTTPRequest(method: "POST", url: server.baseURL, body: [1, 2, 3]))
      #expect(response.body == Array("ok".utf8))
    }
    #expect(server.requests.count == 3)
  }

  @Test func redirectIsFollowedToAnAllowedHostWithoutTheToken() async throws {
    let target = try LoopbackServer { request in .text(request.header("Authorization") ?? "no token") }
    let address = target.baseURL
    let server = try LoopbackServer { _ in .answer(status: 302, headers: [("Location", address + "/there")]) }
    let request = HTTPRequest(url: server.baseURL, headers: [("Authorization", "Bearer t0ken")], redirectHosts: ["127.0.0.1"])
    let response = try await transport.send(request)
    #expect(String(decoding: response.body, as: UTF8.self) == "no token")
    #expect(target.requests.map(\.target) == ["/there"])
    #expect(response.bytesDown > 80, "the redirect's own answer counts too")
  }
}
