import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Transport
import Testing

@testable import HealthSync

/// Answers that no honest backend gives: nothing ends the program, nothing stays in the library that stops a later edit or sync.
@Suite("F2, F4, F5, F6: answers of a backend") struct HostileAnswerTests {
  static let extremes = [
    "0", "-1", "9007199254740991", "9007199254740993", "9223372036854775806", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "1000000000000000000000000000000", "\"NaN\"", "1e308", "-1e308", "null",
  ]

  /// A run against a server that answers everything alike, then edits and a run with an honest backend.
  private func survives(
    _ name: String, hasPulled: Bool = true, _ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply
  )
    async throws
  {
    let fixture = try SyncFixture(hasPulled: hasPulled)
    try fixture.add(["a", "b"])
    do {
      let server = try LoopbackServer(answer: answer)
      _ = try await fixture.engine(server.baseURL).run(reason: .person)
    }
    try fixture.add(["a", "c"], kcal: 7)
    try fixture.execute("DELETE FROM meal WHERE id = 'b'")
    try fixture.execute("UPDATE backend SET url = NULL")
    fixture.clock.advance(ms: 7 * 3_600_000)
    let honest = try ReferenceBackend()
    for _ in 0..<3 {
      let report = try await fixture.engine(honest.url).run(reason: .person)
      if report.failure == nil { break }
      fixture.clock.advance(ms: 7 * 3_600_000)
    }
    let report = try await fixture.engine(honest.url).run(reason: .person)
    #expect(report.failure == nil, "\(name): \(String(describing: report.failure))")
    #expect(try fixture.text("SELECT count(*) FROM outbox") == "0", "\(name)")
    #expect(Set(honest.ids()).isSuperset(of: ["a", "c"]), "\(name)")
    // The year 2100: triggers count by SQLite's clock.
    let most: Int64 = 4_102_444_800_000 << 16
    #expect(try fixture.text("SELECT hlc < \(most) FROM sync_state") == "1", "\(name)")
  }

  @Test(arguments: extremes) func aConflictOfAnyNumberPasses(number: String) async throws {
    try await survives("server_rewound \(number)") { request in
      request.path == "/v1/sync/push"
        ? .text(#"{"code":"server_rewound","last":\#(number)}"#, status: 409) : .text(#"{"changes":[],"next":"e1.0","more":false}"#)
    }
    try await survives("device \(number)") { request in
      request.path == "/v1/sync/device" ? .text(#"{"last":\#(number),"sha":"00"}"#) : .text("{}", status: 500)
    }
  }

  @Test(arguments: extremes) func aPushAnswerOfAnyNumberPasses(number: String) async throws {
    try await survives("accepted \(number)") { request in
      guard request.path == "/v1/sync/push" else { return .text(#"{"changes":[],"next":"e1.0","more":false}"#) }
      return .text(
        #"""
        {"push":1,"accepted":\#(number),"rejected":[{"kind":"meal","id":"a"}],
         "limits":{"max_records":\#(number),"max_bytes":\#(number)}}
        """#)
    }
    try await survives("push \(number)") { _ in .text(#"{"push":\#(number),"accepted":2,"limits":{"max_records":\#(number)}}"#) }
    for part in ["superseded", "restamped"] {
      try await survives("\(part) \(number)") { request in
        guard request.path == "/v1/sync/push" else { return .text(#"{"changes":[],"next":"e1.0","more":false}"#) }
        let accepted = part == "superseded" ? 1 : 2
        let digits = number.filter { $0 != "\"" }
        let item = #"{"kind":"meal","id":"a","hlc":"\#(digits)","dev":"d2","op":"del"}"#
        return .text(#"{"push":1,"accepted":\#(accepted),"\#(part)":[\#(item)]}"#)
      }
    }
  }

  @Test(arguments: extremes) func aPageOfAnyVersionPasses(number: String) async throws {
    for kind in ["meal", "moon_phase"] {
      try await survives("page of \(kind) \(number)", hasPulled: false) { request in
        guard request.path == "/v1/sync/changes" else { return .text("{}", status: 503) }
        let digits = number.filter { $0 != "\"" }
        let item = #"{"kind":"\#(kind)","id":"a","hlc":"\#(digits)","dev":"d2","op":"del"}"#
        return .text(#"{"changes":[\#(item)],"next":"e1.0","more":false}"#)
      }
    }
  }

  /// An earlier hsync stored what such answers said.
  @Test(arguments: [Int64.max, .max - 1, 1 << 53, -1, .min]) func aBrokenPushNumberIsCountedAnew(number: Int64) async throws {
    let fixture = try SyncFixture()
    try fixture.add(["a"])
    try fixture.execute("UPDATE sync_state SET push_no = \(number)")
    let backend = try ReferenceBackend()
    let report = try await fixture.engine(backend.url).run(reason: .person)
    #expect(report.failure == nil)
    #expect(try fixture.text("SELECT push_no FROM sync_state") == "1")
  }

  @Test func anOlderVersionSupersedesNothing() {
    let sent = SyncRecord(kind: "meal", id: "a", hlc: 100, dev: nil, content: .put("{}"))
    func answer(_ hlc: Int) -> PushAnswer? {
      let winner = #"{"kind":"meal","id":"a","hlc":"\#(hlc)","dev":"d2","op":"del"}"#
      return PushAnswer(Array(#"{"push":1,"accepted":0,"superseded":[\#(winner)]}"#.utf8), push: 1, records: [sent])
    }
    #expect(answer(99) == nil)
    #expect(answer(100)?.outcome.superseded.count == 1)
    #expect(answer(101)?.outcome.superseded.count == 1)
  }

  @Test func wordsOfAnyLengthAreCut() throws {
    let sent = SyncRecord(kind: "meal", id: "a", hlc: 100, dev: nil, content: .put("{}"))
    for letter in ["x", "\u{301}"] {
      let long = String(repeating: letter, count: 100_000)
      let encodings = Array(repeating: #""\#(long)""#, count: 50).joined(separator: ",")
      let rejected = #"{"kind":"meal","id":"a","code":"\#(long)","message":"\#(long)"}"#
      let text = #"{"push":1,"accepted":0,"rejected":[\#(rejected)],"limits":{"encodings":[\#(encodings)]}}"#
      let answer = try #require(PushAnswer(Array(text.utf8), push: 1, records: [sent]))
      let words = answer.outcome.rejected.flatMap { [$0.code, $0.message] } + (answer.encodings ?? [])
      #expect(words.count == 22 && words.allSatisfy { $0.unicodeScalars.count == 501 })
      let refusal = HTTPResponse(status: 400, body: Array(#"{"code":"\#(long)","message":"\#(long)"}"#.utf8)).refusal
      guard case .refused(let code, let message) = refusal else { throw Unexpected() }
      #expect(code.unicodeScalars.count == 501 && message.unicodeScalars.count == 501)
    }
  }

  private struct Unexpected: Error {}

  @Test func aGiantCursorIsRefusedAndAStoredOneIsForgotten() async throws {
    let giant = String(repeating: "x", count: 1025)
    #expect(ChangesPage(Array(#"{"changes":[],"next":"\#(giant)","more":false}"#.utf8)) == nil)
    #expect(ChangesPage(Array(#"{"changes":[],"next":"\#(giant.dropLast())","more":false}"#.utf8)) != nil)
    #expect(ChangesPage(Array(#"{"changes":[],"next":"a\u0000b","more":false}"#.utf8)) == nil)
    let fixture = try SyncFixture()
    try fixture.execute("UPDATE sync_state SET cursor = '\(String(repeating: "x", count: 1 << 20))'")
    try fixture.add(["a"])
    let backend = try ReferenceBackend()
    #expect(try await fixture.engine(backend.url).run(reason: .person).failure == nil)
    #expect(backend.requests.first?.target.hasPrefix("/v1/sync/changes?since=&") == true)
    #expect(try fixture.text("SELECT cursor FROM sync_state") == "e1.1")
  }

  @Test func pagesThatEndWhereTheyBeganAreNoWayOn() async throws {
    let server = try LoopbackServer { request in
      request.path == "/v1/sync/changes" ? .text(#"{"changes":[],"next":"e1.0","more":true}"#) : .text("{}", status: 404)
    }
    let fixture = try SyncFixture(hasPulled: false)
    let report = try await fixture.engine(server.baseURL).run(reason: .person)
    #expect(report.failure?.code == .badResponse)
    #expect(server.requests.count <= 3)
  }

  /// Ever new cursors: by pages and by time; what was pulled stays.
  @Test func aPullHasAnEnd() async throws {
    let count = Mutex(0)
    let fixture = try SyncFixture(hasPulled: false)
    let clock = fixture.clock
    let server = try LoopbackServer { _ in
      clock.advance(ms: 60_000)
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .text(#"{"changes":[],"next":"e1.\#(number)","more":true}"#)
    }
    let report = try await fixture.engine(server.baseURL).run(reason: .person)
    #expect(report.failure?.code == .interrupted)
    #expect(report.failure?.kind == .tryAgain)
    #expect(server.requests.count <= 17)
    #expect(try fixture.text("SELECT cursor FROM sync_state") == "e1.\(count.withLock { $0 })")
    var bounds = PullBounds()
    var pages = 0
    while bounds.asks(at: SyncMachineTests.now), pages < 30_000 {
      pages += 1
      let isOnward = bounds.turn(to: ChangesPage(changes: [], next: "\(pages)", more: true))
      #expect(isOnward)
    }
    #expect(pages == PullBounds.mostPages)
  }

  @Test(arguments: [
    #""id":"a\u001b[31m","kind":"meal","dev":"d2""#, #""id":"a\u009b","kind":"meal","dev":"d2""#,
    #""id":"a\u202e","kind":"meal","dev":"d2""#,
    #""id":"a","kind":"meal","dev":"d\u001b2""#, #""id":"a","kind":"meal","dev":"D2""#, #""id":"a","kind":"Me al","dev":"d2""#,
    #""id":"","kind":"meal","dev":"d2""#,
  ])
  func namesThatATerminalWouldObeyMakeNoSense(members: String) {
    let page = #"{"changes":[{\#(members),"hlc":"9","op":"del"}],"next":"e1.0","more":false}"#
    #expect(ChangesPage(Array(page.utf8)) == nil)
  }

  /// A body in flight that an older hsync made is still its own.
  @Test func anOldBodyIsReadAsItWasWritten() throws {
    let record = SyncRecord(kind: "meal", id: "a\u{1B}", hlc: .max, dev: nil, content: .deleted)
    #expect(try PushBody.records(of: PushBody.bytes(device: "d1", push: 1, records: [record])) == [record])
  }

  /// 766 packed bytes, 31 MB of objects.
  @Test func aPageOfMillionsOfValuesIsTooLarge() {
    let page = Array((#"{"changes":["# + String(repeating: #"{"":0},"#, count: 600_000) + #"0],"next":"a","more":false}"#).utf8)
    #expect(JSON.isTooLarge(answer: page))
    #expect(JSON(answer: page) == nil)
    let text = Array((#"{"a":""# + String(repeating: "{,:[", count: 600_000) + #""}"#).utf8)
    #expect(JSON(answer: text) != nil, "marks in a text are none")
    #expect(!JSON.isTooLarge(answer: Array("{".utf8)))
  }

  @Test func theLargestPushNumberFollowsItself() {
    #expect(PushNumber(PushNumber.most)?.next.value == PushNumber.most)
    let (beyond, negative): (Int64, Int64) = (PushNumber.most + 1, -1)
    #expect(PushNumber(beyond) == nil)
    #expect(PushNumber(negative) == nil)
    #expect(DeviceAnswer(last: 0, sha: nil).fate(push: 0, sha: "") == .rewound(.device))
  }
}
