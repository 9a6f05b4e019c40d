import Digests
import HealthModel
import TestSupport
import Testing
import Transport

@testable import WebPush

/// The sender over real libcurl against a push service on loopback.
@Suite struct PushSenderTests {
  let clock = ManualClock(ms: 1_800_000_000_000)
  let key: VAPIDKey
  let contact: PushContact
  let receiver: PushReceiver
  let message: PushMessage

  init() throws {
    key = try VAPIDKey()
    contact = try #require(PushContact("me@example.org"))
    receiver = PushReceiver(key: try P256PrivateKey(), secret: Array(0..<16))
    message = try PushMessage(title: "Laundry", body: "The wash is done", link: "/today", tag: "laundry")
  }

  private func sender(_ transport: any Transport = CurlTransport()) -> PushSender {
    PushSender(key: key, contact: contact, transport: transport, now: { [clock] in clock.nowMs })
  }

  @Test func serviceGetsAMessageThatTheBrowserDecrypts() async throws {
    let server = try LoopbackServer { _ in .answer(status: 201, headers: [("Location", "/message/1")]) }
    let options = PushOptions(ttlS: 600, urgency: .high, topic: PushTopic("laundry"))
    let outcome = try await sender().send(message, to: receiver.subscription(at: server.baseURL + "/send/s3cret"), options: options)
    #expect(outcome == .accepted)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST")
    #expect(request.target == "/send/s3cret")
    #expect(request.header("TTL") == "600")
    #expect(request.header("Urgency") == "high")
    #expect(request.header("Topic") == "laundry")
    #expect(request.header("Content-Encoding") == "aes128gcm")
    #expect(request.header("Content-Type") == "application/octet-stream")
    #expect(request.header("Content-Length") == "358", "21 + 65 + 256 + 16 bytes")
    #expect(try receiver.plaintext(of: request.body) == message.json)
    let token = try #require(request.header("Authorization")?.split(separator: " ")[1].dropFirst("t=".count).dropLast())
    let parts = token.split(separator: ".").map(String.init)
    let claims = try JSON(parsing: #require(Base64URL.bytes(parts[1])))
    #expect(claims["aud"].string == server.baseURL)
    #expect(claims["exp"].int == 1_800_043_200)
    #expect(claims["sub"].string == "mailto:me@example.org")
    #expect(key.key.publicKey.isSignature(try #require(Base64URL.bytes(parts[2])), of: Array("\(parts[0]).\(parts[1])".utf8)))
  }

  @Test func topicIsLeftOutUnlessThereIsOne() async throws {
    let server = try LoopbackServer { _ in .answer(status: 201) }
    _ = try await sender().send(message, to: receiver.subscription(at: server.baseURL + "/x"))
    #expect(server.requests.first?.header("Topic") == nil)
    #expect(server.requests.first?.header("TTL") == "86400")
    #expect(server.requests.first?.header("Urgency") == "normal")
  }

  @Test(
    arguments: [
      (200, .accepted, false), (201, .accepted, false), (202, .accepted, false), (204, .accepted, false), (404, .gone, false),
      (410, .gone, false), (413, .tooLarge, false), (401, .keyRefused(status: 401), false), (403, .keyRefused(status: 403), false),
      (400, .refused(status: 400), false), (405, .refused(status: 405), false), (422, .refused(status: 422), false),
      (408, .later(afterMs: nil, status: 408), true), (429, .later(afterMs: nil, status: 429), true),
      (500, .later(afterMs: nil, status: 500), true), (502, .later(afterMs: nil, status: 502), true),
      (503, .later(afterMs: nil, status: 503), true),
    ] as [(Int, PushOutcome, Bool)])
  func eachAnswerHasItsOutcome(status: Int, outcome: PushOutcome, isTransient: Bool) async throws {
    let server = try LoopbackServer { _ in .text(#"{"reason":"s3cret"}"#, status: status) }
    #expect(try await sender().send(message, to: receiver.subscription(at: server.baseURL + "/x")) == outcome)
    #expect(outcome.isTransient == isTransient)
    #expect(server.requests.count == 1)
  }

  /// The clock shows 2027-01-15 08:00:00 UTC; the date is 90 s later.
  @Test(
    arguments: [
      (429, "120", 120_000), (503, "0", 0), (503, "Fri, 15 Jan 2027 08:01:30 GMT", 90_000), (429, "86400", 86_400_000),
      (429, "99999999999999999999", 86_400_000), (503, "-5", nil), (503, "soon", nil), (503, "", nil),
    ] as [(Int, String, Int64?)])
  func demandedWaitIsPassedOnUpToADay(status: Int, value: String, waitMs: Int64?) async throws {
    let server = try LoopbackServer { _ in .answer(status: status, headers: [("Retry-After", value)]) }
    let outcome = try await sender().send(message, to: receiver.subscription(at: server.baseURL + "/x"))
    #expect(outcome == .later(afterMs: waitMs, status: status))
  }

  @Test(arguments: [301, 302, 303, 307, 308]) func redirectsAreNotFollowed(status: Int) async throws {
    let elsewhere = try LoopbackServer { _ in .answer(status: 201) }
    let server = try LoopbackServer { _ in .answer(status: status, headers: [("Location", elsewhere.baseURL + "/s3cret")]) }
    let outcome = try await sender().send(message, to: receiver.subscription(at: server.baseURL + "/s3cret"))
    guard case .unreachable(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error.code == .redirectRefused)
    #expect(!outcome.isTransient)
    #expect(!"\(outcome)".contains("s3cret"))
    #expect(elsewhere.connectionCount == 0)
  }

  @Test func serviceThatCannotBeReachedIsTransient() async throws {
    let server = try LoopbackServer { _ in .closed }
    let subscription = try receiver.subscription(at: server.baseURL + "/s3cret")
    for code in [TransportError.Code.interrupted, .connect] {
      let outcome = try await sender().send(message, to: subscription)
      guard case .unreachable(let error) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(error.code == code)
      #expect(outcome.isTransient)
      #expect(!"\(outcome)".contains("s3cret"))
      server.stop()
    }
  }

  @Test func endlessAnswersAreCutOff() async throws {
    let head = Array("HTTP/1.1 201 Created\r\n\r\n".utf8)
    let server = try LoopbackServer { _ in .endless(head, repeating: Array(repeating: 0x61, count: 4096)) }
    let outcome = try await sender().send(message, to: receiver.subscription(at: server.baseURL + "/x"))
    guard case .unreachable(let error) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(error.code == .tooLarge)
    #expect(!outcome.isTransient)
  }

  @Test func cancelledTaskThrows() async throws {
    let transport = FailingTransport(error: TransportError(code: .cancelled, message: "the request was cancelled"))
    let subscription = try receiver.subscription(at: "https://push.example.net/x")
    let error = await #expect(throws: WebPushError.self) { try await sender(transport).send(message, to: subscription) }
    #expect(error?.code == .cancelled)
    #expect(error?.kind == .interrupted)
  }

  @Test func everyRequestIsEncryptedAnew() async throws {
    let server = try LoopbackServer { _ in .answer(status: 201) }
    let (sender, subscription) = (sender(), try receiver.subscription(at: server.baseURL + "/x"))
    for _ in 0..<3 { _ = try await sender.send(message, to: subscription) }
    #expect(Set(server.requests.map(\.body)).count == 3)
  }
}

/// A network that always fails in the same way.
private struct FailingTransport: Transport {
  let error: TransportError

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw error }
}
