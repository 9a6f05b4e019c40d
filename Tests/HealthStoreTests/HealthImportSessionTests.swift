import Foundation
import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

@Suite struct HealthImportSessionTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  private func session() throws -> ImportSession {
    try ImportSession(
      store.library, file: "export.zip", origin: .appleHealth, settings: HealthBatches.settings, at: StoreFixture.noon)
  }

  /// Every table that an import may write.
  private func everything() throws -> [String] {
    try [
      "sample", "sample_detail", "sample_version", "workout_version", "sample_group", "health_import", "health_aggregate", "workout",
      "workout_statistic", "workout_event",
      "workout_detail", "workout_track", "activity_ring", "health_attachment", "outbox",
    ].flatMap { table in try store.text("SELECT * FROM \(table)").map { "\(table): \($0)" } }
  }

  @Test func samplesAreWrittenAsTheyAreSaid() throws {
    var mindful = HealthBatches.sample(5, value: 0, type: 3, unit: 3)
    mindful.device = -1
    mindful.lagS = Sample.unknownLag
    var heart = HealthBatches.sample(3, value: 61.5, type: 1)
    heart.durationMs = 0
    heart.flags = Sample.isUserEntered | 2
    let outcome = try HealthBatches.run(
      [HealthBatches.batch([HealthBatches.sample(1), heart, HealthBatches.sample(4, value: 3, type: 2, source: 1, unit: 2), mindful])],
      into: store.library, report: HealthBatches.whole(4))
    #expect(outcome.records == 4 && outcome.added == 4 && outcome.duplicate == 0)
    #expect(
      try store.text("SELECT * FROM samples ORDER BY start_ms") == [
        "step_count|2026-02-10T00:01:00Z|2026-02-10T00:02:00Z|10.0|count|count|Watch|Apple Watch|0|NULL|1770681660000|60000|1",
        "heart_rate|2026-02-10T00:03:00Z|2026-02-10T00:03:00Z|61.5|count|count|Watch|Apple Watch|1|active|1770681780000|0|1",
        "sleep_analysis|2026-02-10T00:04:00Z|2026-02-10T00:05:00Z|3.0||HKCategoryValueSleepAnalysis|Phone|iPhone|0|NULL|1770681840000|60000|1",
        "mindful_session|2026-02-10T00:05:00Z|2026-02-10T00:06:00Z|NULL||(no value)|Watch|NULL|0|NULL|1770681900000|60000|1",
      ])
    #expect(try store.text("SELECT * FROM sleep_stages") == ["2026-02-10T00:04:00Z|2026-02-10T00:05:00Z|1.0|core|Phone"])
    #expect(try store.text("SELECT lag_s FROM sample ORDER BY start_ms") == ["30", "30", "30", "NULL"])
    #expect(
      try store.text("SELECT n, origin, file, state, ended_at_ms - started_at_ms, whole, records, added, duplicate FROM health_import")
        == ["1|apple_health|export.zip|done|5000|1|4|4|0"])
    #expect(try store.text("SELECT DISTINCT kind FROM outbox ORDER BY 1") == ["day_summary", "sleep_session"])
  }

  @Test func theSameSampleTwiceIsOne() throws {
    var resynced = HealthBatches.sample(1)
    resynced.device = 1
    resynced.lagS = 8_640_000
    let outcome = try HealthBatches.run(
      [HealthBatches.batch([HealthBatches.sample(1), HealthBatches.sample(2), resynced, HealthBatches.sample(1, source: 1)])],
      into: store.library)
    #expect(outcome.added == 3 && outcome.duplicate == 1)
    #expect(
      try store.text("SELECT start_ms, source, device, lag_s FROM sample") == [
        "1770681660000|1|1|30", "1770681660000|2|2|30", "1770681720000|1|1|30",
      ])
  }

  @Test func theSameFileAgainAddsNothing() throws {
    let samples = (0..<500).map { HealthBatches.sample($0 % 400, value: Double($0 % 400), source: Int32($0 % 2)) }
    let first = try HealthBatches.run([HealthBatches.batch(samples)], into: store.library)
    #expect(first.added == 400 && first.duplicate == 100)
    let before = try store.dump("sample") + store.dump("sample_group")
    let second = try HealthBatches.run([HealthBatches.batch(samples.reversed())], into: store.library)
    #expect(second.added == 0 && second.duplicate == 500)
    #expect(try store.dump("sample") + store.dump("sample_group") == before)
  }

  /// Against the plain way: every row by INSERT OR IGNORE.
  @Test(arguments: 0..<6)
  func whatIsMissingIsInsertedWhateverTheOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var expected: Set<String> = []
    for round in 0..<4 {
      // Runs of many and of few samples, near each other and far apart, with many that are equal in part of their key.
      let samples = (0..<Int.random(in: 1...1500, using: &random)).map { _ in
        var sample = HealthBatches.sample(
          Int64.random(in: 0...(round == 3 ? 100_000 : 300), using: &random), value: Double(Int.random(in: 0...2, using: &random)) / 3,
          type: Int32.random(in: 0...2, using: &random), source: Int32.random(in: 0...1, using: &random))
        sample.durationMs = Int64.random(in: 0...1, using: &random)
        return sample
      }
      var added = 0
      for sample in samples {
        let key = "\(sample.type + 1)|\(sample.startMs)|\(sample.source + 1)|\(sample.durationMs)|\(sample.value)"
        if expected.insert(key).inserted { added += 1 }
      }
      let outcome = try HealthBatches.run([HealthBatches.batch(samples)], into: store.library)
      #expect(outcome.added == added && outcome.duplicate == samples.count - added)
      #expect(try Set(store.text("SELECT type, start_ms, source, duration_ms, value FROM sample")) == expected)
    }
  }

  @Test func namesKeepTheirIdsFromImportToImport() throws {
    try HealthBatches.run([HealthBatches.batch([HealthBatches.sample(1)])], into: store.library)
    var other = HealthBatch()
    other.newTypes = ["heart_rate", "step_count"]
    other.newSources = [HealthSource(name: "Phone", kind: .phone, origin: .healthConnect)]
    other.newUnits = [SampleUnit(name: "count", stored: "count")]
    other.samples = [HealthBatches.sample(1, type: 1)].map { sample in
      var sample = sample
      sample.device = -1
      return sample
    }
    var more = HealthBatch()
    more.newTypes = ["vo2_max"]
    more.samples = [HealthBatches.sample(2, type: 2)].map { sample in
      var sample = sample
      sample.device = -1
      return sample
    }
    try HealthBatches.run([other, more], into: store.library, origin: .healthConnect)
    #expect(
      try store.text("SELECT type, source, device, import FROM samples ORDER BY start_ms, source")
        == ["step_count|Phone|NULL|2", "step_count|Watch|Apple Watch|1", "vo2_max|Phone|NULL|2"])
    #expect(try store.text("SELECT name, kind, origin FROM health_source") == ["Watch|watch|apple_health", "Phone|phone|apple_health"])
  }

  // MARK: All or nothing

  @Test func nothingIsVisibleBeforeTheEnd() throws {
    let session = try session()
    try session.write(HealthBatches.batch([HealthBatches.sample(1)]))
    try session.flush()
    #expect(try store.number("SELECT count(*) FROM sample") == 1)
    #expect(try store.text("SELECT * FROM samples") + store.text("SELECT * FROM imports") == [])
    _ = try session.finish(HealthBatches.whole(), at: StoreFixture.noon)
    #expect(try store.text("SELECT type FROM samples") == ["step_count"])
  }

  @Test func anAbandonedImportLeavesNothing() throws {
    try HealthBatches.run([full(HealthBatches.sample(1))], into: store.library)
    try store.run("DELETE FROM outbox")
    let before = try everything()
    let session = try session()
    var other = full(HealthBatches.sample(2))
    other.samples.append(HealthBatches.sample(1))
    other.tracks[0].points.removeLast()
    other.aggregates[0].value = 99
    try session.write(other)
    try session.flush()
    #expect(try everything() != before)
    try session.abandon()
    #expect(try everything() == before)
  }

  /// A process that is killed leaves the rows that it wrote and drops its lock.
  @Test func whatAKilledImportLeftIsRemovedByTheNext() throws {
    try HealthBatches.run([full(HealthBatches.sample(1))], into: store.library)
    try store.run("DELETE FROM outbox")
    let before = try everything()
    do {
      let killed = try session()
      try killed.write(HealthBatches.batch((0..<1000).map { HealthBatches.sample($0) }))
      try killed.flush()
    }
    #expect(try store.number("SELECT count(*) FROM sample") == 1000)
    #expect(try store.text("SELECT n, state FROM health_import") == ["1|done", "2|running"])
    let next = try ImportSession(
      Library(at: store.folder.file("hsync.db")), file: "-", origin: .healthConnect, settings: HealthBatches.settings, at: StoreFixture.noon
    )
    try next.abandon()
    #expect(try everything() == before)
  }

  @Test func aLongImportIsRemovedInPieces() throws {
    let session = try session()
    let samples = (0..<50_000).map { (number: Int32) in HealthBatches.sample(Int64(number / 3), type: number % 3, source: number % 2) }
    try session.write(HealthBatches.batch(samples))
    try session.flush()
    try session.abandon()
    #expect(try store.text("SELECT count(*) FROM sample") == ["0"])
    #expect(try everything() == [])
  }

  @Test func aSecondImportIsAskedToWait() throws {
    let first = try session()
    let refused = #expect(throws: StoreError.self) { _ = try session() }
    #expect(refused?.kind == .tryAgain)
    #expect(refused?.message == "an import is running since 12:03")
    try first.abandon()
    _ = try session().finish(ReadingReport(), at: StoreFixture.noon)
    try session().abandon()
  }

  @Test func aFullDiskIsSaidAndLeavesNothing() throws {
    try HealthBatches.run([full(HealthBatches.sample(1))], into: store.library)
    let before = try everything()
    let session = try session()
    try store.library.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
    }
    do {
      for day in 0..<40 {
        try session.write(HealthBatches.batch((0..<1440).map { HealthBatches.sample($0, type: 1, day: Int64(day)) }))
      }
      _ = try session.finish(HealthBatches.whole(), at: StoreFixture.noon)
      Issue.record("it went through")
    } catch {
      #expect(error.code == .diskFull)
    }
    try session.abandon()
    #expect(try everything() == before)
  }

  // MARK: What comes beside samples

  /// One of everything.
  private func full(_ sample: Sample) -> HealthBatch {
    var batch = HealthBatches.batch([sample])
    batch.details = [SampleDetail(sample: sample, key: "HKFoodType", text: "Müsli")]
    var run = ImportedWorkout(
      activity: "running", startMs: HealthBatches.midnight, endMs: HealthBatches.midnight + 1_800_000, durationMin: 29.5, source: 0)
    run.zone = "America/New_York"
    run.energyKcal = 300
    run.heartAvgBpm = 140.5
    run.statistics = [.init(type: "heart_rate", sum: nil, average: 140.5, minimum: 100, maximum: 170, unit: "count/min")]
    run.events = [.init(type: "pause", atMs: HealthBatches.midnight + 60_000, durationMs: 0)]
    run.details = [.init(key: "HKIndoorWorkout", text: "0")]
    run.routes = ["/workout-routes/a.gpx"]
    batch.workouts = [run]
    batch.tracks = [
      WorkoutTrack(
        file: "/workout-routes/a.gpx",
        points: (0..<3).map { index in
          WorkoutTrack.Point(
            atMs: HealthBatches.midnight + Int64(index) * 1000, latitude: 48.85 + Double(index) / 1000, longitude: 2.35, elevationM: 35)
        })
    ]
    var ring = ActivityRing(day: Day(number: 20_494))
    ring.activeKcal = 512
    ring.standHours = 12
    batch.rings = [ring]
    batch.aggregates = [
      HealthAggregate(
        measure: "step_count", source: 1, startMs: HealthBatches.midnight, endMs: HealthBatches.midnight + 3_600_000, value: 500)
    ]
    batch.attachments = [HealthAttachment(file: "/ecg.csv", kind: "ecg", recordedAtMs: 5, facts: [.init(key: "Sample Rate", text: "512")])]
    batch.zoneVotes = ["Europe/Paris": 3, "Asia/Tokyo": 1]
    return batch
  }

  @Test func workoutsRingsAndTheRestAreWritten() throws {
    let outcome = try HealthBatches.run([full(HealthBatches.sample(1))], into: store.library, report: HealthBatches.whole(6))
    #expect(outcome.added == 6 && outcome.duplicate == 0 && outcome.workoutsAdded == 1 && outcome.zone == "Europe/Paris")
    let id = ContentKey.make(["running", "Watch", "1770681600000", "1770683400000"])
    #expect(
      try store.dump("workout")
        == ["\(id)|running|1770681600000|1770683400000|-300|29.5|300.0|NULL|140.5|NULL|NULL|Watch|NULL"])
    #expect(try store.text("SELECT id FROM outbox WHERE kind = 'workout'") == [id])
    #expect(try store.dump("workout_statistic") == ["\(id)|heart_rate|NULL|140.5|100.0|170.0|count/min"])
    #expect(try store.dump("workout_event") == ["\(id)|0|pause|1770681660000|0"])
    #expect(try store.dump("workout_detail") == ["\(id)|HKIndoorWorkout|0"])
    #expect(
      try store.text("SELECT file, import, workout, points, start_ms, end_ms, round(distance_m, 1) FROM workout_track")
        == ["/workout-routes/a.gpx|1|\(id)|3|1770681600000|1770681602000|222.4"])
    #expect(try store.dump("activity_ring") == ["2026-02-10|512.0|NULL|NULL|NULL|NULL|NULL|12.0|NULL|NULL"])
    #expect(try store.dump("health_aggregate") == ["step_count|1770681600000|1770685200000|2|1|500.0|NULL|0|NULL"])
    #expect(try store.dump("health_attachment") == [#"/ecg.csv|ecg|5|{"Sample Rate":"512"}|1"#])
    #expect(try store.text("SELECT key, text FROM sample_detail") == ["HKFoodType|Müsli"])
    #expect(
      try store.text("SELECT zone, zone_votes FROM health_import") == [#"Europe/Paris|{"Asia/Tokyo":1,"Europe/Paris":3}"#])
    #expect(
      try store.text("SELECT day, start_local, end_local, activity, track_points FROM workouts") == ["2026-02-09|19:00|19:30|running|3"])
  }

  @Test func whatDidNotChangeIsNotWrittenAgain() throws {
    try HealthBatches.run([full(HealthBatches.sample(1))], into: store.library)
    try store.run("DELETE FROM outbox; UPDATE workout SET extra = '{\"x\":1}'; DELETE FROM outbox")
    let before = try everything().filter { !$0.hasPrefix("health_import") }
    let again = try HealthBatches.run([full(HealthBatches.sample(1)), full(HealthBatches.sample(1))], into: store.library)
    #expect(again.added == 0 && again.workoutsAdded == 0)
    #expect(try everything().filter { !$0.hasPrefix("health_import") } == before)
  }

  @Test func whatChangedReplacesWhatWas() throws {
    try HealthBatches.run([full(HealthBatches.sample(1))], into: store.library)
    try store.run("DELETE FROM outbox")
    var changed = full(HealthBatches.sample(1))
    changed.workouts[0].energyKcal = 310
    changed.workouts[0].events = []
    changed.rings[0].activeKcal = 600
    changed.aggregates[0].value = 650
    changed.attachments[0].facts = []
    changed.tracks[0].points.removeLast()
    let outcome = try HealthBatches.run([changed], into: store.library)
    #expect(outcome.added == 0 && outcome.changed == 5 && outcome.duplicate == 1 && outcome.workoutsAdded == 0)
    #expect(try store.text("SELECT energy_kcal FROM workout") == ["310.0"])
    #expect(try store.number("SELECT count(*) FROM outbox WHERE kind = 'workout'") == 1)
    #expect(try store.dump("workout_event") == [])
    #expect(try store.text("SELECT active_kcal FROM activity_ring") == ["600.0"])
    #expect(try store.text("SELECT value, import FROM health_aggregate") == ["650.0|2"])
    #expect(try store.text("SELECT facts, import FROM health_attachment") == ["{}|2"])
    #expect(try store.text("SELECT points, import, workout IS NULL FROM workout_track") == ["2|2|0"])
  }

  @Test func whatATableWouldRefuseDoesNotStopAnImport() throws {
    var batch = full(HealthBatches.sample(1))
    batch.workouts[0].energyKcal = -5
    batch.workouts[0].distanceM = .infinity
    batch.workouts[0].durationMin = .nan
    batch.workouts[0].endMs = batch.workouts[0].startMs - 1
    batch.workouts[0].activity = ""
    batch.newSources[0] = HealthSource(name: "", kind: .other, origin: .appleHealth)
    batch.tracks[0].points[1].latitude = .nan
    let outcome = try HealthBatches.run([batch], into: store.library)
    #expect(
      try store.text("SELECT activity, end_ms - start_ms, duration_min, energy_kcal, distance_m, source FROM workout") == [
        "other|0|0.0|NULL|NULL|unknown"
      ])
    #expect(outcome.remarks == ["points of a track that are no place on Earth": 1])
  }
}
