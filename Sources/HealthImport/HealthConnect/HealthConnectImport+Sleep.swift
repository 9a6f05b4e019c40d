import GRDB
import HealthModel

extension HealthConnectImport {
  /// Reads nights: each stage is a sample. Time without a stage counts as sleep without a stage, as in Health Connect
  /// itself (a session's duration without its awake stages).
  mutating func readSleep(deliver: (HealthBatch) throws -> Void) throws {
    let table = "sleep_session_record_table"
    let columns = ["row_id", "start_time", "end_time"] + Common.columns
    guard let rows = try database.rows(table, columns, needed: ["row_id", "start_time", "end_time"], order: ["row_id"]) else { return }
    handle(table)
    var stages = try HealthConnectChildren(
      database, "sleep_stages_table", ["stage_start_time", "stage_end_time", "stage_type"], orderedBy: "stage_start_time")
    if stages.isReadable { handle("sleep_stages_table") }
    let type = try builder.type(SampleType.sleepAnalysis)
    while let row = try rows.next() {
      let common = try common(of: row, at: 3)
      guard let id = row.int(0), let start = row.int(1), let end = row.int(2) else {
        builder.skip("no start or end time")
        continue
      }
      let first = builder.sampleCount
      var covered = start
      for stage in try stages.rows(of: id) {
        guard let from = Int64.fromDatabaseValue(stage[0]), let to = Int64.fromDatabaseValue(stage[1]),
          let number = Int64.fromDatabaseValue(stage[2])
        else {
          builder.skip("no start or end time")
          continue
        }
        if from > covered { try addStage(2, type, common, from: covered, to: min(from, end)) }
        try addStage(number, type, common, from: from, to: to)
        covered = max(covered, to)
      }
      if covered < end { try addStage(2, type, common, from: covered, to: end) }
      noteVersion(common, since: first)
      try finishRow(deliver)
    }
    let orphans = try stages.finish()
    builder.report.records += orphans
    builder.report.skip("sleep stages without a night", orphans)
  }

  private mutating func addStage(_ number: Int64, _ type: Int32, _ common: Common, from: Int64, to: Int64) throws {
    let (stage, word) = Self.stage(number)
    add(type, try builder.unit(SampleUnit(name: word, stored: "")), common, from: from, to: to, Double(stage.rawValue))
  }

  /// AOSP's `SleepSessionRecord.StageType`; what isn't known counts as sleep there.
  private static func stage(_ number: Int64) -> (SleepStage, String) {
    switch number {
    case 1: (.awake, "awake")
    case 3: (.awake, "out of bed")
    case 4: (.core, "light")
    case 5: (.deep, "deep")
    case 6: (.rem, "rem")
    case 7: (.awake, "awake in bed")
    default: (.asleep, "sleeping")
    }
  }
}
