import GRDB
import Glibc
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Android's Health Connect export, built table by table as AOSP creates them.
@Suite struct HealthConnectTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let common =
    "row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, last_modified_time INTEGER, client_record_id TEXT, device_info_id INTEGER, "
    + "app_info_id INTEGER, recording_method INTEGER, dedupe_hash BLOB"
  private static let interval =
    common + ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER, end_zone_offset INTEGER, local_date INTEGER"
  private static let instant = common + ", time INTEGER, zone_offset INTEGER, local_date INTEGER"

  /// 2026-01-04T07:00:00Z
  private static let t: Int64 = 1_767_510_000_000

  private static let base = """
    PRAGMA user_version = 23;
    CREATE TABLE application_info_table(row_id INTEGER PRIMARY KEY, package_name TEXT NOT NULL UNIQUE, app_name TEXT, app_icon BLOB);
    CREATE TABLE device_info_table(row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER);
    INSERT INTO application_info_table VALUES (1, 'com.sec.health', 'Samsung Health', NULL), (2, 'org.scale', NULL, NULL);
    INSERT INTO device_info_table VALUES (1, 'Samsung', 'Galaxy Watch4', 1), (2, 'Google', 'Pixel 8', 2), (3, NULL, NULL, 0);
    CREATE TABLE steps_record_table(\(interval), count INTEGER,
      local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset));
    INSERT INTO steps_record_table(uuid, last_modified_time, device_info_id, app_info_id, recording_method, start_time, end_time, count)
      VALUES (x'01', \(t) + 90000, 1, 1, 2, \(t), \(t) + 60000, 112), (x'02', NULL, 2, 1, 3, \(t), \(t) + 60000, 80);
    """

  /// Writes a database of `base` and more.
  private func database(_ sql: String = "") throws -> [UInt8] {
    let path = folder.file("made.db")
    unlink(path)
    do {
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: Self.base + sql) }
      try queue.close()
    }
    return try ProjectFiles.bytes(path)
  }

  private func read(_ path: String, keepsPart: Bool = false) throws -> AutoExportTests.Reading {
    var reading = AutoExportTests.Reading()
    let temporary = folder.file("temporary")
    mkdir(temporary, 0o700)
    reading.report = try HealthFile.open(path, temporaryFolder: temporary).read(keepsPart: keepsPart) { reading.take($0) }
    #expect(try ExportFolder(path: temporary).files.isEmpty)
    return reading
  }

  private func readArchive(_ sql: String = "") throws -> AutoExportTests.Reading {
    var writer = ZipWriter()
    try writer.add("health_connect_export.db", try database(sql))
    return try read(try folder.write(writer.finished(), to: "Health Connect.zip"))
  }

  @Test func archiveAndBareDatabaseGiveTheSame() throws {
    let packed = try readArchive()
    let bare = try read(try folder.write(try database(), to: "bare.db"))
    #expect(packed.sampleLines == bare.sampleLines)
    #expect(
      packed.sampleLines == [
        "step_count 112 count 2026-01-04T07:00:00 +60 Samsung Health", "step_count 80 count 2026-01-04T07:00:00 +60 Samsung Health",
      ])
    #expect(packed.samples.map(\.lagS) == [30, Sample.unknownLag])
    #expect(packed.samples.map(\.flags) == [0, Sample.isUserEntered])
    #expect(packed.samples.map(\.device) == [0, 1])
    #expect(packed.sources == [HealthSource(name: "Samsung Health", kind: .watch, origin: .healthConnect)])
    #expect(packed.report.records == 2)
    #expect(!packed.report.isWhole)
  }

  @Test func measurementsAreInStoredUnits() throws {
    let cases = [
      ("active_calories_burned_record_table", Self.interval, "energy", "500000", "active_energy_burned 500 kcal"),
      ("total_calories_burned_record_table", Self.interval, "energy", "2000000", "total_energy_burned 2000 kcal"),
      ("distance_record_table", Self.interval, "distance", "1234.5", "distance_walking_running 1234.5 m"),
      ("floors_climbed_record_table", Self.interval, "floors", "3", "flights_climbed 3 count"),
      ("hydration_record_table", Self.interval, "volume", "0.25", "dietary_water 250 mL"),
      ("weight_record_table", Self.instant, "weight", "70500", "body_mass 70.5 kg"),
      ("height_record_table", Self.instant, "height", "1.8", "height 1.8 m"),
      ("body_fat_record_table", Self.instant, "percentage", "18.5", "body_fat_percentage 18.5 %"),
      ("resting_heart_rate_record_table", Self.instant, "beats_per_minute", "52", "resting_heart_rate 52 count/min"),
      (
        "heart_rate_variability_rmssd_record_table", Self.instant, "heart_rate_variability_millis", "45.5",
        "heart_rate_variability_rmssd 45.5 ms"
      ),
      ("oxygen_saturation_record_table", Self.instant, "percentage", "97", "oxygen_saturation 97 %"),
      ("blood_glucose_record_table", Self.instant, "level", "5", "blood_glucose 90.078 mg/dL"),
    ]
    for (table, columns, column, value, expected) in cases {
      let isInterval = columns == Self.interval
      let reading = try read(
        try folder.write(
          try database(
            """
            ;DELETE FROM steps_record_table; CREATE TABLE \(table)(\(columns), \(column) REAL);
            INSERT INTO \(table)(app_info_id, \(isInterval ? "start_time, end_time" : "time"), \(column))
              VALUES (2, \(isInterval ? "\(Self.t), \(Self.t) + 60000" : "\(Self.t)"), \(value));
            """), to: "\(table).db"))
      #expect(reading.sampleLines == ["\(expected) 2026-01-04T07:00:00 +\(isInterval ? 60 : 0) org.scale"])
      #expect(reading.report.skipped.isEmpty && reading.report.remarks.isEmpty)
    }
  }

  @Test func mealIsASampleForEachNutrientThatWasRecorded() throws {
    let reading = try readArchive(
      """
      ;DELETE FROM steps_record_table; CREATE TABLE nutrition_record_table(\(Self.interval), energy REAL, protein REAL, total_fat REAL, meal_name TEXT);
      INSERT INTO nutrition_record_table(app_info_id, start_time, end_time, energy, protein, total_fat)
        VALUES (1, \(Self.t), \(Self.t) + 1000, 350000, 12.5, 5e-324), (1, \(Self.t), \(Self.t) + 1000, 5e-324, 5e-324, 5e-324);
      """)
    #expect(
      reading.sampleLines == [
        "dietary_energy_consumed 350 kcal 2026-01-04T07:00:00 +1 Samsung Health",
        "dietary_protein 12.5 g 2026-01-04T07:00:00 +1 Samsung Health",
      ])
    #expect(reading.report.skipped == ["no value": 1])
  }

  @Test func heartRatesAreASampleEach() throws {
    let reading = try readArchive(
      """
      ;DELETE FROM steps_record_table; CREATE TABLE heart_rate_record_table(\(Self.interval));
      CREATE TABLE heart_rate_record_series_table(parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
      INSERT INTO heart_rate_record_table(row_id, last_modified_time, app_info_id, device_info_id) VALUES (7, \(Self.t) + 65000, 1, 1);
      INSERT INTO heart_rate_record_series_table VALUES (7, 61, \(Self.t)), (7, 62, \(Self.t) + 5000), (8, 70, \(Self.t)), (7, NULL, \(Self.t));
      """)
    #expect(
      reading.sampleLines == [
        "heart_rate 61 count/min 2026-01-04T07:00:00 +0 Samsung Health", "heart_rate 62 count/min 2026-01-04T07:00:05 +0 Samsung Health",
        "heart_rate 70 count/min 2026-01-04T07:00:00 +0 Health Connect",
      ])
    #expect(reading.samples.map(\.lagS) == [65, 60, Sample.unknownLag])
    #expect(reading.report.skipped == ["no time or value": 1])
  }

  /// 7:00 light, 7:10 deep, 7:20 nothing said, 7:30 awake, 7:40 the end; then a night without stages.
  @Test func nightsAreStagesAndWhatIsBetweenThemIsSleep() throws {
    let minute: Int64 = 60_000
    let reading = try readArchive(
      """
      ;DELETE FROM steps_record_table; CREATE TABLE sleep_session_record_table(\(Self.interval), notes TEXT, title TEXT);
      CREATE TABLE sleep_stages_table(parent_key INTEGER NOT NULL, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER);
      INSERT INTO sleep_session_record_table(row_id, app_info_id, start_time, end_time) VALUES (1, 1, \(Self.t), \(Self.t + 40 * minute)),
        (2, 1, \(Self.t + 60 * minute), \(Self.t + 90 * minute));
      INSERT INTO sleep_stages_table VALUES (1, \(Self.t + 30 * minute), \(Self.t + 40 * minute), 7), (1, \(Self.t), \(Self.t + 10 * minute), 4),
        (1, \(Self.t + 10 * minute), \(Self.t + 20 * minute), 5);
      """)
    #expect(
      reading.sampleLines == [
        "sleep_analysis 3 2026-01-04T07:00:00 +600 Samsung Health", "sleep_analysis 4 2026-01-04T07:10:00 +600 Samsung Health",
        "sleep_analysis 1 2026-01-04T07:20:00 +600 Samsung Health", "sleep_analysis 2 2026-01-04T07:30:00 +600 Samsung Health",
        "sleep_analysis 1 2026-01-04T08:00:00 +1800 Samsung Health",
      ])
  }

  @Test func exerciseHasPausesLapsAndRoute() throws {
    let minute: Int64 = 60_000
    let reading = try readArchive(
      """
      ;CREATE TABLE exercise_session_record_table(\(Self.interval), notes TEXT, exercise_type INTEGER, title TEXT, has_route INTEGER);
      CREATE TABLE exercise_segments_table(parent_key INTEGER, segment_start_time INTEGER, segment_end_time INTEGER, segment_type INTEGER, repetitions_count INTEGER);
      CREATE TABLE exercise_laps_table(parent_key INTEGER, lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL);
      CREATE TABLE exercise_route_table(parent_key INTEGER, timestamp_millis INTEGER, latitude REAL, longitude REAL, altitude REAL);
      INSERT INTO exercise_session_record_table(row_id, app_info_id, device_info_id, start_time, end_time, exercise_type, title)
        VALUES (3, 1, 1, \(Self.t), \(Self.t + 30 * minute), 33, 'Park'), (4, 1, NULL, \(Self.t), \(Self.t + 20 * minute), 45, NULL),
        (5, 1, NULL, \(Self.t), \(Self.t + 20 * minute), 99, NULL);
      INSERT INTO exercise_segments_table VALUES (3, \(Self.t + 5 * minute), \(Self.t + 10 * minute), 67, 0),
        (3, \(Self.t + 8 * minute), \(Self.t + 11 * minute), 67, 0), (3, \(Self.t), \(Self.t + minute), 16, 0), (9, 0, 1, 67, 0);
      INSERT INTO exercise_laps_table VALUES (3, \(Self.t), \(Self.t + 15 * minute), 1000);
      INSERT INTO exercise_route_table VALUES (3, \(Self.t + 2000), 52.5, 13.4, 34), (3, \(Self.t + 1000), 52.4, 13.3, NULL), (3, 0, 99, 13, 1);
      """)
    #expect(reading.workouts.map(\.activity) == ["running", "traditional_strength_training", "other"])
    #expect(reading.workouts.map(\.durationMin) == [24, 20, 20])
    let run = try #require(reading.workouts.first)
    #expect(run.events.map(\.type) == ["pause", "pause", "lap"])
    #expect(run.details == [.init(key: "title", text: "Park")])
    #expect(run.routes == reading.tracks.map(\.file))
    #expect(reading.tracks.first?.points.map(\.latitude) == [52.4, 52.5])
    #expect(reading.tracks.first?.points.map(\.elevationM) == [nil, 34])
  }

  @Test func numbersOfActivitiesAreTheFrameworks() {
    #expect(HealthConnectActivity.name(of: 53) == "walking")
    #expect(HealthConnectActivity.name(of: 57) == "yoga")
    #expect(HealthConnectActivity.name(of: 61) == "rowing")
    for number in [Int64.min, -1, 62, .max] { #expect(HealthConnectActivity.name(of: number) == "other") }
  }

  @Test func whatIsNotReadIsCountedAndWhatIsOddIsSkipped() throws {
    let reading = try readArchive(
      """
      ;CREATE TABLE menstruation_flow_record_table(\(Self.instant), flow INTEGER);
      INSERT INTO menstruation_flow_record_table(uuid) VALUES (x'01'), (x'02');
      CREATE TABLE change_logs_table(a INTEGER); INSERT INTO change_logs_table VALUES (1);
      CREATE VIEW weight_record_table AS SELECT 1 AS time, 2 AS weight;
      INSERT INTO steps_record_table(start_time, end_time, count) VALUES ('soon', 5, 5), (\(Self.t), \(Self.t) - 1, 5), (\(Self.t), \(Self.t), 'many'),
        (-9223372036854775807, 9223372036854775807, 5), (\(Self.t), \(Self.t), 9e999);
      """)
    #expect(reading.report.remarks.isEmpty)
    #expect(
      reading.report.skipped == [
        "rows of menstruation_flow_record_table not read": 2, "no start or end time": 1, "ends before it starts": 1, "no value": 1,
        "a time out of range": 1, "not a number": 1,
      ])
    #expect(reading.samples.count == 2)
    #expect(reading.report.records == 9)
  }

  /// Parts without a record, tables whose rows aren't read, and nutrients that Apple doesn't have.
  @Test func partsWithoutARecordAreCounted() throws {
    let reading = try readArchive(
      """
      ;DELETE FROM steps_record_table;
      CREATE TABLE sleep_session_record_table(\(Self.interval)); CREATE TABLE sleep_stages_table(parent_key INTEGER, stage_start_time INTEGER,
        stage_end_time INTEGER, stage_type INTEGER);
      INSERT INTO sleep_session_record_table(row_id, app_info_id, start_time, end_time) VALUES (5, 1, \(Self.t), \(Self.t) + 1000);
      INSERT INTO sleep_stages_table VALUES (1, 1, 2, 4), (5, \(Self.t), \(Self.t) + 1000, 4), (6, 1, 2, 4), (NULL, 1, 2, 4);
      CREATE TABLE exercise_session_record_table(\(Self.interval), exercise_type INTEGER, title TEXT);
      CREATE TABLE exercise_segments_table(parent_key INTEGER, segment_start_time INTEGER, segment_end_time INTEGER, segment_type INTEGER);
      CREATE TABLE exercise_laps_table(parent_key INTEGER, lap_start_time INTEGER);
      CREATE TABLE exercise_route_table(parent_key INTEGER, timestamp_millis INTEGER, latitude REAL, longitude REAL, altitude REAL);
      INSERT INTO exercise_session_record_table(row_id, app_info_id, start_time, end_time) VALUES (3, 1, \(Self.t), \(Self.t) + 1000);
      INSERT INTO exercise_segments_table VALUES (3, \(Self.t), \(Self.t) + 10, 5), (4, 1, 2, 67);
      INSERT INTO exercise_laps_table VALUES (3, 1), (4, 1);
      INSERT INTO exercise_route_table VALUES (2, 1, 1, 1, 1), (3, 0, 99, 13, 1), (9, 1, 1, 1, 1);
      CREATE TABLE medical_resource_table(medical_resource_row_id INTEGER PRIMARY KEY, fhir_data TEXT);
      INSERT INTO medical_resource_table VALUES (1, '{}');
      CREATE TABLE nutrition_record_table(\(Self.interval), energy_from_fat REAL, trans_fat REAL, unsaturated_fat REAL, folic_acid REAL);
      INSERT INTO nutrition_record_table(app_info_id, start_time, end_time, energy_from_fat, trans_fat, unsaturated_fat, folic_acid)
        VALUES (1, \(Self.t), \(Self.t) + 1000, 90000, 1, 2, 0.5);
      """)
    #expect(
      reading.sampleLines.map { String($0.prefix { !$0.isNumber }) }.sorted() == [
        "dietary_energy_from_fat ", "dietary_fat_trans ", "dietary_fat_unsaturated ", "dietary_folic_acid ", "sleep_analysis ",
      ])
    #expect(reading.samples.first { reading.types[Int($0.type)] == "dietary_energy_from_fat" }?.value == 90)
    #expect(reading.report.skipped == ["sleep stages without a night": 3, "rows of medical_resource_table not read": 1])
    #expect(
      reading.report.remarks == [
        "exercise segments other than pauses not kept": 1, "exercise segments without a workout not kept": 1,
        "rows of exercise_laps_table not read": 2, "route points without time or place": 1, "route points without a workout not kept": 2,
      ])
    #expect(reading.report.records == 10)
  }

  @Test func olderDatabaseWithFewColumnsIsRead() throws {
    let path = folder.file("old.db")
    try DatabaseQueue(path: path).write {
      try $0.execute(
        sql: """
          CREATE TABLE steps_record_table(row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, start_time INTEGER, end_time INTEGER, count INTEGER);
          INSERT INTO steps_record_table VALUES (1, x'01', 1, \(Self.t), \(Self.t) + 1000, 5);
          """)
    }
    #expect(try read(path).sampleLines == ["step_count 5 count 2026-01-04T07:00:00 +1 Health Connect"])
  }

  @Test func databaseOfAnotherProgramIsRefused() throws {
    let path = folder.file("other.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT)") }
    let error = try #require(throws: ImportError.self) { try read(path) }
    #expect(error.code == .notAnExport)
    #expect(error.message == "no health export in \(path): it is a database of another program")
  }

  @Test func brokenDatabaseIsRefusedOrKeptInPart() throws {
    let rows = (0..<20_000).map {
      "(x'\(String($0 + 65_536, radix: 16).dropFirst())', 1, \(Self.t + Int64($0) * 1000), \(Self.t + Int64($0) * 1000), 1)"
    }
    var bytes = try database(
      ";INSERT INTO steps_record_table(uuid, app_info_id, start_time, end_time, count) VALUES " + rows.joined(separator: ","))
    // The last pages' kinds and counts of cells.
    for page in 1...40 {
      bytes.replaceSubrange(bytes.count - page * 4096..<bytes.count - page * 4096 + 16, with: [UInt8](repeating: 0xEE, count: 16))
    }
    let path = try folder.write(bytes, to: "broken.db")
    let error = try #require(throws: ImportError.self) { try read(path) }
    #expect(error.code == .broken)
    let part = try read(path, keepsPart: true)
    #expect(part.report.endedEarly == error.message)
    #expect((1..<20_000).contains(part.samples.count))
  }

  /// 150 databases with bytes changed all over: read, or one of our errors.
  @Test func changedBytesNeverCrash() throws {
    let right = try database(
      """
      ;CREATE TABLE sleep_session_record_table(\(Self.interval)); CREATE TABLE sleep_stages_table(parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER);
      INSERT INTO sleep_session_record_table(app_info_id, start_time, end_time) VALUES (1, \(Self.t), \(Self.t) + 1000);
      INSERT INTO sleep_stages_table VALUES (1, \(Self.t), \(Self.t) + 1000, 4);
      """)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<150 {
      var bytes = right
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        bytes[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        _ = try read(try folder.write(bytes, to: "changed.db"))
      } catch let error as ImportError {
        #expect(error.kind == .badData)
      }
    }
  }
}
