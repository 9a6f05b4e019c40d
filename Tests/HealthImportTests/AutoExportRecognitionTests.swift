import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// A Health Auto Export document is known by what is in it, and nothing in it is left out without a word.
@Suite struct AutoExportRecognitionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ json: String) throws -> AutoExportTests.Reading {
    try read(path: try folder.write(Array(json.utf8), to: "export.json"))
  }

  private func read(path: String) throws -> AutoExportTests.Reading {
    var reading = AutoExportTests.Reading()
    reading.report = try HealthFile.open(path, temporaryFolder: folder.path).read(keepsPart: false) { reading.take($0) }
    return reading
  }

  private static let weight = #"{"name":"weight_body_mass","units":"kg","data":[{"date":"2026-01-04 07:00:00 +0000","qty":70}]}"#
  private static let steps = #"{"name":"step_count","units":"count","data":[{"date":"2026-01-04 07:00:00 +0000","qty":5}]}"#

  // MARK: - Recognition

  /// Unknown members first, in the root and in `data`, shorter and longer than what is looked at to begin with.
  @Test(arguments: [10, 5000, 300_000])
  func membersComeInAnyOrder(length: Int) throws {
    let other = #"[{"a":"\#(String(repeating: "x", count: length))"},[1,2,"}"]]"#
    for text in [
      #"{"data":{"audiograms":\#(other),"metrics":[\#(Self.weight)]}}"#,
      #"{"version":2,"more":\#(other),"data":{"metrics":[\#(Self.weight)]}}"#,
      #"{"data":null,"data":[1],"data":{"audiograms":\#(other)},"data":{"metrics":[\#(Self.weight)]}}"#,
      #"{"data":{"workouts":[],"metrics":[\#(Self.weight)]},"more":\#(other)}"#,
    ] {
      let reading = try read(text)
      #expect(reading.sampleLines == ["body_mass 70 kg 2026-01-04T07:00:00 +0 Health Auto Export"])
      #expect(
        ContentKind(ofHead: Array(text.utf8.prefix(ContentKind.headBytes)))
          == (length < 1000 || text.hasPrefix(#"{"data":{"w"#) ? .autoExport : .json))
    }
    let archive = try folder.write(
      try ZipWriter.archive([("a/export.json", #"{"data":{"audiograms":\#(other),"metrics":[\#(Self.weight)]}}"#), ("b.json", "{}")]),
      to: "a.zip")
    #expect(try read(path: archive).samples.count == 1)
  }

  @Test func sectionsThatArentKnownAreCounted() throws {
    let reading = try read(
      #"{"data":{"audiograms":[1,2],"metrics":[\#(Self.weight)],"stateOfMind":[{}]},"more":{"a":1},"version":2,"list":[]}"#)
    #expect(reading.report.skipped == ["other data not read": 2, "stateOfMind not read": 1])
    #expect(reading.report.remarks == ["other parts of the file not read": 2])
  }

  @Test(arguments: [
    "{}", #"{"a":1}"#, #"{"data":[1]}"#, #"{"data":{"rows":[]}}"#, #"{"metrics":[]}"#, #"[{"data":{"metrics":[]}}]"#,
    #"{"data":"metrics"}"#,
    #"{"resourceType":"Observation","data":{"a":{"metrics":[]}}}"#, #"{"a":"#, #"{"a" 1}"#, #"{"Data":{"metrics":[]}}"#,
    #"{"bucket":[{"startTimeMillis":"1","dataset":[{"point":[]}]}]}"#,
  ])
  func otherJSONIsRefused(text: String) throws {
    for text in [text, text.replacing("{", with: #"{"long":"\#(String(repeating: "x", count: 9000))","#, maxReplacements: 1)] {
      let error = try #require(throws: ImportError.self) { try read(text) }
      #expect(error.code == .notAnExport)
      #expect(error.message.hasSuffix("export.json isn't a health export"))
      #expect(error.hint == ImportError.knownExports)
    }
  }

  /// Packed beside Apple's XML, below its folder or elsewhere.
  @Test func filesBesideApplesAreTold() throws {
    let xml =
      #"<HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="W" unit="count" value="1" startDate="2026-01-04 07:00:00 +0000" endDate="2026-01-04 07:00:00 +0000"/></HealthData>"#
    let json = #"{"data":{"metrics":[\#(Self.weight)]}}"#
    let members = [
      ("apple_health_export/export.xml", xml), ("apple_health_export/day.json", json), ("other/day.JSON", json), ("other/notes.json", "{}"),
      ("other/a.txt", "x"),
    ]
    let reading = try read(path: try folder.write(try ZipWriter.archive(members), to: "both.zip"))
    #expect(reading.samples.count == 1)
    #expect(
      reading.report.remarks == [
        "files of Health Auto Export beside it not read: import each by itself": 2, "other files of the export not kept": 1,
      ])
  }

  // MARK: - Shapes

  @Test(arguments: [
    (#"{"data":{"metrics":{"step_count":{"units":"count","data":[]}}}}"#, "metrics not read: not a list"),
    (#"{"data":{"metrics":[{"name":"step_count","units":"count","data":{"qty":5}}]}}"#, "data of a metric not read: not a list"),
    (#"{"data":{"metrics":["step_count",5,null,[\#(steps)]]}}"#, "a metric not read: not an object"),
    (#"{"data":{"metrics":[{"name":"step_count","units":"count","data":[5,"x"]}]}}"#, "an item of a metric not read: not an object"),
    (#"{"data":{"workouts":"none"}}"#, "workouts not read: not a list"),
    (#"{"data":{"workouts":[7]}}"#, "a workout not read: not an object"),
  ])
  func whatCantBeReadAtAllIsRefused(text: String, reason: String) throws {
    let error = try #require(throws: ImportError.self) { try read(text) }
    #expect(error.kind == .badData)
    #expect(error.message == "nothing in \(folder.file("export.json")) could be read: \(reason)")
    // Beside something that can be read, it is counted.
    let reading = try read(text.replacing(#"{"data":{"#, with: #"{"data":{"metrics":[\#(Self.weight)],"#))
    #expect(reading.samples.count == 1)
    #expect(reading.report.skipped.keys.sorted() == [reason])
  }

  @Test(arguments: [
    #"{"data":{}}"#, #"{"data":{"metrics":[]}}"#, #"{"data":{"metrics":null,"workouts":null}}"#, #"{"data":{"ecg":[{}]}}"#,
    #"{"data":{"metrics":[{"name":"step_count","units":"count","data":null}]}}"#,
  ])
  func anEmptyExportIsNone(text: String) throws { #expect(try read(text).report.skipped.keys.allSatisfy { $0 == "ecg not read" }) }

  @Test func metricsWithoutDataAndSourcesWithoutNames() throws {
    let reading = try read(
      #"""
      {"data":{"metrics":[{"name":"step_count"},{"name":"height","units":"cm","data":[{"date":"2026-01-04 07:00:00 +0000","qty":180,"source":""},
      {"date":"2026-01-04 07:00:00 +0000","qty":181,"source":" \t"}]}]}}
      """#)
    #expect(reading.report.remarks == ["metrics without data": 1])
    #expect(reading.samples.count == 2)
    #expect(reading.sources.map(\.name) == ["Health Auto Export"])
  }

  // MARK: - Units and names

  @Test func unitsThatArentOfTheMetricAreKeptApart() throws {
    let item = #"{"date":"2026-01-04 07:00:00 +0000","qty":180}"#
    let reading = try read(
      #"""
      {"data":{"metrics":[{"name":"weight_body_mass","units":"lbz","data":[\#(item)]},{"name":"weight_body_mass","data":[\#(item)]},
      {"name":"weight_body_mass","units":"lbs","data":[\#(item)]},{"name":"height","units":"ells","data":[\#(item)]},
      {"name":"blood_oxygen_saturation","units":"percent","data":[\#(item)]}]}}
      """#)
    #expect(
      reading.sampleLines.map { String($0.split(separator: " 2026")[0]) } == [
        "body_mass (unit lbz) 180 lbz", "body_mass (no unit) 180", "body_mass 81.6466266 kg", "height (unit ells) 180 ells",
        "oxygen_saturation 180 %",
      ])
    #expect(
      reading.report.remarks == [
        "unit not known, left out of days: lbz (body_mass)": 1, "no unit, left out of days (body_mass)": 1,
        "unit not known, left out of days: ells (height)": 1,
      ])
    #expect(reading.report.records == 5)
  }

  @Test func itemsMayNameTheirUnit() throws {
    let item = try JSON(parsing: Array(#"{"qty":1,"units":"lb"}"#.utf8))
    #expect(AutoExportMetric.unit(of: item, orMetric: "kg", type: "body_mass").name == "lb")
    let other = try JSON(parsing: Array(#"{"qty":1,"unit":"g","units":""}"#.utf8))
    #expect(AutoExportMetric.unit(of: other, orMetric: "kg", type: "body_mass").name == "g")
    #expect(AutoExportMetric.unit(of: .null, orMetric: "kg", type: "body_mass").name == "kg")
  }

  /// All names of the app's server and of its TCP server.
  @Test(arguments: [
    ("vo2max", "vo2_max"), ("swim_stroke_count", "swimming_stroke_count"), ("wheelchair_push_count", "push_count"),
    ("walking_heart_rate", "walking_heart_rate_average"), ("number_of_time_fallen", "number_of_times_fallen"),
    ("monosaturated_fat", "dietary_fat_monounsaturated"), ("downhill_snow_sports", "distance_downhill_snow_sports"),
    ("environmental_audio", "environmental_audio_exposure"), ("headphone_audio", "headphone_audio_exposure"),
    ("forced_expiratory_volume", "forced_expiratory_volume1"), ("under_water_depth", "underwater_depth"),
    ("under_water_temperature", "water_temperature"), ("walk_run_distance", "distance_walking_running"),
    ("basal_energy", "basal_energy_burned"), ("apple_standtime", "apple_stand_time"), ("dietary_sugar", "dietary_sugar"),
    ("sugar", "dietary_sugar"), ("water", "dietary_water"), ("body_mass", "body_mass"), ("Step_Count", "Step_Count"),
    ("WEIGHT_BODY_MASS", "body_mass"), ("heart_rate_recovery_one_minute", "heart_rate_recovery_one_minute"),
  ])
  func namesOfMetrics(name: String, type: String) { #expect(AutoExportMetric(named: name).type == type) }

  @Test func datesThatCantBeReadAreCalledThat() {
    #expect(AutoExportTime.reason(.null, .string(""), else: "no start date") == "no start date")
    #expect(AutoExportTime.reason(.string("yesterday"), else: "no start date") == "unreadable date")
    #expect(AutoExportTime.reason(.null, .number("5"), else: "no start date") == "unreadable date")
    #expect(AutoExportTime.reason(.string("2026-01-04 07:00:00 +0000"), .null, else: "no end date") == "no end date")
  }

  // MARK: - Workouts

  private func workout(_ fields: String) throws -> AutoExportTests.Reading {
    try read(
      #"{"data":{"workouts":[{"name":"Yoga","start":"2026-01-04 07:00:00 +0000","end":"2026-01-04 08:00:00 +0000"\#(fields)}]}}"#)
  }

  @Test func workoutsInUnitsThatArentKnown() throws {
    let reading = try workout(
      #","distance":{"qty":5,"units":"leagues"},"activeEnergyBurned":{"qty":5},"stepCount":[{"qty":5,"units":"count"},{"qty":5,"units":"kg"}],"#
        + #""heartRateData":[{"Avg":100,"Min":90,"Max":110,"units":"bpm"},{"Avg":5,"Min":5,"Max":500,"units":"Hz"}]"#)
    let workout = try #require(reading.workouts.first)
    #expect(workout.distanceM == nil && workout.energyKcal == nil)
    #expect(workout.statistics.map(\.type) == ["heart_rate"])
    #expect([workout.heartMinBpm, workout.heartAvgBpm, workout.heartMaxBpm] == [90, 100, 110])
    #expect(
      reading.report.remarks == [
        "unit not known, left out of days: leagues (distance_walking_running)": 1, "no unit, left out of days (active_energy_burned)": 1,
        "unit not known, left out of days: kg (step_count)": 1, "unit not known, left out of days: Hz (heart_rate)": 1,
      ])
    let miles = try self.workout(#","distance":{"qty":2,"units":"miles"},"activeEnergyBurned":{"qty":418.4,"unit":"KJ"}"#).workouts.first
    #expect(abs((miles?.distanceM ?? 0) - 3218.688) < 1e-6 && abs((miles?.energyKcal ?? 0) - 100) < 1e-9)
  }

  @Test func workoutFieldsOfAnotherKindAreCounted() throws {
    let reading = try workout(
      #","distance":"5 km","duration":"1800","route":{},"heartRateData":[1],"isIndoor":"yes","temperature":21,"avgSpeed":{"qty":1,"units":"mph"},"#
        + #""lapLength":null,"metadata":{},"strokeStyle":"Mixed","stepCount":null"#)
    #expect(reading.workouts.count == 1)
    #expect(
      reading.report.remarks == [
        "workout field of another kind than known, not kept: distance": 1,
        "workout field of another kind than known, not kept: duration": 1,
        "workout field of another kind than known, not kept: route": 1,
        "workout field of another kind than known, not kept: heartRateData": 1,
        "workout field of another kind than known, not kept: isIndoor": 1,
        "workout field of another kind than known, not kept: temperature": 1, "workout fields not kept": 2,
      ])
  }

  @Test func durationsOfWorkouts() throws {
    #expect(try workout(#","duration":-300"#).report.skipped == ["negative duration": 1])
    #expect(try workout(#","duration":1800"#).workouts.map(\.durationMin) == [30])
    #expect(try workout(#","duration":{"qty":20,"units":"min"}"#).workouts.map(\.durationMin) == [20])
    #expect(try workout(#","duration":{"qty":20,"units":"laps"}"#).workouts.map(\.durationMin) == [60])
    #expect(try workout("").workouts.map(\.durationMin) == [60])
    let reading = try read(
      #"""
      {"data":{"workouts":[{"name":"Yoga","start":"soon","end":"2026-01-04 08:00:00 +0000"},{"name":"Yoga"},
      {"name":"Yoga","start":"2026-01-04 08:00:00 +0000","end":"2026-01-04 07:00:00 +0000"}]}}
      """#)
    #expect(reading.report.skipped == ["unreadable date": 1, "no start or end date": 1, "ends before it starts": 1])
  }
}
