import Foundation
import HealthModel
import TestSupport
import Testing

/// Numbers that no phone exports, in every place of every kind of export that takes one: an import may count them as useless or keep them, but nothing
/// ends by a signal, neither the import nor what shows days afterwards.
@Suite("F3: exports with numbers of any size") struct HostileExportTests {
  private static let numbers = [
    "0", "-0", "-1", "9007199254740991", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "1e19", "1000000000000000000000000000000", "1e308", "-1e308", "1e309", "5e-324", "NaN", "Infinity", "-inf",
    "0x7f", "1,5", "",
  ]

  private static let day = "2026-02-10"

  @Test(arguments: numbers)
  func appleHealth(number: String) throws {
    let types = [
      ("StepCount", "count"), ("DistanceWalkingRunning", "km"), ("ActiveEnergyBurned", "kcal"), ("BasalEnergyBurned", "kcal"),
      ("FlightsClimbed", "count"),
      ("AppleExerciseTime", "min"), ("HeartRate", "count/min"), ("RestingHeartRate", "count/min"), ("BodyMass", "kg"), ("Height", "cm"),
      ("DietaryEnergyConsumed", "kcal"), ("OxygenSaturation", "%"), ("BodyTemperature", "degF"),
    ]
    var elements = types.map { type, unit in
      HealthExportFixture.record(
        "HKQuantityTypeIdentifier" + type, "Watch", "\(Self.day) 08:00:00 +0000", "\(Self.day) 08:10:00 +0000", number, unit: unit)
    }
    elements.append(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(number)" durationUnit="min" totalDistance="\(number)" \
      totalDistanceUnit="km" totalEnergyBurned="\(number)" totalEnergyBurnedUnit="kcal" sourceName="Watch" creationDate="\(Self.day) 09:00:00 +0000" \
      startDate="\(Self.day) 08:00:00 +0000" endDate="\(Self.day) 09:00:00 +0000"><WorkoutStatistics \
      type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="\(Self.day) 08:00:00 +0000" endDate="\(Self.day) 09:00:00 +0000" sum="\(number)" \
      average="\(number)" minimum="\(number)" maximum="\(number)" unit="kcal"/></Workout>
      """)
    elements.append(
      """
      <ActivitySummary dateComponents="\(Self.day)" activeEnergyBurned="\(number)" activeEnergyBurnedGoal="\(number)" activeEnergyBurnedUnit="kcal" \
      appleMoveTime="\(number)" appleMoveTimeGoal="\(number)" appleExerciseTime="\(number)" appleExerciseTimeGoal="\(number)" \
      appleStandHours="\(number)" appleStandHoursGoal="\(number)"/>
      """)
    try expectNoTrap(HealthExportFixture.apple(elements), named: "export.xml")
  }

  @Test(arguments: numbers.filter { !$0.isEmpty })
  func autoExport(number: String) throws {
    let time = "\"\(Self.day) 08:00:00 +0000\""
    let names = [
      ("step_count", "count"), ("walking_running_distance", "km"), ("active_energy", "kJ"), ("basal_energy_burned", "kcal"),
      ("flights_climbed", "count"),
      ("apple_exercise_time", "min"), ("resting_heart_rate", "bpm"), ("weight_body_mass", "lb"), ("dietary_energy", "kcal"),
      ("apple_stand_hour", "count"),
    ]
    var metrics = names.map { name, unit in
      #"{"name":"\#(name)","units":"\#(unit)","data":[{"date":\#(time),"qty":\#(number),"source":"Watch"}]}"#
    }
    metrics.append(#"{"name":"heart_rate","units":"bpm","data":[{"date":\#(time),"Min":\#(number),"Avg":\#(number),"Max":\#(number)}]}"#)
    metrics.append(
      #"""
      {"name":"sleep_analysis","units":"hr","data":[{"date":\#(time),"sleepStart":\#(time),"sleepEnd":"2026-02-10 09:00:00 +0000","asleep":\#(number),
      "core":\#(number),"deep":\#(number),"rem":\#(number),"awake":\#(number),"inBed":\#(number),"totalSleep":\#(number)}]}
      """#)
    let quantity = #"{"qty":\#(number),"units":"km"}"#
    let workout = #"""
      {"id":"1","name":"Running","start":\#(time),"end":"2026-02-10 09:00:00 +0000","duration":\#(number),"distance":\#(quantity),
      "activeEnergyBurned":{"qty":\#(number),"units":"kJ"},"avgHeartRate":{"qty":\#(number),"units":"bpm"},"maxHeartRate":{"qty":\#(number),"units":"bpm"},
      "route":[{"latitude":\#(number),"longitude":\#(number),"altitude":\#(number),"timestamp":\#(time)}]}
      """#
    let json = #"{"data":{"metrics":[\#(metrics.joined(separator: ","))],"workouts":[\#(workout)]}}"#
    // The same as texts.
    try expectNoTrap(Array(json.utf8), named: "export.json")
    try expectNoTrap(Array(json.replacing(":\(number)", with: ":\"\(number)\"").utf8), named: "texts.json")
  }

  @Test(arguments: numbers)
  func healthConnect(number: String) throws {
    let home = try TemporaryFolder()
    let path = home.file("export.db")
    // Real where it is one, else whatever SQLite makes of it.
    let value = Double(number).map { $0.isNaN ? "'NaN'" : $0.isInfinite ? "9e999" : number } ?? "'\(number)'"
    let common = "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time, app_info_id, device_info_id, recording_method"
    let times = "1770710400000, 1770714000000"
    let tables = [
      ("steps", "count"), ("distance", "distance"), ("floors_climbed", "floors"), ("active_calories_burned", "energy"),
      ("total_calories_burned", "energy"), ("weight", "weight"), ("height", "height"), ("resting_heart_rate", "beats_per_minute"),
    ]
    var sql = tables.map { table, column in
      let isInstant = ["weight", "height", "resting_heart_rate"].contains(table)
      return """
        CREATE TABLE \(table)_record_table(\(common), \(isInstant ? "time" : "start_time, end_time"), \(column));
        INSERT INTO \(table)_record_table VALUES (1, x'01', 1770714000000, 1, 1, 2, \(isInstant ? "1770710400000" : times), \(value));
        INSERT INTO \(table)_record_table
          VALUES (2, x'02', \(value), \(value), \(value), \(value), \(isInstant ? value : "\(value), \(value)"), 1);
        """
    }
    sql.append(
      """
      CREATE TABLE exercise_session_record_table(\(common), start_time, end_time, exercise_type, title, start_zone_offset);
      INSERT INTO exercise_session_record_table VALUES (1, x'03', 1, 1, 1, 2, \(times), \(value), 'x', \(value));
      INSERT INTO exercise_session_record_table VALUES (2, x'04', 1, 1, 1, 2, \(value), \(value), 56, 'x', 0);
      CREATE TABLE sleep_session_record_table(\(common), start_time, end_time, start_zone_offset, end_zone_offset);
      INSERT INTO sleep_session_record_table VALUES (1, x'05', 1, 1, 1, 2, \(times), \(value), \(value));
      INSERT INTO sleep_session_record_table VALUES (2, x'06', 1, 1, 1, 2, \(value), \(value), 0, 0);
      CREATE TABLE sleep_stages_table(parent_key, stage_start_time, stage_end_time, stage_type);
      INSERT INTO sleep_stages_table VALUES (1, \(value), \(value), 4), (1, \(times), \(value));
      """)
    let made = try Program("/usr/bin/sqlite3", home: home).run("-batch", path, sql.joined(separator: "\n"))
    try #require(made.status == 0, "\(made.err)")
    try expectNoTrap(try ProjectFiles.bytes(path), named: "export.db")
  }

  /// Refused or taken, but never a signal, and never our bug.
  private func expectNoTrap(_ bytes: [UInt8], named name: String) throws {
    let person = try Household()
    let path = try person.home.write(bytes, to: name)
    let commands = [
      ["import", path], ["import", "--dry-run", path], ["week", "--week", "2026-W07"], ["today"], ["weight"], ["sources"],
      ["summary", "--rebuild"], ["summary"], ["summary", "--explain"], ["summary", "--check"], ["export", "-"],
    ]
    for command in commands {
      let outcome = try person.hsync.run(command)
      #expect([0, 1, 64, 65].contains(outcome.status), "\(command) \(outcome.status) \(outcome.err.prefix(400))")
    }
  }
}
