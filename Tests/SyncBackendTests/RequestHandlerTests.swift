import HTTPTypes
import Testing
import TestSupport

@testable import SyncBackend

/// Requests on connections that are kept: their order, their bodies, and how a connection ends.
@Suite(.onEachEngine) struct RequestHandlerTests {
  private static func get(_ path: String, _ more: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(more)\r\n" }

  /// The statuses of all answers that came over a connection until its end.
  private static func statuses(_ text: String) -> [Substring] {
    text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
  }

  @Test func requestsThatComeAtOnceAreAnsweredInTheirOrder() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let paths = (0..<40).map { $0 % 2 == 0 ? "/healthz" : "/nowhere" }
      let requests = paths.map { Self.get($0) }.joined() + Self.get("/healthz", "Connection: close\r\n")
      let answers = try await RawConnection.answer(port: client.port, to: requests)
      #expect(Self.statuses(answers) == paths.map { $0 == "/healthz" ? "200" : "404" } + ["200"])
    }
  }

  @Test func aPushAfterAnotherWaitsForItsAnswer() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let requests = (1...3).map { number in
        let body = String(decoding: Client.pushBody(number, [Sample.put("r\(number)", Int64(number))]), as: UTF8.self)
        let more = number == 3 ? "Connection: close\r\n" : ""
        return
          "POST /v1/sync/push HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(client.token)\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
      let answers = try await RawConnection.answer(port: client.port, to: requests.joined())
      #expect(Self.statuses(answers) == ["200", "200", "200"])
      #expect(try fixture.table("SELECT rec.id FROM rec ORDER BY rec.seq") == "r1\nr2\nr3")
    }
  }

  /// The answer comes before the body does, which is dropped.
  @Test func aConnectionOutlivesABodyThatNobodyReads() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let body = String(repeating: "x", count: 3 << 20)
      let post = "POST /v1/sync/push HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
      let answers = try await RawConnection.answer(port: client.port, to: post + body + Self.get("/healthz", "Connection: close\r\n"))
      #expect(Self.statuses(answers) == ["401", "200"])
    }
  }

  /// Larger than what is held for a reader that hasn't come yet.
  @Test func aLargeBodyArrivesWhole() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let text = String(repeating: "0123456789", count: 1000)
      let records = (0..<300).map { Sample.put("big\($0)", 1, #"{"text":"\#(text)"}"#) }
      let answer = try await client.push(1, records)
      #expect(answer.json["accepted"].int == 300)
    }
  }

  @Test func whatIsNoHTTPIsRefusedAfterTheAnswersBeforeIt() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answers = try await RawConnection.answer(port: client.port, to: Self.get("/healthz") + "\u{1}\u{2} nonsense\r\n\r\n")
      #expect(Self.statuses(answers) == ["200", "400"])
    }
  }

  @Test func anAmbiguousHeaderIsRefusedAfterTheAnswersBeforeIt() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answers = try await RawConnection.answer(port: client.port, to: Self.get("/healthz") + Self.get("/healthz", "Host: other\r\n"))
      #expect(Self.statuses(answers) == ["200", "400"])
      #expect(answers.hasSuffix("\r\n\r\n") && answers.lowercased().contains("connection: close"))
    }
  }

  /// Only by the request whose turn it is, and only where somebody reads the content.
  @Test func contentIsAskedForInItsTurn() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      func post(_ path: String) -> String { "POST \(path) HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n" }
      let connection = try RawConnection(port: client.port)
      await connection.send(Self.get("/healthz") + post("/v1/token/refresh"))
      let answers = await connection.read(until: "100 Continue\r\n\r\n")
      #expect(Self.statuses(answers) == ["200", "100"])
      // A client that isn't asked may leave the content out, so that nothing can follow.
      let unread = try await RawConnection.answer(port: client.port, to: post("/nowhere"))
      #expect(Self.statuses(unread) == ["404"] && unread.lowercased().contains("connection: close"))
    }
  }

  @Test func aRequestWhoseBodyBreaksOffGetsOneAnswer() async throws {
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let post = "POST /food/log HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\nZZ\r\n"
      let answers = try await RawConnection.answer(port: client.port, to: post)
      #expect(Self.statuses(answers).count == 1, "\(answers)")
    }
  }

  @Test func headersAreBoundedAfterABody() async throws {
    var limits = BackendLimits()
    limits.heldHeaderBytes = 10_000
    limits.headDeadlineMs = 600_000
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      let connection = try RawConnection(port: client.port)
      let body = String(repeating: "x", count: 50_000)
      // Answered when all of it has been read, so that the header arrives by itself.
      await connection.send(
        "POST /v1/sync/push HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(client.token)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
          + body)
      #expect(await connection.read(until: "}").hasPrefix("HTTP/1.1 400"))
      await connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 20_000))
      #expect(await connection.isClosedByServer())
    }
  }

  @Test func headersThatDoNotEndAreBoundedOverAllConnections() async throws {
    var limits = BackendLimits()
    limits.heldHeaderBytes = 10_000
    limits.headDeadlineMs = 600_000
    let fixture = try BackendFixture(limits: limits)
    try await fixture.test { client in
      for _ in 0..<2 {
        let connection = try RawConnection(port: client.port)
        await connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 20_000))
        #expect(await connection.isClosedByServer())
      }
      // What those held is given back, and a header within the bound arrives in parts.
      let connection = try RawConnection(port: client.port)
      await connection.send("GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 8000))
      await connection.send("\r\nConnection: close\r\n\r\n")
      let answer = await connection.readToEnd()
      #expect(Self.statuses(answer) == ["200"])
    }
  }

  @Test func answersBearTheTime() async throws {
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    let fixture = try BackendFixture()
    try await fixture.test { client in
      let answer = try await client.send(.get, "/healthz")
      #expect(answer.headers[.date]?.hasSuffix(" GMT") == true)
    }
  }
}
