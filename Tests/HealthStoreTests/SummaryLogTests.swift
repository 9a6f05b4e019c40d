import HealthModel
import TestSupport
import Testing

@testable import HealthStore

@Suite struct SummaryLogTests {
  private let fixture: SummaryFixture

  init() throws { fixture = try SummaryFixture() }

  /// Minutes of the first day, as milliseconds since 1970.
  private func span(_ from: Int, _ to: Int) -> Range<Int64> { SummaryFixture.at(0, from)..<SummaryFixture.at(0, to) }

  private func addTheExample() throws {
    try fixture.add("step_count", SummaryFixture.watch, 480, 490, 100)
    try fixture.add("step_count", SummaryFixture.phone, 485, 495, 90)
    try fixture.add("step_count", SummaryFixture.app, 480, 540, 600)
  }

  /// The table in docs/health.md.
  @Test func theExampleIsExplained() throws {
    try addTheExample()
    try fixture.computeAll()
    let steps = try #require(try fixture.explanation().sums.first)
    #expect(steps.key == "steps" && steps.total == 595 && steps.basis == .samples)
    typealias Part = DayExplanation.Part
    typealias LeftOut = DayExplanation.LeftOut
    let watch = Part(source: "Watch", isUserEntered: false, value: 100, minutes: 10, spans: [span(480, 490)], leftOut: [])
    let phone = Part(
      source: "Phone", isUserEntered: false, value: 45, minutes: 5, spans: [span(490, 495)],
      leftOut: [LeftOut(value: 45, minutes: 5, spans: [span(485, 490)], because: "Watch")])
    let app = Part(
      source: "App", isUserEntered: false, value: 450, minutes: 45, spans: [span(495, 540)],
      leftOut: [
        LeftOut(value: 100, minutes: 10, spans: [span(480, 490)], because: "Watch"),
        LeftOut(value: 50, minutes: 5, spans: [span(490, 495)], because: "Phone"),
      ])
    #expect(steps.parts == [watch, phone, app])
    #expect(try fixture.explanation().shown?.steps == 595)
  }

  @Test func aNightAndWorkoutsAreExplained() throws {
    try fixture.add("sleep_analysis", SummaryFixture.phone, 10, 430, 0)
    try fixture.add("sleep_analysis", SummaryFixture.watch, 20, 200, 3)
    try fixture.add("sleep_analysis", SummaryFixture.app, 30, 420, 1)
    try fixture.workout("running", "Watch", 600, 640, 38.5)
    try fixture.workout("running", "App", 601, 641)
    try fixture.computeAll()
    let why = try fixture.explanation()
    let night = try #require(why.sleep.first)
    #expect(night.asleepMin == 400 && night.inBedMin == 420)
    #expect(
      night.parts == [
        DayExplanation.Stage(source: "App", stage: .asleep, minutes: 220, spans: [span(200, 420)]),
        DayExplanation.Stage(source: "Watch", stage: .core, minutes: 180, spans: [span(20, 200)]),
      ])
    #expect(night.leftOut == [.init(source: "App", stage: .asleep, minutes: 170, because: "Watch")])
    #expect(why.workouts.map(\.sameAs) == [nil, "Watch"])
    #expect(why.json["sleep"].array?.first?["asleep_min"] == .number("400"))
    #expect(why.json["workouts"].array?.last?["same_as"] == .string("Watch"))
  }

  @Test func aDayOfWhichNothingIsKnownHasAnEmptyExplanation() throws {
    let why = try fixture.explanation(7)
    #expect(why.sums.isEmpty && why.sleep.isEmpty && why.workouts.isEmpty && why.readings.isEmpty && why.shown == nil)
  }

  @Test func theDeviceThatKnowsMostIsShown() throws {
    try addTheExample()
    try fixture.computeAll()
    func other(_ device: String, _ steps: Int, samples: Int) throws {
      try fixture.store.run(
        """
        INSERT INTO day_summary(id, day, zone, steps, samples, sources, rule_version)
        VALUES ('2026-03-01/\(device)', '2026-03-01', 'UTC', \(steps), \(samples), 1, 1)
        """)
    }
    try other("aa", 1, samples: 2)
    #expect(try fixture.summary()?.steps == 595)
    try other("bb", 2, samples: 3)
    // As many samples as ours, and written later.
    #expect(try fixture.summary()?.steps == 2)
    try other("cc", 3, samples: 400)
    #expect(try fixture.summary()?.steps == 3)
    // Computing anew leaves the others' rows alone.
    try fixture.computeAll()
    #expect(try fixture.store.number("SELECT count(*) FROM day_summary") == 4)
  }

  @Test func computingAnewTellsHowManyDaysChanged() throws {
    try addTheExample()
    try fixture.add("step_count", SummaryFixture.watch, 1440 * 3, 1440 * 3 + 5, 7)
    let report = try fixture.log.rebuild(from: nil, through: nil, settings: fixture.settings)
    #expect(report.days == 2 && report.changed == 2 && report.ms > 0)
    #expect(RebuildReport(days: 2, changed: 2, ms: 5.25).json.text == #"{"days":2,"changed":2,"ms":5.25}"#)
    try fixture.store.run("UPDATE day_summary SET steps = 1")
    let day = SummaryFixture.day(3)
    #expect(try fixture.log.rebuild(from: day, through: day, settings: fixture.settings).changed == 1)
    #expect(try fixture.summary(3)?.steps == 7)
    #expect(try fixture.summary()?.steps == 1)
  }

  @Test func ringsAreComparedWith() throws {
    try fixture.add("active_energy_burned", SummaryFixture.watch, 480, 540, 300)
    try fixture.store.run(
      "INSERT INTO activity_ring(day, active_kcal, exercise_min) VALUES ('2026-03-01', 310, 20), ('2026-03-02', 500, NULL)")
    try fixture.computeAll()
    try fixture.store.run("DELETE FROM day_summary WHERE day = '2026-03-02'")
    let checks = try fixture.log.ringChecks(from: SummaryFixture.day(), through: SummaryFixture.day(6))
    #expect(checks.map(\.isClose) == [true, nil])
    #expect(checks.first?.exerciseMin == 20)
    let difference: Double = 300 / 310 - 1
    #expect(checks.first?.activeDifference == difference)
  }

  @Test func anEmptyLibraryIsUpToDate() throws {
    let store = try StoreFixture()
    #expect(try SummaryLog(store.library).bringUpToDate(settings: HealthSettings()) == 0)
    #expect(try store.dump("notebook") == [])
    #expect(try SummaryLog(store.library).rebuild(from: nil, through: nil, settings: HealthSettings()).days == 0)
  }
}
