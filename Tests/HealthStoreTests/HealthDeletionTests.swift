import GRDB
import HealthModel
import Testing
import TestSupport

@testable import HealthStore

/// Samples that an earlier whole export had and the next one hasn't.
@Suite struct HealthDeletionTests {
  private let store: StoreFixture

  init() throws { store = try StoreFixture() }

  /// Ten samples on each of three days, by two sources.
  private let three = (0..<30).map { HealthBatches.sample($0 % 10, value: Double($0), source: Int32($0 % 2), day: $0 / 10) }

  /// Imports a file as the program does, with a second reading where one is asked for.
  @discardableResult
  private func run(
    _ samples: [Sample], applying: Bool = false, report: ReadingReport = HealthBatches.whole(), origin: HealthOrigin = .appleHealth
  ) throws -> (outcome: ImportOutcome, isReadTwice: Bool) {
    let session = try ImportSession(store.library, file: "x", origin: origin, settings: HealthBatches.settings, at: StoreFixture.noon)
    try session.write(HealthBatches.batch(samples))
    var check = try session.deletionCheck(for: report)
    try check?.add(HealthBatches.batch(samples))
    try check?.conclude()
    return (try session.finish(report, deletions: check, applyingDeletions: applying, at: StoreFixture.noon), check != nil)
  }

  private func samples() throws -> [String] { try store.text("SELECT start_ms, source, value FROM sample ORDER BY start_ms, value") }

  @Test func aGrownExportNeedsNoSecondReading() throws {
    #expect(try !run(three).isReadTwice)
    #expect(try !run(three).isReadTwice)
    // New samples on a day that was there, twice in the file, and on a new day.
    let grown = three + [HealthBatches.sample(50), HealthBatches.sample(50), HealthBatches.sample(1, day: 4)]
    let result = try run(grown)
    #expect(!result.isReadTwice && result.outcome.added == 2)
    #expect(try !run(grown).isReadTwice)
  }

  @Test func vanishedSamplesAreToldAndStay() throws {
    try run(three)
    let before = try samples()
    let rest = three.filter { $0.value != 11 && $0.value != 13 && $0.value != 20 }
    // Told again by each import until they are removed.
    for _ in 0..<2 {
      let result = try run(rest)
      #expect(result.isReadTwice)
      #expect(
        result.outcome.vanished == [
          VanishedGroup(type: "step_count", source: "Phone", utcDay: Day(number: 20_495), count: 2),
          VanishedGroup(type: "step_count", source: "Watch", utcDay: Day(number: 20_496), count: 1),
        ])
      #expect(result.outcome.removed == 0)
      #expect(try samples() == before)
    }
  }

  @Test func vanishedSamplesAreRemovedWhenThatIsWanted() throws {
    var batch = HealthBatches.batch(three)
    batch.details = [SampleDetail(sample: three[11], key: "k", text: "v"), SampleDetail(sample: three[12], key: "k", text: "v")]
    try HealthBatches.run([batch], into: store.library)
    let rest = three.filter { $0.value != 11 }
    let result = try run(rest, applying: true)
    #expect(result.outcome.removed == 1)
    #expect(try samples().count == 29)
    #expect(try store.text("SELECT value FROM sample_detail") == ["12.0"])
    #expect(try store.text("SELECT removed FROM imports ORDER BY n") == ["0", "1"])
    #expect(try !run(rest).isReadTwice)
    // A record that comes back is new.
    let back = try run(three)
    #expect(back.outcome.added == 1 && !back.isReadTwice)
  }

  @Test func aWholeDayMayVanish() throws {
    try run(three)
    let rest = three.filter { $0.startMs < HealthBatches.midnight + 86_400_000 || $0.startMs >= HealthBatches.midnight + 2 * 86_400_000 }
    #expect(try run(rest, applying: true).outcome.removed == 10)
    #expect(try store.text("SELECT DISTINCT utc_day FROM sample_group ORDER BY 1") == ["20494", "20496"])
  }

  @Test func aSampleThatOnlyCameTwiceBeforeIsNotMissed() throws {
    try run(three + [three[4]])
    let result = try run(three, applying: true)
    #expect(result.isReadTwice && result.outcome.vanished == [] && result.outcome.removed == 0)
    #expect(try !run(three).isReadTwice)
  }

  @Test func whatIsOutsideTheFileIsNoneOfItsBusiness() throws {
    let hearts = (0..<5).map { HealthBatches.sample($0, type: 1) }
    try run(three + hearts)
    // Another type; another source; days before and after.
    for part in [
      three, three.filter { $0.source == 0 } + hearts,
      (three + hearts).filter { $0.startMs >= HealthBatches.midnight + 86_400_000 && $0.startMs < HealthBatches.midnight + 2 * 86_400_000 },
    ] {
      let result = try run(part, applying: true)
      #expect(result.outcome.removed == 0 && !result.isReadTwice)
    }
    #expect(try samples().count == 35)
    // But the whole one is still remembered.
    #expect(try run(Array((three + hearts).dropLast()), applying: true).outcome.removed == 1)
  }

  @Test func onlyAWholeExportSaysThatSomethingVanished() throws {
    try run(three)
    let rest = Array(three.dropFirst())
    var part = HealthBatches.whole()
    part.isWhole = false
    #expect(try !run(rest, applying: true, report: part).isReadTwice)
    var cut = HealthBatches.whole()
    cut.endedEarly = "it is cut off"
    #expect(try !run(rest, applying: true, report: cut).isReadTwice)
    #expect(try !run(rest, applying: true, origin: .healthConnect).isReadTwice)
    #expect(try samples().count == 30)
    #expect(try store.text("SELECT whole FROM health_import ORDER BY n") == ["1", "0", "0", "1"])
  }

  @Test func whatAnotherKindOfFileBroughtIsNeverRemoved() throws {
    var part = HealthBatches.whole()
    part.isWhole = false
    try run([HealthBatches.sample(500)], report: part)
    try run(three)
    #expect(try run(Array(three.dropFirst()), applying: true).outcome.removed == 1)
    #expect(try store.text("SELECT start_ms FROM sample WHERE import = 1") == ["\(HealthBatches.midnight + 500 * 60_000)"])
  }
}
