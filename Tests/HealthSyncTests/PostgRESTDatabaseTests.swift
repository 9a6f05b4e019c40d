import TestSupport
import Testing

@testable import HealthSync

/// `docs/postgrest.sql` on a real PostgreSQL, fed with what the dialect sends.
@Suite(.enabled(if: PostgresServer.missing == nil, "\(PostgresServer.missing ?? "")"), .serialized)
struct PostgRESTDatabaseTests {
  private let ana = "11111111-1111-4111-8111-111111111111"
  private let ben = "22222222-2222-4222-8222-222222222222"

  private func database() throws -> PostgresServer {
    let server = try PostgresServer()
    try server.sql(PostgREST.script)
    return server
  }

  @Test func everyKindArrivesAndDeletionsStay() async throws {
    let database = try database()
    let api = try PostgRESTStandIn(database)
    let fixture = try SyncFixture()
    try fixture.addOneOfEachKind()
    try fixture.addPlan()
    let engine = try fixture.engine(api.baseURL, token: ana, dialect: .postgrest)
    let report = try await engine.run(reason: .person)
    #expect(report.failure == nil)
    #expect(report.pushed == 7)
    #expect(try fixture.waiting() == "0|0|0")
    #expect(
      try database.sql("SELECT id, day, energy_kcal, doubts, extra, dev IS NOT NULL FROM hsync_meal", as: ana)
        == #"m|2026-02-10|512.5|["swapped"]|{"mood": "good 🙂", "nutrition": {"zinc_mg": 2}}|t"#)
    #expect(try database.sql("SELECT id, kg FROM hsync_weight", as: ana) == "2026-02-10|71.3")
    #expect(try database.sql("SELECT id, day, steps, samples FROM hsync_day_summary", as: ana) == "2026-02-10/d1|2026-02-10|8123|40")
    #expect(try database.sql("SELECT activity, heart_avg_bpm FROM hsync_workout", as: ana) == "running|141")
    #expect(try database.sql("SELECT asleep_min FROM hsync_sleep_session", as: ana) == "401")
    #expect(
      try database.sql("SELECT short_id, title, day, completed, repeat, skipped FROM hsync_planner_item", as: ana)
        == "k7m2p4xq|Run|2026-02-10|t||f")
    #expect(try database.sql("SELECT id, text FROM hsync_day_note", as: ana) == "2026-02-10|guests at seven")

    try fixture.execute("DELETE FROM meal")
    #expect(try await engine.run(reason: .person).pushed == 1)
    #expect(try database.sql("SELECT deleted_at IS NOT NULL, name, energy_kcal FROM hsync_meal", as: ana) == "t||")
    // An earlier version arrives late, out of order: the deletion stays.
    let old = try #require(api.requests.first { $0.path == "/rest/v1/hsync_meal" })
    try PostgRESTStandIn.perform(old, on: database)
    #expect(try database.sql("SELECT deleted_at IS NOT NULL, name FROM hsync_meal", as: ana) == "t|")
  }

  @Test func anOlderVersionDoesNotOverwriteANewerOne() async throws {
    let database = try database()
    let api = try PostgRESTStandIn(database)
    let fixture = try SyncFixture()
    try fixture.add(["a"], kcal: 100)
    let engine = try fixture.engine(api.baseURL, token: ana, dialect: .postgrest)
    _ = try await engine.run(reason: .person)
    try fixture.add(["a"], kcal: 200)
    _ = try await engine.run(reason: .person)
    let bodies = api.requests
    #expect(bodies.count == 2)
    let kcal = "SELECT energy_kcal FROM hsync_meal"
    #expect(try database.sql(kcal, as: ana) == "200")
    for body in bodies + bodies.reversed() { try PostgRESTStandIn.perform(body, on: database) }
    #expect(try database.sql(kcal, as: ana) == "200")
    // Of two with the same clock, the larger device wins, whoever comes last.
    let same = { (dev: String, kcal: Int) in
      """
      INSERT INTO hsync_meal(id, hlc, dev, day, eaten_at_ms, utc_offset_min, slot, name, source, basis, doubts, created_at_ms, energy_kcal)
      VALUES ('b', 7, '\(dev)', '2026-02-10', 1, 0, 'lunch', 'B', 'user', 'manual', '[]', 1, \(kcal))
      ON CONFLICT (user_id, id) DO UPDATE SET hlc = EXCLUDED.hlc, dev = EXCLUDED.dev, energy_kcal = EXCLUDED.energy_kcal
      """
    }
    for (dev, value) in [("bb", 2), ("aa", 1), ("bb", 3)] { try database.sql(same(dev, value), as: ana) }
    #expect(try database.sql(kcal + " WHERE id = 'b'", as: ana) == "2")
  }

  @Test func usersSeeAndWriteOnlyTheirOwnRows() async throws {
    let database = try database()
    let api = try PostgRESTStandIn(database)
    // Both weigh themselves on the same day: the same id.
    for (user, kg) in [(ana, 61.0), (ben, 82.0)] {
      let fixture = try SyncFixture()
      try fixture.execute("INSERT INTO weight(id, day, kg, source) VALUES ('2026-02-10', '2026-02-10', \(kg), 'user')")
      #expect(try await fixture.engine(api.baseURL, token: user, dialect: .postgrest).run(reason: .person).failure == nil)
    }
    #expect(try database.sql("SELECT kg FROM hsync_weight", as: ana) == "61")
    #expect(try database.sql("SELECT kg FROM hsync_weight", as: ben) == "82")
    #expect(try database.sql("SELECT count(*) FROM hsync_weight") == "2")
    #expect(try database.sql("WITH gone AS (DELETE FROM hsync_weight WHERE kg = 82 RETURNING 1) SELECT count(*) FROM gone", as: ana) == "0")
    #expect(throws: PostgresServer.Failure.self) {
      try database.sql("INSERT INTO hsync_weight(user_id, id, hlc, dev) VALUES ('\(ben)', 'x', 1, 'a')", as: ana)
    }
    // Nobody's token, no user: nothing.
    #expect(throws: PostgresServer.Failure.self) {
      try database.sql("SET LOCAL ROLE authenticated; INSERT INTO hsync_weight(id, hlc, dev, deleted_at) VALUES ('x', 1, 'a', now())")
    }
  }

  @Test func aRowThatTheDatabaseRefusesIsFoundAndTheOthersArrive() async throws {
    let database = try database()
    try database.sql("ALTER TABLE hsync_meal ADD CONSTRAINT no_feasts CHECK (energy_kcal < 5000)")
    let api = try PostgRESTStandIn(database)
    let fixture = try SyncFixture()
    try fixture.add((0..<64).map { "m\($0)" })
    try fixture.add(["m37"], kcal: 6000)
    let report = try await fixture.engine(api.baseURL, token: ana, dialect: .postgrest).run(reason: .person)
    #expect(report.pushed == 63)
    #expect(report.rejected.map(\.id) == ["m37"])
    #expect(report.rejected.map(\.code) == ["23514"])
    #expect(report.rejected.first?.message == #"new row for relation "hsync_meal" violates check constraint "no_feasts""#)
    #expect(try database.sql("SELECT count(*) FROM hsync_meal", as: ana) == "63")
    // 64 records: 2 + 2·log2 64 at most.
    #expect(report.requests <= 14)
    #expect(try fixture.waiting() == "0|0|1")
  }

  @Test func aLostAnswerIsAskedForAgainWithoutASecondRow() async throws {
    let database = try database()
    let api = try PostgRESTStandIn(database) { $0 == 1 ? .lostAnswer : .none }
    let fixture = try SyncFixture()
    try fixture.add(["a", "b"])
    let report = try await fixture.engine(api.baseURL, token: ana, dialect: .postgrest).run(reason: .person)
    #expect(report.failure == nil)
    #expect(api.requests.count == 2)
    #expect(api.requests[0].body == api.requests[1].body)
    #expect(api.requests[0].header("Idempotency-Key") == api.requests[1].header("Idempotency-Key"))
    #expect(try database.sql("SELECT count(*) FROM hsync_meal", as: ana) == "2")
  }

  @Test func withoutTheTablesTheRunStopsAndSaysWhatToRun() async throws {
    let database = try PostgresServer()
    try database.sql("CREATE ROLE authenticated")
    let api = try PostgRESTStandIn(database)
    let fixture = try SyncFixture()
    try fixture.add(["a"])
    let report = try await fixture.engine(api.baseURL, token: ana, dialect: .postgrest).run(reason: .person)
    #expect(report.stop?.kind == .configuration)
    #expect(report.stop?.message.contains(#"relation "hsync_meal" does not exist"#) == true)
    #expect(report.stop?.hint == "run there what this prints: \(.backendTables)")
    #expect(try fixture.text("SELECT count(*) FROM outbox") == "1")
  }

  @Test func theScriptMayRunTwiceAndAddsWhatIsNew() throws {
    let database = try database()
    try database.sql("ALTER TABLE hsync_weight DROP COLUMN source CASCADE")
    try database.sql(PostgREST.script)
    #expect(
      try database.sql("SELECT count(*) FROM information_schema.columns WHERE table_name = 'hsync_weight' AND column_name = 'source'")
        == "1")
  }
}
