import TestSupport
import Testing
import Transport

/// Real libcurl against servers that misbehave: each fault is one error of the right kind, soon.
@Suite struct CurlTransportTroubleTests {
  let transport = CurlTransport()

  /// The error that a request ends with.
  func error(_ request: HTTPRequest) async -> TransportError? {
    do {
      _ = try await transport.send(request)
      return nil
    } catch { return error }
  }

  @Test func refusedConnection() async throws {
    let server = try LoopbackServer { _ in .closed }
    let address = server.baseURL
    server.stop()
    let error = try #require(await error(HTTPRequest(url: address + "/secret?token=abc")))
    #expect(error.code == .connect)
    #expect(error.isTransient)
    #expect(error.kind == .tryAgain)
    #expect(error.message == "no connection to 127.0.0.1:\(server.port)")
  }

  @Test func brokenAnswers() async throws {
    let whole = LoopbackServer.Reply.text("0123456789")
    let cases: [(id: String, reply: LoopbackServer.Reply, code: TransportError.Code)] = [
      ("closed", .closed, .interrupted),
      ("torn in the head", .torn(whole, afterBytes: 20), .interrupted),
      ("torn in the body", .torn(whole, afterBytes: 85), .garbled),
      ("not HTTP", .raw(Array("+OK POP3 ready\r\n".utf8)), .garbled),
      ("bad gzip", .text("not gzip at all", headers: [("Content-Encoding", "gzip")]), .garbled),
      ("torn chunk", .raw(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc".utf8)), .garbled),
      ("endless head", .raw(Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 60_000)).utf8)), .tooLarge),
    ]
    for (id, reply, code) in cases {
      let server = try LoopbackServer { _ in reply }
      let error = await error(HTTPRequest(url: server.baseURL))
      #expect(error?.code == code, "\(id): \(error?.message ?? "no error")")
      #expect(error?.isTransient == (code != .tooLarge), "\(id)")
    }
  }

  @Test func answerOverTheLimitIsStopped() async throws {
    let server = try LoopbackServer { _ in .answer(status: 200, body: [UInt8](repeating: 1, count: 2000)) }
    #expect(await error(HTTPRequest(url: server.baseURL, maxResponseBytes: 1999))?.code == .tooLarge)
    #expect(await error(HTTPRequest(url: server.baseURL, maxResponseBytes: 2000)) == nil)
  }

  @Test func compressionBombIsStoppedAtTheLimitOfWhatItUnpacksTo() async throws {
    let server = try LoopbackServer { _ in .answer(status: 200, headers: [("Content-Encoding", "gzip")], body: Samples.gzipOf100000Zeros) }
    #expect(await error(HTTPRequest(url: server.baseURL, maxResponseBytes: 99_999))?.code == .tooLarge)
  }

  @Test func silenceEndsAtTheDeadline() async throws {
    let server = try LoopbackServer { _ in .stalled() }
    let error = await error(HTTPRequest(url: server.baseURL, timeouts: Timeouts(total: .milliseconds(1200))))
    #expect(error?.code == .timeout)
    #expect(error?.message == "127.0.0.1:\(server.port) didn't answer within 1200 ms")
  }

  /// Nothing was sent: whoever asked needn't fear that it arrived.
  @Test func aConnectionThatIsNeverMadeIsNoTimeOut() async throws {
    let nothing = try #require(BlackHole(.ipv4))
    let error = await error(HTTPRequest(url: "http://127.0.0.1:\(nothing.port)", timeouts: Timeouts(connect: .milliseconds(300))))
    #expect(error?.code == .connect)
    #expect(error?.message == "127.0.0.1:\(nothing.port) couldn't be reached within 300 ms")
    withExtendedLifetime(nothing) {}
  }

  @Test func stalledTransferEndsBeforeTheDeadline() async throws {
    let server = try LoopbackServer { _ in .stalled(.text("0123456789"), afterBytes: 85) }
    let error = await error(HTTPRequest(url: server.baseURL, timeouts: Timeouts(stalled: .seconds(1), total: .seconds(60))))
    #expect(error?.code == .timeout)
    #expect(error?.message == "127.0.0.1:\(server.port) stalled for 1 s")
  }

  @Test func earlyRefusalIsReadWhileTheBodyIsStillGoingOut() async throws {
    let server = try LoopbackServer(early: { _ in .text("too large", status: 413) }, answer: { _ in .closed })
    let request = HTTPRequest(method: "POST", url: server.baseURL, body: [UInt8](repeating: 0, count: 16 << 20))
    #expect(try await transport.send(request).status == 413)
  }

  @Test func earlyAcceptanceWithoutReadingTheBodyNeverHangs() async throws {
    // curl #7821: over HTTP/2 this spins for ever. Over HTTP/1.1 it is an answer or a stall, soon.
    let server = try LoopbackServer(early: { _ in .text("ok") }, answer: { _ in .closed })
    let request = HTTPRequest(
      method: "POST", url: server.baseURL, body: [UInt8](repeating: 0, count: 16 << 20),
      timeouts: Timeouts(total: .seconds(1)))
    let error = await error(request)
    #expect(error == nil || error?.code == .timeout || error?.code == .interrupted)
  }

  @Test func cancellingEndsTheWait() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer { _ in
      arrival.yield()
      return .stalled()
    }
    let task = Task { await error(HTTPRequest(url: server.baseURL)) }
    for await _ in arrivals { break }
    task.cancel()
    #expect(await task.value?.code == .cancelled)
  }

  @Test func cancelledBeforeItStartsSendsNothing() async throws {
    let server = try LoopbackServer { _ in .text("{}") }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await error(HTTPRequest(url: server.baseURL))
    }
    #expect(await task.value?.code == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func oneStalledAnswerDoesNotHoldUpOthers() async throws {
    let server = try LoopbackServer { $0.path == "/stalled" ? .stalled() : .text("{}") }
    let stalled = Task { await error(HTTPRequest(url: server.baseURL + "/stalled")) }
    for _ in 0..<5 { #expect(await error(HTTPRequest(url: server.baseURL)) == nil) }
    stalled.cancel()
    #expect(await stalled.value?.code == .cancelled)
  }

  /// The address that was asked for is right: what is behind it may be right again later.
  @Test(arguments: ["gopher://127.0.0.1/", "ftp://127.0.0.1/", "http://user:pw@127.0.0.1/", "http://"])
  func redirectsToOddAddressesAreRefused(target: String) async throws {
    let server = try LoopbackServer { _ in .answer(status: 302, headers: [("Location", target)]) }
    let refused = await error(HTTPRequest(url: server.baseURL, redirectHosts: ["127.0.0.1"]))
    #expect(refused?.code == .redirectRefused, "\(refused?.message ?? "")")
    #expect(refused?.message.contains("pw") != true)
  }

  @Test func redirectsAreRefusedUnlessAllowed() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/elsewhere": .answer(status: 302, headers: [("Location", "https://elsewhere.example/x?secret=1")])
      case "/insecure": .answer(status: 302, headers: [("Location", "http://elsewhere.example/")])
      case "/file": .answer(status: 302, headers: [("Location", "file:///etc/passwd")])
      default: .answer(status: 307, headers: [("Location", "/circle")])
      }
    }
    let elsewhere = try #require(await error(HTTPRequest(url: server.baseURL + "/elsewhere")))
    #expect(elsewhere.code == .redirectRefused)
    #expect(elsewhere.message == "127.0.0.1 redirects to https://elsewhere.example")
    // The sign-in page of a hotel's network: nobody wanted to go there anyway.
    #expect(await error(HTTPRequest(url: server.baseURL + "/insecure"))?.code == .redirectRefused)
    #expect(!elsewhere.isTransient)
    #expect(await error(HTTPRequest(url: server.baseURL + "/circle", redirectHosts: ["127.0.0.1"]))?.code == .redirectRefused)
    #expect(server.requests.count == 8)
    #expect(await error(HTTPRequest(url: server.baseURL + "/insecure", redirectHosts: ["elsewhere.example"]))?.code == .redirectRefused)
    #expect(await error(HTTPRequest(url: server.baseURL + "/file", redirectHosts: ["127.0.0.1"]))?.isTransient == false)
    // A body isn't sent twice behind the caller's back.
    let post = HTTPRequest(method: "POST", url: server.baseURL + "/circle", body: [1], redirectHosts: ["127.0.0.1"])
    #expect(await error(post)?.code == .redirectRefused)
  }

  @Test(arguments: [
    ("", TransportError.Code.badURL), ("no address", .badURL), ("ftp://example.org/", .badURL), ("file:///etc/passwd", .badURL),
    ("http://example.org/", .badURL), ("http://127.0.0.1.example.org/", .badURL), ("http://localhost.example.org/", .badURL),
    ("https://user:word@example.org/", .badURL), ("http://127.0.0.1@example.org/", .badURL), ("https://exa\nmple.org/", .badURL),
  ]) func addressesThatAreNotUsed(url: String, code: TransportError.Code) async {
    #expect(await error(HTTPRequest(url: url))?.code == code, "\(url)")
  }

  @Test func secretsStayOutOfErrors() async throws {
    let secret = "s3cret"
    let server = try LoopbackServer { _ in .closed }
    let requests = [
      HTTPRequest(url: "http://example.org/?t=\(secret)", headers: [("Authorization", secret)]),
      HTTPRequest(url: "https://u:\(secret)@example.org/"),
      HTTPRequest(url: server.baseURL + "/?t=\(secret)", headers: [("Authorization", "Bearer \(secret)")]),
      HTTPRequest(url: server.baseURL, headers: [("Authorization", "Bearer \(secret)\r\nX: y")]),
      HTTPRequest(url: server.baseURL, headers: [("X: \(secret)", "y")]),
    ]
    for request in requests {
      let error = try #require(await error(request))
      let hint = error.hint?.words(String.init(describing:)) ?? ""
      #expect(!error.message.contains(secret) && !hint.contains(secret), "\(error.message)")
    }
    #expect(server.requests.count == 1, "what can't be sent whole isn't sent at all")
  }
}
