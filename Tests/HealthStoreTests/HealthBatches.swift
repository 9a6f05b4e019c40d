import HealthModel

@testable import HealthStore

/// Batches as a reader would make them, and an import of them.
struct HealthBatches {
  /// 2026-02-10 00:00 UTC.
  static let midnight: Int64 = 1_770_681_600_000
  static let settings = HealthSettings(machineZone: "Europe/Paris")

  /// The names that `sample` counts on: types step_count, heart_rate, sleep_analysis, mindful_session; sources Watch, Phone; units count,
  /// kJ (as kcal), a category, no value; devices Apple Watch, iPhone.
  static var names: HealthBatch {
    var batch = HealthBatch()
    batch.newTypes = ["step_count", "heart_rate", "sleep_analysis", "mindful_session"]
    batch.newSources = [
      HealthSource(name: "Watch", kind: .watch, origin: .appleHealth), HealthSource(name: "Phone", kind: .phone, origin: .appleHealth),
    ]
    batch.newUnits = [
      SampleUnit(name: "count", stored: "count"), SampleUnit(name: "kJ", stored: "kcal", factor: 1 / 4.184),
      SampleUnit(name: "HKCategoryValueSleepAnalysis", stored: ""), .noValue,
    ]
    batch.newDevices = ["Apple Watch", "iPhone"]
    return batch
  }

  /// A minute of steps, `minute` minutes after `midnight`.
  static func sample(_ minute: Int64, value: Double = 10, type: Int32 = 0, source: Int32 = 0, unit: Int32 = 0, day: Int64 = 0) -> Sample {
    Sample(
      type: type, source: source, unit: unit, device: source, startMs: midnight + day * 86_400_000 + minute * 60_000, durationMs: 60_000,
      value: value, lagS: 30)
  }

  /// `names` with samples.
  static func batch(_ samples: [Sample]) -> HealthBatch {
    var batch = names
    batch.samples = samples
    return batch
  }

  /// A report of a file that is a whole history.
  static func whole(_ records: Int = 0) -> ReadingReport {
    var report = ReadingReport()
    report.records = records
    report.isWhole = true
    return report
  }

  /// Imports batches.
  @discardableResult
  static func run(
    _ batches: [HealthBatch], into library: Library, report: ReadingReport = whole(), origin: HealthOrigin = .appleHealth
  ) throws -> ImportOutcome {
    let session = try ImportSession(library, file: "export.zip", origin: origin, settings: settings, at: StoreFixture.noon)
    for batch in batches { try session.write(batch) }
    return try session.finish(report, at: StoreFixture.later(5000))
  }
}
