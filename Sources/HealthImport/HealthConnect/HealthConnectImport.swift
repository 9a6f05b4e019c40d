import GRDB
import HealthModel

/// One reading of a Health Connect database, table after table, row after row.
struct HealthConnectImport {
  /// The columns that every record has beside its values.
  struct Common {
    /// The common columns, in the order that `common(of:at:)` expects.
    static let columns = ["app_info_id", "device_info_id", "last_modified_time", "recording_method", "uuid"]

    let source: Int32
    let device: Int32
    /// The time when this version of the record was written, milliseconds UTC; `nil` = not known.
    let modifiedMs: Int64?
    let flags: Int32
    /// The record's `uuid`, as its bytes; `nil` = not given. Edited records keep it. Health Connect derives it from the
    /// app's `client_record_id`, where there is one, so that it alone identifies a record.
    fileprivate(set) var uuid = DatabaseValue.null

    /// The record's `uuid` in lower-case hexadecimal digits without dashes (`HealthConnectDatabase.recordID`); `nil` =
    /// not given.
    var recordID: String? { HealthConnectDatabase.recordID(uuid) }

    /// The same with the export's name before it.
    var record: String? { recordID.map(HealthConnectImport.record) }

    /// The same as `SampleVersion.record` has it. There is one for each heart beat, so that a UUID isn't written out first.
    var versionID: HealthRecordID? {
      if case .blob(let bytes) = uuid.storage, let id = HealthRecordID(uuid: bytes) { return id }
      return record.map { HealthRecordID($0) }
    }
  }

  /// The data and remarks collected so far.
  var builder = BatchBuilder(origin: .healthConnect)
  let database: HealthConnectDatabase

  private var sources: HealthConnectSources
  private var handled: Set<String> = []
  private var rowsExpected: Int64 = 1
  private var rowsRead: Int64 = 0
  /// The newest time at which a record was written, milliseconds UTC.
  private var newestMs: Int64 = 0

  /// A reading of this database, at its beginning.
  init(_ database: HealthConnectDatabase) throws {
    self.database = database
    sources = try HealthConnectSources(database)
  }

  /// Reads all tables that are known and counts the rows of the others.
  mutating func read(deliver: (HealthBatch) throws -> Void) throws {
    let tables = database.columns.keys.filter(isRecordTable).sorted()
    for table in tables { rowsExpected += max(0, min(database.expectedRows(table), 1 << 40)) }
    for table in HealthConnectTable.all { try read(table, deliver: deliver) }
    try readHeartRates(deliver: deliver)
    try readMindfulness(deliver: deliver)
    try readSleep(deliver: deliver)
    try readWorkouts(deliver: deliver)
    for deletion in try database.deletedRecordIDs() {
      builder.noteDeletion(of: HealthRecordID(Self.record(deletion.recordID)), atMs: deletion.atMs ?? 0)
      if builder.isFull { try deliver(builder.takeBatch(bytesRead: database.bytes, bytesTotal: database.bytes)) }
    }
    for table in tables where !handled.contains(table) {
      let count = try database.count(table)
      if isPart(table) {
        builder.report.remark("rows of \(table) not read", count)
      } else {
        builder.report.records += count
        builder.report.skip("rows of \(table) not read", count)
      }
    }
    try readAppOrder()
  }

  /// Reads the facts about all records, once the records are read: where a table is broken, its records before that place are kept.
  private mutating func readAppOrder() throws {
    let (activity, sleep) = try (database.appOrder(ofCategory: 1), database.appOrder(ofCategory: 5))
    let order = AppOrder(activity: sources.names(ofApps: activity), sleep: sources.names(ofApps: sleep), atMs: newestMs)
    if !order.isEmpty { builder.report.appOrder = order }
    for (seconds, count) in try database.offsets() where (-50_400...50_400).contains(seconds) {
      builder.vote(forOffset: Int(seconds / 60), count)
    }
  }

  /// Tables of records and of their parts; not those with which Health Connect keeps its own books.
  private func isRecordTable(_ table: String) -> Bool {
    guard let columns = database.columns[table] else { return false }
    return columns.isSuperset(of: ["uuid", "app_info_id"]) || isPart(table) || table == "medical_resource_table"
  }

  /// Whether its rows are parts of records: stages, points, values of a series.
  private func isPart(_ table: String) -> Bool { database.columns[table]?.contains("parent_key") == true }

  // MARK: - For each row

  /// Notes that these tables are read.
  mutating func handle(_ tables: String...) { handled.formUnion(tables) }

  /// Returns the common columns of a row, the first of which is at `index`.
  mutating func common(of row: Row, at index: Int) throws -> Common {
    let modifiedMs = row.int(index + 2)
    if let modifiedMs { builder.note(modifiedMs) }
    if let modifiedMs, modifiedMs > newestMs, BatchBuilder.isPlausible(modifiedMs) { newestMs = modifiedMs }
    return Common(
      source: try sources.source(row.int(index), &builder), device: try sources.device(row.int(index + 1), &builder),
      modifiedMs: modifiedMs,
      // 3 = RECORDING_METHOD_MANUAL_ENTRY
      flags: row.int(index + 3) == 3 ? Sample.isUserEntered : 0, uuid: row[index + 4])
  }

  /// A record's id with the export's name before it.
  static func record(_ id: String) -> String { "\(HealthOrigin.healthConnect.rawValue)/\(id)" }

  /// Notes that the samples since `first` are a version of the record.
  mutating func noteVersion(_ common: Common, since first: Int) {
    builder.noteVersion(of: common.versionID, modifiedMs: common.modifiedMs, since: first)
  }

  /// Adds a sample with its value in the stored unit.
  mutating func add(_ type: Int32, _ unit: Int32, _ common: Common, from start: Int64, to end: Int64, _ value: Double) {
    guard BatchBuilder.isPlausible(start), BatchBuilder.isPlausible(end) else { return builder.skip("a time out of range") }
    builder.note(end)
    let lag = common.modifiedMs.flatMap { BatchBuilder.isPlausible($0) ? Int32(clamping: ($0 - end) / 1000) : nil }
    builder.add(
      Sample(
        type: type, source: common.source, unit: unit, device: common.device, startMs: start, durationMs: end - start, value: value,
        lagS: lag ?? Sample.unknownLag, flags: common.flags))
  }

  /// Counts a row that is done, and hands over what came together.
  mutating func finishRow(_ deliver: (HealthBatch) throws -> Void) throws {
    rowsRead += 1
    guard builder.isFull else { return }
    // A database isn't read from its beginning to its end: its size by the part of its rows is as good for progress.
    let part = min(1, Double(rowsRead) / Double(rowsExpected))
    try deliver(builder.takeBatch(bytesRead: Int64(Double(database.bytes) * part), bytesTotal: database.bytes))
  }

  // MARK: - Measurements

  private mutating func read(_ table: HealthConnectTable, deliver: (HealthBatch) throws -> Void) throws {
    let times = table.isInterval ? ["start_time", "end_time"] : ["time", "time"]
    guard let present = database.columns[table.name], table.measures.contains(where: { present.contains($0.column) }),
      let rows = try database.rows(table.name, times + Common.columns + table.measures.map(\.column), needed: Set(times))
    else { return }
    handle(table.name)
    let measures = try table.measures.map { (unit: $0.unit, type: try builder.type($0.type), place: try builder.unit($0.unit)) }
    while let row = try rows.next() {
      let common = try common(of: row, at: 2)
      if let start = row.int(0), let end = row.int(1) {
        var isEmpty = true
        let first = builder.sampleCount
        for (index, measure) in measures.enumerated() {
          // The smallest number there is stands for what wasn't recorded (NutritionRecord's 5e-324).
          guard let value = row.double(2 + Common.columns.count + index), value == 0 || value.magnitude >= .leastNormalMagnitude else {
            continue
          }
          isEmpty = false
          add(measure.type, measure.place, common, from: start, to: end, measure.unit.convert(value))
        }
        if isEmpty { builder.skip("no value") }
        noteVersion(common, since: first)
      } else {
        builder.skip("no start or end time")
      }
      try finishRow(deliver)
    }
  }

  private mutating func readHeartRates(deliver: (HealthBatch) throws -> Void) throws {
    let (series, parents) = ("heart_rate_record_series_table", "heart_rate_record_table")
    guard let parent = database.columns[parents], parent.contains("row_id"),
      database.columns[series]?.isSuperset(of: ["epoch_millis", "beats_per_minute", "parent_key"]) == true
    else { return }
    handle(series, parents)
    let common = Common.columns.map { parent.contains($0) ? "p.\($0)" : "NULL" }.joined(separator: ", ")
    // LEFT JOIN, so that the series is gone through as it lies and its parents are looked up.
    let rows = try database.rows(
      sql: "SELECT s.epoch_millis, s.beats_per_minute, \(common) FROM \(series) AS s LEFT JOIN \(parents) AS p ON p.row_id = s.parent_key")
    let type = try builder.type(SampleType.heartRate)
    let unit = try builder.unit(SampleUnit(name: "count/min", stored: "count/min"))
    while let row = try rows.next() {
      let common = try self.common(of: row, at: 2)
      if let at = row.int(0), let rate = row.double(1) {
        let first = builder.sampleCount
        add(type, unit, common, from: at, to: at, rate)
        noteVersion(common, since: first)
      } else {
        builder.skip("no time or value")
      }
      try finishRow(deliver)
    }
  }

  private mutating func readMindfulness(deliver: (HealthBatch) throws -> Void) throws {
    let table = "mindfulness_session_record_table"
    let times = ["start_time", "end_time"]
    guard let rows = try database.rows(table, times + Common.columns, needed: Set(times)) else { return }
    handle(table)
    let type = try builder.type(SampleType.mindfulSession)
    let unit = try builder.unit(.noValue)
    while let row = try rows.next() {
      let common = try common(of: row, at: 2)
      if let start = row.int(0), let end = row.int(1) {
        let first = builder.sampleCount
        add(type, unit, common, from: start, to: end, 0)
        noteVersion(common, since: first)
      } else {
        builder.skip("no start or end time")
      }
      try finishRow(deliver)
    }
  }
}
