import HealthModel
import TestSupport
import Testing

@testable import HealthStore

@Suite struct SummarizerTests {
  private let fixture: SummaryFixture

  init() throws { fixture = try SummaryFixture() }

  private func queued() throws -> [String] { try fixture.store.queued().map { String($0.prefix { $0 != "/" }) } }

  /// The example of docs/health.md.
  private func addTheExample() throws {
    try fixture.add("step_count", SummaryFixture.watch, 480, 490, 100)
    try fixture.add("step_count", SummaryFixture.phone, 485, 495, 90)
    try fixture.add("step_count", SummaryFixture.app, 480, 540, 600)
  }

  @Test func aDayIsWhatItsSamplesComeTo() throws {
    try addTheExample()
    try fixture.add("heart_rate", SummaryFixture.watch, 481, 481, 60)
    try fixture.add("heart_rate", SummaryFixture.watch, 500, 500, 90)
    try fixture.add("heart_rate", SummaryFixture.watch, 501, 501, 100)
    try fixture.add("resting_heart_rate", SummaryFixture.watch, 1, 1400, 55)
    try fixture.add("heart_rate_variability_sdnn", SummaryFixture.watch, 100, 101, 40)
    try fixture.add("heart_rate_variability_sdnn", SummaryFixture.watch, 200, 201, 50)
    try fixture.add("mindful_session", SummaryFixture.app, 600, 610, 0)
    try fixture.add("mindful_session", SummaryFixture.phone, 605, 620, 0)
    try fixture.add("body_mass", SummaryFixture.app, 420, 420, 70.04)
    try fixture.add("body_mass", SummaryFixture.app, 450, 450, 71.26)
    try fixture.add("body_mass", SummaryFixture.app, 460, 460, 712.6)
    try fixture.workout("running", "Watch", 600, 640, 38.5)
    try fixture.workout("running", "App", 601, 641)
    #expect(try fixture.computeAll() == [SummaryFixture.day()])
    let day = try #require(try fixture.summary())
    // 100 + half of 90, and of the app's hour what is left after 8:15: 45 minutes of 10 a minute.
    #expect(day.steps == 595)
    #expect(day.heartMinBpm == 60 && day.heartMaxBpm == 100 && day.heartAvgBpm == 77.5)
    #expect(day.restingBpm == 55 && day.hrvMs == 45 && day.mindfulMin == 20)
    #expect(day.workouts == 1 && day.workoutMin == 38.5)
    #expect(day.distanceM == nil && day.sleepMin == nil)
    #expect(day.coverage == .init(samples: 11, sources: 3, firstMs: SummaryFixture.at(0, 1), lastMs: SummaryFixture.at(10, 20)))
    #expect(
      try fixture.store.text("SELECT day, kg, measured_at_ms, source FROM weight") == ["2026-03-01|71.26|\(SummaryFixture.at(7, 30))|App"])
    #expect(try queued().suffix(2) == ["day_summary|2026-03-01", "weight|2026-03-01"])
  }

  @Test func onlyRowsThatDifferAreWritten() throws {
    try addTheExample()
    try fixture.add("step_count", SummaryFixture.watch, 1440 + 480, 1440 + 490, 50)
    try fixture.computeAll()
    try fixture.store.run("DELETE FROM outbox")
    #expect(try fixture.computeAll() == [])
    #expect(try fixture.compute(touched: 480, 490) == [])
    #expect(try queued() == [])
    try fixture.add("step_count", SummaryFixture.watch, 600, 610, 7)
    #expect(try fixture.compute(touched: 600, 610) == [SummaryFixture.day()])
    #expect(try queued() == ["day_summary|2026-03-01"])
    #expect(try fixture.summary()?.steps == 602)
  }

  @Test func whatEndsAtMidnightIsNotOfTheNextDay() throws {
    try fixture.add("step_count", SummaryFixture.watch, 1430, 1440, 50)
    try fixture.add("step_count", SummaryFixture.watch, 1440, 1450, 60)
    try fixture.add("step_count", SummaryFixture.watch, 2880, 2880, 0)
    try fixture.computeAll()
    #expect(try fixture.log.summaries(from: SummaryFixture.day(), through: SummaryFixture.day(2)).map(\.coverage.samples) == [1, 1, 1])
    for index in 0..<3 { #expect(try fixture.compute(touched: 1440 * index + 600, 1440 * index + 601) == []) }
  }

  @Test func aDayThatLostItsSamplesLosesItsSummary() throws {
    try addTheExample()
    try fixture.add("sleep_analysis", SummaryFixture.watch, 60, 400, 3)
    try fixture.add("body_mass", SummaryFixture.app, 420, 420, 70)
    try fixture.computeAll()
    try fixture.store.run("DELETE FROM sample")
    #expect(try fixture.compute(touched: 480, 490) == [SummaryFixture.day()])
    #expect(try fixture.computed() == [])
  }

  @Test func aWeightByHandIsNeverTouched() throws {
    try fixture.store.run("INSERT INTO weight(day, kg) VALUES ('2026-03-01', 80)")
    try fixture.add("body_mass", SummaryFixture.app, 420, 420, 70)
    try fixture.computeAll()
    #expect(try fixture.store.text("SELECT kg FROM weight ORDER BY kg") == ["70.0", "80.0"])
    try fixture.store.run("DELETE FROM sample")
    try fixture.computeAll()
    #expect(try fixture.store.text("SELECT kg FROM weight") == ["80.0"])
  }

  @Test func theNightBelongsToTheDayItEndsOn() throws {
    try fixture.add("sleep_analysis", SummaryFixture.phone, 1370, 1840, 0)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1390, 1500, 3)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1500, 1510, 2)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1510, 1800, 4)
    try fixture.add("sleep_analysis", SummaryFixture.app, 1380, 1830, 1)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1440 + 840, 1440 + 880, 3)
    try fixture.computeAll()
    #expect(try fixture.summary() == nil)
    let day = try #require(try fixture.summary(1))
    #expect(day.sleepMin == 480 && day.sleepCoreMin == 150 && day.sleepDeepMin == 290 && day.awakeMin == 10 && day.inBedMin == 470)
    #expect(
      try fixture.store.text("SELECT day, asleep_min, unspecified_min, in_bed_min, source FROM sleep_session ORDER BY start_ms") == [
        "2026-03-02|440.0|40.0|470.0|Watch", "2026-03-02|40.0|0.0|NULL|Watch",
      ])
  }

  /// One more sample joins two nights: the first day's night goes, the other grows.
  @Test func aSampleThatJoinsTwoSessionsChangesBothDays() throws {
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1140, 1260, 3)  // until 21:00
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1500, 1800, 3)  // from 1:00
    try fixture.computeAll()
    #expect(try fixture.summary()?.sleepMin == 120)
    #expect(try fixture.summary(1)?.sleepMin == 300)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1350, 1380, 3)  // 22:30–23:00
    #expect(try fixture.compute(touched: 1350, 1380, isSleep: true) == [SummaryFixture.day(), SummaryFixture.day(1)])
    #expect(try fixture.summary() == nil)
    #expect(try fixture.summary(1)?.sleepMin == 450)
    #expect(try fixture.store.number("SELECT count(*) FROM sleep_session") == 1)
    // And apart again.
    try fixture.store.run("DELETE FROM sample WHERE start_ms = \(SummaryFixture.at(0, 1350))")
    #expect(try fixture.compute(touched: 1350, 1380, isSleep: true) == [SummaryFixture.day(), SummaryFixture.day(1)])
    #expect(try fixture.summary()?.sleepMin == 120)
  }

  @Test func rowsOfAnImportThatIsNotDoneDontCount() throws {
    try fixture.store.run("INSERT INTO health_import(n, origin, file, started_at_ms) VALUES (2, 'apple_health', 'y', 0)")
    try fixture.add("step_count", SummaryFixture.watch, 480, 490, 100)
    try fixture.add("step_count", SummaryFixture.watch, 500, 510, 11, import: 2)
    try fixture.computeAll()
    #expect(try fixture.summary()?.steps == 100)
    let changes = try fixture.store.library.read { db in
      try Summarizer(db: db, settings: fixture.settings, runningImport: 2).allChanges()
    }
    #expect(changes.summaries.map(\.steps) == [111])
  }

  @Test func whatIsTypedInComesFirst() throws {
    try fixture.add("step_count", SummaryFixture.watch, 480, 490, 100)
    try fixture.add("step_count", SummaryFixture.phone, 480, 500, 400, flags: 4)
    try fixture.computeAll()
    #expect(try fixture.summary()?.steps == 400)
  }

  @Test func overlappingRecordsOfHealthConnectAreNotSummed() throws {
    try fixture.add("step_count", SummaryFixture.samsung, 480, 490, 100, lag: 10)
    try fixture.add("step_count", SummaryFixture.samsung, 480, 490, 95, lag: 20)
    try fixture.computeAll()
    #expect(try fixture.summary()?.steps == 95)
  }

  @Test func sumsAndRingsCountWhereNoSampleDoes() throws {
    try fixture.store.run(
      """
      INSERT INTO health_aggregate(measure, start_ms, end_ms, source, import, value) VALUES
        ('step_count', \(SummaryFixture.at(0)), \(SummaryFixture.at(24)), 3, 1, 5000),
        ('step_count', \(SummaryFixture.at(24)), \(SummaryFixture.at(48)), 3, 1, 6000),
        ('heart_rate.avg', \(SummaryFixture.at(24)), \(SummaryFixture.at(48)), 3, 1, 66),
        ('sleep_analysis.core', \(SummaryFixture.at(23)), \(SummaryFixture.at(31)), 3, 1, 200),
        ('sleep_analysis.rem', \(SummaryFixture.at(23)), \(SummaryFixture.at(31)), 3, 1, 60);
      INSERT INTO activity_ring(day, active_kcal, exercise_min) VALUES ('2026-03-02', 400, 30), ('2026-03-05', 0, 0);
      """)
    try fixture.add("step_count", SummaryFixture.watch, 480, 490, 100)
    try fixture.computeAll()
    #expect(try fixture.summary()?.steps == 100)
    let day = try #require(try fixture.summary(1))
    #expect(day.steps == 6000 && day.activeKcal == 400 && day.exerciseMin == 30 && day.heartAvgBpm == 66)
    #expect(day.sleepMin == 260 && day.sleepCoreMin == 200 && day.sleepRemMin == 60 && day.sleepDeepMin == nil)
    #expect(try fixture.summary(4) == nil)
    #expect(try fixture.explanation(1).sums.map(\.basis) == [.sums, .ring, .ring])
  }

  @Test func aWorkoutThatBetterRankedOneReplacesChangesTheDayBefore() throws {
    try fixture.workout("running", "App", 1430, 1470)
    try fixture.computeAll()
    #expect(try fixture.summary()?.workouts == 1)
    try fixture.workout("running", "Watch", 1441, 1471)
    #expect(try fixture.compute(touched: 1441, 1471) == [SummaryFixture.day(), SummaryFixture.day(1)])
    #expect(try fixture.summary() == nil)
    #expect(try fixture.summary(1)?.workoutMin == 30)
  }

  @Test func anotherZoneOrOtherRanksComputeEveryDayAnew() throws {
    try addTheExample()
    try fixture.add("sleep_analysis", SummaryFixture.watch, 1140, 1400, 3)
    try fixture.computeAll()
    let before = try fixture.computed()
    let phoneFirst = HealthSettings(machineZone: "UTC", ranks: ["phone"])
    #expect(try fixture.log.bringUpToDate(settings: phoneFirst) == 1)
    #expect(try fixture.summary()?.steps == 590)
    #expect(try fixture.log.bringUpToDate(settings: phoneFirst) == 0)
    // 8:00 UTC is 21:00 of the same day in Auckland; 23:20 UTC is the next day's noon.
    #expect(try fixture.log.bringUpToDate(settings: HealthSettings(zone: "Pacific/Auckland", machineZone: "UTC")) == 2)
    #expect(try fixture.summary(1)?.sleepMin == 260)
    #expect(try fixture.log.bringUpToDate(settings: fixture.settings) == 2)
    #expect(try fixture.computed() == before)
  }

  @Test func theZoneComesFromTheSettingsThenTheDataThenTheComputer() throws {
    func zone(_ settings: HealthSettings) throws -> String {
      try fixture.store.library.read { db in try Summarizer(db: db, settings: settings).zone }
    }
    #expect(try zone(HealthSettings(machineZone: "Asia/Tokyo")) == "Asia/Tokyo")
    try fixture.store.run("UPDATE health_import SET zone = 'Europe/Paris'")
    #expect(try zone(HealthSettings(machineZone: "Asia/Tokyo")) == "Europe/Paris")
    #expect(try zone(HealthSettings(zone: "America/Lima", machineZone: "Asia/Tokyo")) == "America/Lima")
    try fixture.store.run("UPDATE health_import SET zone = 'Mars/Olympus'")
    #expect(try zone(HealthSettings(machineZone: "../etc/passwd")) == "UTC")
    let error = #expect(throws: StoreError.self) { try zone(HealthSettings(zone: "Mars/Olympus")) }
    #expect(error?.kind == .badData)
  }

  @Test func strangeSamplesStopNothing() throws {
    try fixture.add("step_count", SummaryFixture.watch, 480, 490, 100)
    try fixture.add("step_count", SummaryFixture.watch, 500, 510, -30000)
    try fixture.add("active_energy_burned", 77, 500, 510, 5)
    try fixture.add("flights_climbed", SummaryFixture.watch, 500, 510, 1e308)
    try fixture.add("flights_climbed", SummaryFixture.watch, 500, 511, 1e308)
    try fixture.add("basal_energy_burned", SummaryFixture.watch, 500, 500 + 1440 * 800, 5)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 500, 600, 99)
    try fixture.store.run(
      "INSERT INTO sample(type, start_ms, source, duration_ms, value, unit, import) VALUES (1, -99999999999999, 1, 5, 5, 1, 1), (1, 300000000000000, 1, 5, 5, 1, 1), (1, 9000000000000000000, 1, 5, 5, 1, 1)"
    )
    try fixture.add("step_count", SummaryFixture.phone, 1440 + 480, 1440 + 490, 20)
    try fixture.computeAll()
    #expect(try fixture.summary()?.steps == nil)
    #expect(try fixture.summary(1)?.steps == 20)
    #expect(try fixture.computeAll() == [])
  }

  /// Whatever is added in whatever order, what is touched comes to the same as everything computed anew.
  @Test(arguments: 0..<12) func incrementsComeToWhatAllComesTo(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try fixture.computeAll()
    for _ in 0..<12 {
      let from = Int.random(in: 0..<1440 * 6, using: &random)
      let isSleep = Bool.random(using: &random)
      let to = from + Int.random(in: 0...(isSleep ? 500 : 90), using: &random)
      if isSleep {
        try fixture.add(
          "sleep_analysis", Int.random(in: 1...4, using: &random), from, to, Double(Int.random(in: 0...5, using: &random)), lag: 5)
      } else if Bool.random(using: &random) {
        try fixture.add("step_count", Int.random(in: 1...4, using: &random), from, to, 10, lag: 5)
      } else {
        try fixture.workout("running", ["Watch", "Phone", "App"][Int.random(in: 0...2, using: &random)], from, to)
      }
      try fixture.compute(touched: from, to, isSleep: isSleep)
      if Int.random(in: 0..<4, using: &random) == 0,
        let start = try fixture.store.text("SELECT start_ms, duration_ms FROM sample ORDER BY start_ms DESC LIMIT 1").first
      {
        let parts = start.split(separator: "|").compactMap { Int64($0) }
        try fixture.store.run("DELETE FROM sample WHERE start_ms = \(parts[0])")
        let from = Int((parts[0] - SummaryFixture.at(0)) / 60_000)
        try fixture.compute(touched: from, from + Int(parts[1] / 60_000), isSleep: true)
      }
    }
    let incremental = try fixture.computed()
    #expect(try fixture.computeAll() == [], "seed \(seed)")
    #expect(try fixture.computed() == incremental)
  }

  /// A long history is computed by two connections, each a half of the days; whatever lies over the border between them counts once.
  @Test func twoConnectionsComeToTheSameAsOne() throws {
    var random = SeededGenerator(seed: 7)
    for day in 0..<300 {
      for _ in 0..<4 {
        let start = day * 1440 + Int.random(in: 0..<1440, using: &random)
        let source = [SummaryFixture.watch, SummaryFixture.phone, SummaryFixture.app].randomElement(using: &random) ?? SummaryFixture.app
        try fixture.add("step_count", source, start, start + Int.random(in: 1...900, using: &random), 100)
      }
      try fixture.add("sleep_analysis", SummaryFixture.watch, day * 1440 + 1380, day * 1440 + 1500, 3)
      try fixture.add("body_mass", SummaryFixture.app, day * 1440 + 420, day * 1440 + 420, 70)
    }
    let (one, two) = try fixture.store.library.read { db in
      let summarizer = try Summarizer(db: db, settings: fixture.settings)
      return (try summarizer.allChanges(), try summarizer.allChanges(beside: fixture.store.library))
    }
    #expect(one.days.count >= 300 && one.days == two.days && one.computed == two.computed)
    #expect(one.summaries == two.summaries.sorted { $0.day < $1.day })
    #expect(Set(one.sessions) == Set(two.sessions) && one.sessions.count == two.sessions.count)
    #expect(Set(one.weights) == Set(two.weights) && Set(one.derived) == Set(two.derived))
  }
}
