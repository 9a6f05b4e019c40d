import Foundation
import HealthModel
import HealthStore
import Testing

@testable import HealthSync

/// The small values that the machine is made of.
@Suite struct OutboxValuesTests {
  static let now = SyncInstant(ms: 1_770_724_980_000, bootMs: 5000, boot: "b", utcOffsetMin: 0, random: 0.5)

  @Test(
    arguments: [(1, 0.5, 500), (2, 0.5, 1000), (4, 0.5, 4000), (4, 0, 0), (10, 1, 512_000), (11, 1, 900_000), (99, 1, 900_000)]
      as [(Int, Double, Int64)])
  func backoffDoublesToAQuarterOfAnHour(failures: Int, random: Double, delay: Int64) {
    #expect(Backoff.delayMs(failures: failures, random: random) == delay)
  }

  @Test func aDeadlineGoesByTheBootClockUntilARestart() {
    let deadline = Deadline(60_000, after: Self.now)
    var later = Self.now
    later.bootMs += 20_000
    later.ms -= 86_400_000
    #expect(deadline.remainingMs(at: later) == 40_000)
    later.ms += 10 * 86_400_000
    #expect(deadline.remainingMs(at: later) == 40_000)
    later.boot = "another"
    later.ms = Self.now.ms + 10_000
    #expect(deadline.remainingMs(at: later) == 50_000)
    later.ms = 0
    #expect(deadline.remainingMs(at: later) == Deadline.longestMs)
    #expect(Deadline(.max, after: Self.now).remainingMs(at: Self.now) == 6 * 3_600_000)
    #expect(Deadline(-5, after: Self.now).remainingMs(at: Self.now) == 0)
  }

  @Test(
    arguments: [
      "-1", "0", "9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e30", "1e308", #""NaN""#,
    ])
  func f3StoredNumbersCantEndARun(number: String) throws {
    let deadline = #"{"ms":\#(number),"bootMs":\#(number),"boot":"b"}"#
    let text = """
      {"retryAfter":\(deadline),"backoff":\(deadline),"breaker":{"failures":\(number),"tokens":\(number),"openUntil":\(deadline),
      "openings":\(number)},"batch":{"bytes":\(number),"ceiling":\(number),"lastCost":\(number)},"maxRecords":\(number),
      "unknownAnswers":\(number),"suspects":\(number),"pageLimit":\(number),"idleRuns":\(number),"failingSinceMs":\(number)}
      """
    var backendState = try JSONDecoder().decode(BackendState.self, from: Data(text.utf8))
    #expect(backendState.blockedMs(at: Self.now, byPerson: false) >= 0)
    backendState.rebase(at: Self.now)
    backendState.breaker.failed(at: Self.now)
    backendState.unknownAnswers += 1
    backendState.idleRuns += 1
    backendState.batch.succeeded(records: 1, elapsedMs: 1)
    #expect((BatchSize.least...BatchSize.most).contains(backendState.batch.bytes))
    backendState.batch.tooLarge(BatchSize.most)
    #expect(
      (1...BackendState.pageLimit).contains(backendState.pageLimit) && backendState.maxRecords ?? 1 > 0 && backendState.suspects ?? 0 >= 0)
  }

  @Test func theBreakerOpensAfterFiveFailuresAndDoubles() {
    var breaker = Breaker()
    for _ in 0..<4 { breaker.failed(at: Self.now) }
    #expect(!breaker.isProbing)
    var waits: [Int64] = []
    for _ in 0..<6 {
      breaker.failed(at: Self.now)
      waits.append(breaker.openUntil?.remainingMs(at: Self.now) ?? 0)
    }
    #expect(waits == [60_000, 120_000, 240_000, 480_000, 900_000, 900_000])
    breaker.succeeded()
    #expect(breaker == Breaker())
  }

  @Test func theBreakerOpensWhenSuccessesAreTooFew() {
    var breaker = Breaker()
    for _ in 0..<6 {
      breaker.failed(at: Self.now)
      if !breaker.isProbing { breaker.succeeded() }
    }
    #expect(breaker.isProbing)
  }

  @Test func batchesGrowWhileItPaysAndHalveAfterTrouble() {
    var size = BatchSize()
    #expect(size.bytes == 65_536)
    size.succeeded(records: 100, elapsedMs: 10)
    #expect(size.bytes == 131_072)
    size.succeeded(records: 100, elapsedMs: 8)
    #expect(size.bytes == 196_608)
    size.succeeded(records: 100, elapsedMs: 20)
    #expect(size.bytes == 196_608)
    size.halve()
    #expect(size.bytes == 98_304)
    for _ in 0..<40 { size.succeeded(records: 100, elapsedMs: 1) }
    #expect(size.bytes == 1 << 20)
    size.tooLarge(100_000)
    #expect(size.bytes == 50_000)
    for _ in 0..<40 { size.succeeded(records: 100, elapsedMs: 1) }
    #expect(size.bytes == 50_000)
    for _ in 0..<40 { size.halve() }
    #expect(size.bytes == 1024)
  }

  static let sent = [
    SyncRecord(kind: "meal", id: "a", hlc: 5, dev: nil, content: .put(#"{"name":"A"}"#)),
    SyncRecord(kind: "meal", id: "b", hlc: 6, dev: "77aa", content: .deleted),
  ]

  @Test func aBodyReadsBackAsItsRecords() throws {
    let bytes = PushBody.bytes(device: "d3f19c0a", push: 42, records: Self.sent)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"device":"d3f19c0a","push":42,"records":[{"kind":"meal","id":"a","hlc":"5","op":"put","data":{"name":"A"}},"#
        + #"{"kind":"meal","id":"b","hlc":"6","dev":"77aa","op":"del"}]}"#)
    #expect(try PushBody.records(of: bytes) == Self.sent)
    let awkward = [SyncRecord(kind: "meal", id: "a\"\n\u{1}é", hlc: .max, dev: nil, content: .deleted)]
    #expect(try PushBody.records(of: PushBody.bytes(device: "d", push: 1, records: awkward)) == awkward)
  }

  @Test(arguments: [
    ("plain", #"{"push":42,"accepted":2}"#, true),
    ("with lists", #"{"push":42,"accepted":2,"rejected":[],"superseded":[],"restamped":[]}"#, true),
    ("one rejected", #"{"push":42,"accepted":1,"rejected":[{"kind":"meal","id":"a","code":"range","message":"m"}]}"#, true),
    ("one superseded", #"{"push":42,"accepted":1,"superseded":[{"kind":"meal","id":"b","hlc":"9","dev":"1","op":"put","data":{}}]}"#, true),
    ("restamped is accepted", #"{"push":42,"accepted":2,"restamped":[{"kind":"meal","id":"b","hlc":"9"}]}"#, true),
    ("withheld", #"{"push":42,"accepted":1,"superseded":[{"kind":"meal","id":"b","hlc":"9","dev":"1","op":"put"}]}"#, true),
    ("unknown keys", #"{"push":42,"accepted":2,"new":{"x":[1]}}"#, true), ("empty", "", false), ("not JSON", "<html>", false),
    ("truncated", #"{"push":42,"accepted":2"#, false), ("another push", #"{"push":41,"accepted":2}"#, false),
    ("push as text", #"{"push":"42","accepted":2}"#, false), ("no push", #"{"accepted":2}"#, false),
    ("nothing accepted", #"{"push":42}"#, false), ("too few", #"{"push":42,"accepted":1}"#, false),
    ("too many", #"{"push":42,"accepted":2,"rejected":[{"kind":"meal","id":"a"}]}"#, false),
    ("never sent", #"{"push":42,"accepted":1,"rejected":[{"kind":"meal","id":"z","code":"c","message":"m"}]}"#, false),
    ("named twice", #"{"push":42,"accepted":0,"rejected":[{"kind":"meal","id":"a"},{"kind":"meal","id":"a"}]}"#, false),
    ("HLC as a number", #"{"push":42,"accepted":1,"superseded":[{"kind":"meal","id":"b","hlc":9,"dev":"1","op":"del"}]}"#, false),
    ("a list that is none", #"{"push":42,"accepted":2,"rejected":{}}"#, false),
  ])
  func onlyAWholeAndConsistentAnswerCounts(name: String, text: String, isValid: Bool) {
    #expect((PushAnswer(Array(text.utf8), push: 42, records: Self.sent) != nil) == isValid, "\(name)")
  }

  @Test(
    arguments: [
      (41, nil, DeviceAnswer.Fate.notCommitted), (42, "ab", .committed), (42, "cd", .rewound(.device)), (43, "ab", .rewound(.device)),
      (40, "ab", .rewound(.server(last: 40))), (0, nil, .rewound(.server(last: 0))),
    ] as [(PushNumber, String?, DeviceAnswer.Fate)])
  func theDevicesLastPushTellsTheFateOfTheBody(last: PushNumber, sha: String?, fate: DeviceAnswer.Fate) {
    #expect(DeviceAnswer(last: last, sha: sha).fate(push: 42, sha: "ab") == fate)
  }

  @Test func anUnseenDeviceHasCommittedNothing() {
    #expect(DeviceAnswer(last: 0, sha: nil).fate(push: 1, sha: "ab") == .notCommitted)
  }

  @Test(arguments: [
    ("https://sync.example.org/", "https://sync.example.org"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("http://localhost/api/", "http://localhost/api"), ("http://[::1]:9", "http://[::1]:9"), ("HTTPS://x.example", "HTTPS://x.example"),
  ])
  func addressesThatAreSafe(url: String, base: String) throws {
    #expect(try BackendAccount(url: url, token: "t").url == base)
  }

  @Test(arguments: [
    "http://sync.example.org", "http://127.evil.example", "http://127.0.0.1.evil.example", "http://localhost.evil.example", "ftp://x", "x",
    "",
    "https://", "https://user:pw@x.example", "https://x.example/?a=b", "http://127.0.0.1@evil.example",
  ])
  func addressesThatAreNot(url: String) {
    #expect { try BackendAccount(url: url, token: "t") } throws: { error in
      let error = error as? SyncError
      return error?.kind == .configuration && error?.message.contains("pw") == false
    }
  }

  @Test func aTokenStaysOutOfTexts() throws {
    #expect(throws: SyncError.self) { try BackendAccount(url: "https://x.example", token: "with space") }
    #expect(throws: SyncError.self) { try BackendAccount(url: "https://x.example", token: "") }
    #expect(try !"\(BackendAccount(url: "https://x.example", token: "s3cret"))".contains("s3cret"))
  }

  @Test func memorySurvivesWhatItDoesNotKnow() throws {
    var backendState = BackendState()
    backendState.recovery = .offerAgain
    backendState.retryAfter = Deadline(1000, after: Self.now)
    backendState.lastError = SyncError(.server, "m", hint: "see \(.queue), or \(.retryRecord(kind: "meal", id: "m3"))", kind: .tryAgain)
    #expect(BackendState(json: try backendState.json()) == backendState)
    #expect(BackendState(json: "{}") == BackendState())
    #expect(BackendState(json: "nonsense") == BackendState())
    #expect(BackendState(json: #"{"recovery":"offerAgain","batch":"?","new":1}"#).recovery == .offerAgain)
    let older = #"{"lastError":{"code":"auth","hint":"sign in again: hsync login","kind":"noPermission","message":"m"}}"#
    #expect(BackendState(json: older).lastError == SyncError(.auth, "m", kind: .noPermission))
  }
}
