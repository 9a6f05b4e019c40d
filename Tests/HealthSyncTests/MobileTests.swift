import HealthModel
import HealthStore
import Synchronization
import TestSupport
import Testing

@testable import HealthSync

/// The phone app's API.
@Suite struct MobileTests {
  private func metrics(_ request: LoopbackServer.Request) throws -> [JSON] { try JSON(parsing: request.body)["metrics"].array ?? [] }

  private func engine(_ fixture: SyncFixture, _ server: LoopbackServer) throws -> SyncEngine {
    try fixture.engine(server.baseURL + "/api", dialect: .mobile)
  }

  @Test func measuresWorkoutsAndSleepAreMetricsAndMealsAreLogged() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text(#"{"synced":6}"#) }
    try fixture.addOneOfEachKind()
    let report = try await engine(fixture, server).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 5)
    #expect(try fixture.waiting() == "0|0|0")
    #expect(Set(server.requests.map(\.target)) == ["/api/mobile/sync", "/api/food/log"])
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer secret-token" && $0.header("Content-Encoding") == nil })
    let sync = try #require(server.requests.first { $0.path == "/api/mobile/sync" })
    #expect(try JSON(parsing: sync.body)["source"].string == "hsync")
    let sent = try metrics(sync)
    #expect(sent.allSatisfy { ($0.members ?? []).map(\.key) == ["type", "value", "unit", "startTime", "endTime", "metadata"] })
    let lines = sent.map { metric in
      let value = metric["value"].double.map { "\($0)" } ?? "?"
      let words = ["type", "unit", "startTime", "endTime"].map { metric[$0].string ?? "?" }
      return "\(words[0]) \(value) \(words[1]) \(words[2]) \(words[3])"
    }
    #expect(
      lines.sorted() == [
        "activeCalories 432.25 kcal 2026-02-10T00:00:00+01:00 2026-02-11T00:00:00+01:00",
        "heartRateAverage 71.0 bpm 2026-02-10T00:00:00+01:00 2026-02-11T00:00:00+01:00",
        "sleep 401.0 min 2026-02-09T23:00:00+01:00 2026-02-10T07:00:00+01:00",
        "steps 8123.0 count 2026-02-10T00:00:00+01:00 2026-02-11T00:00:00+01:00",
        "weight 71.3 kg 2026-02-10T07:23:00+01:00 2026-02-10T07:23:00+01:00",
        "workout 31.5 min 2026-02-10T18:30:00+01:00 2026-02-10T19:04:00+01:00",
      ])
    let workout = try #require(sent.first { $0["type"].string == "workout" })["metadata"]
    #expect(workout["id"].string == "w" && workout["activity"].string == "running" && workout["energy_kcal"].int == 320)
    #expect(workout["heart_rate"]["avg"].int == 141 && workout["source"].string == "Watch")
    let meal = try #require(server.requests.first { $0.path == "/api/food/log" })
    #expect(try JSON(parsing: meal.body)["name"].string == "Suppe \"à la\" Müller")
  }

  /// The night of 29 March 2026 has an hour less in Paris.
  @Test func aDayBeginsAndEndsAtItsOwnMidnights() throws {
    let data = #"{"day":"2026-03-29","zone":"Europe/Paris","steps":10,"distance_m":null}"#
    let metrics = MobileMetric.metrics(of: SyncRecord(kind: "day_summary", id: "2026-03-29/d", hlc: 77, dev: nil, content: .put(data)))
    #expect(
      metrics.map(\.json.text) == [
        #"{"type":"steps","value":10,"unit":"count","startTime":"2026-03-29T00:00:00+01:00","endTime":"2026-03-30T00:00:00+02:00","#
          + #""metadata":{"id":"2026-03-29/d","hlc":"77","day":"2026-03-29","zone":"Europe/Paris"}}"#
      ])
  }

  @Test(arguments: [
    (
      "weight", #"{"day":"2026-02-10","kg":71.30,"measured_at_ms":null,"utc_offset_min":null,"source":"user"}"#,
      "weight 71.30 2026-02-10T12:00:00+00:00"
    ),
    (
      "workout", #"{"activity":"x","start_ms":0,"end_ms":90000,"utc_offset_min":-300,"duration_min":null}"#,
      "workout 1.5 1969-12-31T19:00:00-05:00"
    ),
    (
      "sleep_session", #"{"day":"1970-01-01","start_ms":0,"end_ms":90000,"utc_offset_min":0,"asleep_min":null,"in_bed_min":1.5}"#,
      "inBed 1.5 1970-01-01T00:00:00+00:00"
    ),
    ("sleep_session", #"{"day":"1970-01-01","start_ms":0,"end_ms":90000,"utc_offset_min":0,"asleep_min":null,"in_bed_min":null}"#, ""),
    ("day_summary", #"{"day":"1970-01-01","zone":"No/Where","flights":2}"#, "flightsClimbed 2 1970-01-01T00:00:00+00:00"),
    ("day_summary", #"{"day":"1970-01-01","zone":"UTC","workouts":1}"#, ""),
    ("meal", "{}", ""),
  ])
  func whatIsNotKnownIsNotMadeUp(kind: String, data: String, expected: String) {
    let metrics = MobileMetric.metrics(of: SyncRecord(kind: kind, id: "i", hlc: 1, dev: nil, content: .put(data)))
    #expect(metrics.map { "\($0.type) \($0.value.text) \($0.start.iso8601)" }.joined() == expected)
  }

  @Test func aRequestHoldsAHundredMetricsAndNoHalfRecord() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}") }
    for day in 1...31 {
      let name = day < 10 ? "0\(day)" : "\(day)"
      try fixture.execute(
        """
        INSERT INTO day_summary(id, day, zone, steps, distance_m, flights, active_kcal, basal_kcal, exercise_min, resting_bpm, samples, sources,
          rule_version) VALUES ('2025-12-\(name)/d', '2025-12-\(name)', 'UTC', \(day), 2, 3, 4, 5, 6, 7, 1, 1, 1)
        """)
    }
    let report = try await engine(fixture, server).run(reason: .person)
    #expect(report.pushed == 31)
    let counts = try server.requests.map { try metrics($0).count }
    #expect(counts == [98, 98, 21], "14 days of 7 measures fit into 100")
    let ids = try server.requests.flatMap { try metrics($0) }.map { "\($0["metadata"]["id"].string ?? "")\($0["type"].string ?? "")" }
    #expect(Set(ids).count == 217)
  }

  @Test func whatIsEditedIsSentAgainUnderItsID() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}") }
    try fixture.execute(
      "INSERT INTO day_summary(id, day, zone, steps, samples, sources, rule_version) VALUES ('2026-02-10/d', '2026-02-10', 'UTC', 10, 1, 1, 1)"
    )
    let engine = try engine(fixture, server)
    _ = try await engine.run(reason: .person)
    try fixture.execute("UPDATE day_summary SET steps = 20")
    _ = try await engine.run(reason: .person)
    let sent = try server.requests.flatMap { try metrics($0) }
    #expect(sent.map { $0["value"].int } == [10, 20])
    #expect(sent.map { $0["metadata"]["id"].string } == ["2026-02-10/d", "2026-02-10/d"])
    let versions = sent.compactMap { Int64($0["metadata"]["hlc"].string ?? "") }
    #expect(versions.count == 2 && versions[0] < versions[1])
    // A deletion can't be said: it is settled, counted once, and nothing is sent.
    try fixture.execute("DELETE FROM day_summary")
    let report = try await engine.run(reason: .person)
    #expect(report.untoldDeletions == 1 && report.requests == 0 && report.failure == nil)
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test func kindsWithoutAPlaceWait() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("{}") }
    try fixture.addOneOfEachKind()
    try fixture.addPlan()
    try fixture.execute(
      "INSERT INTO outbox(kind, id, hlc, lane) VALUES ('samples', 'd/steps/Watch/2026-02-10', 9, 0), ('mood', 'x', 10, 0)")
    let report = try await engine(fixture, server).run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pending == 0, "what this backend can't take isn't counted")
    #expect(try fixture.text("SELECT kind FROM outbox ORDER BY kind") == "day_note\nmood\nplanner_item\nsamples")
    let status = try SyncEngine.status(of: fixture.library)
    #expect(Set(status.untaken.map(\.kind)) == ["day_note", "mood", "planner_item", "samples"])
    #expect(status.losses == Mobile.losses && !status.losses.isEmpty)
  }

  @Test func withoutAFoodLogMealsWaitAndTheRestGoes() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { $0.path == "/api/food/log" ? .text("no such route", status: 404) : .text("{}") }
    try fixture.addOneOfEachKind()
    try fixture.add(["a", "b"])
    let engine = try engine(fixture, server)
    let report = try await engine.run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 4)
    #expect(report.untaken == [SyncStatus.Count(kind: "meal", count: 3)])
    #expect(server.requests.filter { $0.path == "/api/food/log" }.count == 1, "asked once a run")
    #expect(try fixture.text("SELECT kind, count(*) FROM outbox GROUP BY 1") == "meal|3")
    #expect(try fixture.waiting() == "3|0|0")
    // The next run asks again.
    _ = try await engine.run(reason: .person)
    #expect(server.requests.filter { $0.path == "/api/food/log" }.count == 2)
  }

  /// 750 ms, 1.5 s, 3 s, each with half of 500 ms: the tests' chance is a half.
  @Test(arguments: [429, 500, 503])
  func afterFourAttemptsTheBatchWaitsForTheNextRun(status: Int) async throws {
    let fixture = try SyncFixture()
    let isUp = Mutex(false)
    let server = try LoopbackServer { _ in isUp.withLock { $0 } ? .text("{}") : .text("", status: status) }
    try fixture.addOneOfEachKind()
    try fixture.execute("DELETE FROM meal")
    let first = try await engine(fixture, server).run(reason: .person)
    #expect(first.stop?.kind == .tryAgain)
    #expect(first.requests == 4)
    #expect(fixture.clock.waits == [1000, 1750, 3250])
    #expect(try fixture.text("SELECT count(*) FROM in_flight") == "1")
    isUp.withLock { $0 = true }
    #expect(try await engine(fixture, server).run(reason: .person).failure == nil)
    #expect(server.requests.differentBatches == 1)
    #expect(try fixture.waiting() == "0|0|0")
  }

  @Test(arguments: [("5", [Int64(5000), 5000, 5000]), ("Tue, 10 Feb 2026 12:03:04 GMT", [4000, 1750, 3250])])
  func retryAfterIsHonoured(value: String, waits: [Int64]) async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("", status: 429, headers: [("Retry-After", value)]) }
    try fixture.add(["a"])
    _ = try await engine(fixture, server).run(reason: .person)
    #expect(fixture.clock.waits == waits)
  }

  @Test func aRefusedMetricIsFoundAndTheOthersArrive() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { request in
      String(decoding: request.body, as: UTF8.self).contains(#""activity":"juggling""#)
        ? .text(#"{"error":"unknown activity"}"#, status: 422) : .text("{}")
    }
    for n in 0..<40 {
      try fixture.execute(
        """
        INSERT INTO workout(id, activity, start_ms, end_ms, source)
        VALUES ('w\(n)', '\(n == 17 ? "juggling" : "running")', \(n), \(n + 1), 'Watch')
        """)
    }
    let report = try await engine(fixture, server).run(reason: .person)
    #expect(report.pushed == 39)
    #expect(report.rejected.map(\.id) == ["w17"])
    #expect(report.rejected.first?.message == "unknown activity")
    #expect(try fixture.waiting() == "0|0|1")
  }

  /// docs/backends.md is what a person reads before signing in.
  @Test func theDocumentNamesEachDialectItsLimitsAndEachMetric() throws {
    let document = String(decoding: try ProjectFiles.bytes(ProjectFiles.root + "/docs/backends.md"), as: UTF8.self)
    for dialect in BackendAccount.Dialect.allCases {
      #expect(document.contains("| `\(dialect.rawValue)` |"), "\(dialect)")
      // The two oldest are documented by the table alone.
      if dialect != .foodLog { for loss in dialect.losses { #expect(document.contains("  \(loss)\n"), "\(loss)") } }
    }
    let data = #"{"day":"2026-02-10","zone":"UTC",\#(MobileMetric.measures.map { "\"\($0.key)\":1" }.joined(separator: ","))}"#
    let metrics = MobileMetric.metrics(of: SyncRecord(kind: "day_summary", id: "d", hlc: 1, dev: nil, content: .put(data)))
    #expect(metrics.count == MobileMetric.measures.count)
    for metric in metrics { #expect(document.contains("`\(metric.type)`"), "\(metric.type)") }
    // Each number of a day is a metric, or is left out for a reason that the document gives.
    let columns = SyncedTable.daySummary.columns.filter { $0.type == .real }.map(\.name)
    let leftOut = ["workout_min", "sleep_min", "sleep_core_min", "sleep_deep_min", "sleep_rem_min", "awake_min", "in_bed_min"]
    #expect(Set(columns) == Set(MobileMetric.measures.map(\.key) + leftOut))
  }

  @Test func aYesThatTookNothingIsNoYes() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text(#"{"synced":0}"#) }
    try fixture.addOneOfEachKind()
    try fixture.execute("DELETE FROM meal")
    var codes: [SyncError.Code?] = []
    for _ in 0..<3 { codes.append(try await engine(fixture, server).run(reason: .person).stop?.code) }
    #expect(codes == [.badResponse, .badResponse, .noProgress])
    #expect(try fixture.text("SELECT count(*) FROM outbox WHERE kind <> 'meal'") == "4")
    #expect(Set(server.requests.map(\.body)).count == 1)
  }

  @Test func aWrongAddressStopsTheRun() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer { _ in .text("", status: 404) }
    try fixture.addOneOfEachKind()
    let report = try await engine(fixture, server).run(reason: .person)
    #expect(report.stop?.message == "there is no POST /mobile/sync at that address (HTTP 404)")
    #expect(try fixture.text("SELECT count(*) FROM outbox") == "5")
  }

  @Test func signingInAsksWhetherItIsUp() async throws {
    let fixture = try SyncFixture()
    let server = try LoopbackServer {
      $0.path == "/health" ? .text("ok", type: "text/plain") : $0.path == "/mobile/sync" ? .text("{}", status: 400) : .text("", status: 500)
    }
    let account = try BackendAccount(url: server.baseURL, token: "t", dialect: .mobile)
    let outcome = try await SyncEngine.signIn(fixture.library, to: account, .first, transport: fixture.transport)
    #expect(outcome == .unchecked("the backend is up; the first sync shows whether it accepts the token", hint: nil))
    #expect(server.requests.map(\.target) == ["/health", "/mobile/sync"])
  }
}
