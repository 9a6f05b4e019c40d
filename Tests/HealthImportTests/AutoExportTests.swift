import Foundation
import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Health Auto Export's JSON, by what the app's versions are known to write.
@Suite struct AutoExportTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// All that a reader handed over, with names instead of places.
  struct Reading {
    var types: [String] = []
    var sources: [HealthSource] = []
    var units: [SampleUnit] = []
    var samples: [Sample] = []
    var aggregates: [HealthAggregate] = []
    var workouts: [ImportedWorkout] = []
    var tracks: [WorkoutTrack] = []
    var report = ReadingReport()

    mutating func take(_ batch: HealthBatch) {
      types += batch.newTypes
      sources += batch.newSources
      units += batch.newUnits
      samples += batch.samples
      aggregates += batch.aggregates
      workouts += batch.workouts
      tracks += batch.tracks
    }

    /// `body_mass 70 kg 2026-01-04T07:00:00+00:00 +0 Scale`
    var sampleLines: [String] {
      samples.map {
        let unit = units[Int($0.unit)].stored
        return "\(types[Int($0.type)]) \(JSON($0.value).text)\(unit.isEmpty ? "" : " " + unit) "
          + "\(Moment(ms: $0.startMs, utcOffsetMin: 0).iso8601.prefix(19)) +\($0.durationMs / 1000) \(sources[Int($0.source)].name)"
      }
    }

    /// `step_count 100 2026-01-04T07:00:00 +60 Health Auto Export`
    var aggregateLines: [String] {
      aggregates.map {
        "\($0.measure) \(JSON(($0.value * 1000).rounded() / 1000).text) \(Moment(ms: $0.startMs, utcOffsetMin: 0).iso8601.prefix(19)) "
          + "+\(($0.endMs - $0.startMs) / 1000) \(sources[Int($0.source)].name)"
      }
    }
  }

  private func read(_ json: String, keepsPart: Bool = false) throws -> Reading {
    var reading = Reading()
    let path = try folder.write(Array(json.utf8), to: "export.json")
    reading.report = try HealthFile.open(path, temporaryFolder: folder.path).read(keepsPart: keepsPart) { reading.take($0) }
    return reading
  }

  private func metric(_ name: String, _ units: String, _ items: String) -> String {
    #"{"data":{"metrics":[{"name":"\#(name)","units":"\#(units)","data":[\#(items)]}]}}"#
  }

  @Test(arguments: [
    ("2026-01-04 14:30:00 +0100", "2026-01-04T14:30:00+01:00"), ("2026-01-04 2:30:05\u{202F}PM -0800", "2026-01-04T14:30:05-08:00"),
    ("2026-01-04 12:00:00 am +0000", "2026-01-04T00:00:00+00:00"), ("2026-01-04 12:00:00\u{A0}p.m. +0530", "2026-01-04T12:00:00+05:30"),
    ("2026-01-04T14:30:00Z", "2026-01-04T14:30:00+00:00"), ("2026-01-04T14:30:00.250+01:00", "2026-01-04T14:30:00+01:00"),
    ("2026-01-04", "2026-01-04T00:00:00+00:00"), ("2026-01-04 25:00:00 +0000", nil), ("2026-02-30 10:00:00 +0000", nil),
    ("2026-01-04 13:00:00 PM +0000", nil), ("2026-01-04 10:00:00 +9900", nil), ("yesterday", nil), ("", nil),
    ("2026-01-04 14:60:00 +0100", nil), ("2026-01-04 1a:00:00 +0100", nil),
    ("2026-01-04 23:59:60 -0030", "2026-01-05T00:00:00-00:30"), ("2026-01-04 +0100", nil),
  ])
  func timesAreReadInAllTheirForms(text: String, iso: String?) {
    #expect(AutoExportTime.moment(text, in: ZoneRules(fixedMin: 0))?.iso8601 == iso)
  }

  @Test(arguments: [
    ("2026-07-04 14:30:05", "2026-07-04T14:30:05+02:00"), ("2026-01-04T14:30:05.5", "2026-01-04T14:30:05+01:00"),
    ("2026-03-29 02:30:00", "2026-03-29T03:30:00+02:00"), ("2025-10-26 02:30:00", "2025-10-26T02:30:00+02:00"),
    ("2026-07-04", "2026-07-04T00:00:00+02:00"), ("2026-07-04 14:30:05 +0000", "2026-07-04T14:30:05+00:00"),
  ])
  func timesWithoutAnOffsetAreOfTheZone(text: String, iso: String) throws {
    let berlin = try #require(
      FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin").flatMap { ZoneRules(tzif: Array($0)) })
    #expect(AutoExportTime.moment(text, in: berlin)?.iso8601 == iso)
  }

  @Test func sumsByTheMinuteLastAMinute() throws {
    let reading = try read(
      metric(
        "step_count", "count",
        #"""
        {"date":"2026-01-04 08:00:00 +0100","qty":10.5,"source":"Watch|iPhone"},{"date":"2026-01-04 08:01:00 +0100","qty":20},
        {"date":"2026-01-04 12:00:00 +0100","qty":30}
        """#))
    #expect(
      reading.aggregateLines == [
        "step_count 20 2026-01-04T07:01:00 +60 Health Auto Export", "step_count 10.5 2026-01-04T07:00:00 +60 Watch|iPhone",
        "step_count 30 2026-01-04T11:00:00 +60 Health Auto Export",
      ])
    #expect(reading.report.records == 3)
    #expect(!reading.report.isWhole)
    #expect(reading.samples.isEmpty)
  }

  /// A day's sum lasts until the next local midnight, 23 hours where clocks go forward; kJ become kcal.
  @Test func sumsByTheDayLastALocalDay() throws {
    let reading = try read(
      metric(
        "active_energy", "kJ",
        #"{"date":"2026-03-28 00:00:00 +0100","qty":4184},{"date":"2026-03-29 00:00:00 +0100","qty":418.4},"#
          + #"{"date":"2026-03-30 00:00:00 +0200","qty":41.84}"#))
    #expect(
      reading.aggregateLines == [
        "active_energy_burned 1000 2026-03-27T23:00:00 +86400 Health Auto Export",
        "active_energy_burned 100 2026-03-28T23:00:00 +82800 Health Auto Export",
        "active_energy_burned 10 2026-03-29T22:00:00 +86400 Health Auto Export",
      ])
  }

  @Test func sumsByTheWeekAndMonthAreTold() throws {
    let weeks = ["05", "12", "19"].map { #"{"date":"2026-01-\#($0) 00:00:00 +0000","qty":7}"# }.joined(separator: ",")
    #expect(try read(metric("step_count", "count", weeks)).aggregates.map { ($0.endMs - $0.startMs) / 86_400_000 } == [7, 7, 7])
    // Flights aren't climbed on every day: these are three Mondays.
    #expect(try read(metric("flights_climbed", "count", weeks)).aggregates.map { ($0.endMs - $0.startMs) / 86_400_000 } == [1, 1, 1])
    let months = ["01", "02", "03"].map { #"{"date":"2026-\#($0)-01 00:00:00 +0000","qty":7}"# }.joined(separator: ",")
    #expect(try read(metric("step_count", "count", months)).aggregates.map { ($0.endMs - $0.startMs) / 86_400_000 } == [31, 28, 31])
  }

  @Test func secondSumOfTheSameSpanIsCounted() throws {
    let items = [5, 9, 7].map { #"{"date":"2026-01-05 10:00:00 +0000","qty":\#($0)}"# }.joined(separator: ",")
    let reading = try read(metric("step_count", "count", items))
    #expect(reading.aggregates.map(\.value) == [9])
    #expect(reading.report.records == 3)
    #expect(reading.report.skipped.values.reduce(0, +) == 2)
  }

  @Test func measurementsAreSamplesInStoredUnits() throws {
    let item = #"{"date":"2026-01-04 07:00:00 +0000","qty":QTY,"source":"Scale"}"#
    let cases = [
      ("weight_body_mass", "lb", "200", "body_mass 90.718474 kg"), ("body_fat_percentage", "%", "18.5", "body_fat_percentage 18.5 %"),
      ("blood_oxygen_saturation", "%", "97", "oxygen_saturation 97 %"),
      ("heart_rate_variability", "ms", "45", "heart_rate_variability_sdnn 45 ms"),
      ("resting_heart_rate", "count/min", "52", "resting_heart_rate 52 count/min"), ("height", "cm", "180", "height 1.8 m"),
      ("my_new_metric", "widgets", "3", "my_new_metric 3 widgets"),
    ]
    for (name, units, said, expected) in cases {
      let reading = try read(metric(name, units, item.replacing("QTY", with: said)))
      #expect(reading.sampleLines == [expected + " 2026-01-04T07:00:00 +0 Scale"])
    }
  }

  @Test func sumsWithAnEndAreAggregatesOfThatSpan() throws {
    let reading = try read(
      metric("step_count", "count", #"{"start":"2026-01-04 07:00:00 +0000","end":"2026-01-04 07:03:20 +0000","qty":312,"source":"Watch"}"#))
    #expect(reading.aggregateLines == ["step_count 312 2026-01-04T07:00:00 +200 Watch"])
  }

  @Test func heartRateIsARangeOrAMeasurement() throws {
    let hour = try read(metric("heart_rate", "count/min", #"{"date":"2026-01-04 07:00:00 +0000","Min":50,"Avg":61.5,"Max":90}"#))
    #expect(
      hour.aggregateLines == [
        "heart_rate.min 50 2026-01-04T07:00:00 +3600 Health Auto Export",
        "heart_rate.avg 61.5 2026-01-04T07:00:00 +3600 Health Auto Export",
        "heart_rate.max 90 2026-01-04T07:00:00 +3600 Health Auto Export",
      ])
    let second = try read(metric("heart_rate", "count/min", #"{"date":"2026-01-04 07:00:07 +0000","Min":61,"Avg":61,"Max":61}"#))
    #expect(second.sampleLines == ["heart_rate 61 count/min 2026-01-04T07:00:07 +0 Health Auto Export"])
  }

  @Test func bloodPressureIsTwoSamples() throws {
    let reading = try read(
      metric("blood_pressure", "mmHg", #"{"date":"2026-01-04 07:00:00 +0000","systolic":120,"diastolic":80,"source":"Cuff"}"#))
    #expect(
      reading.sampleLines == [
        "blood_pressure_systolic 120 mmHg 2026-01-04T07:00:00 +0 Cuff", "blood_pressure_diastolic 80 mmHg 2026-01-04T07:00:00 +0 Cuff",
      ])
  }

  @Test func nightsAreAggregatesInMinutes() throws {
    let reading = try read(
      metric(
        "sleep_analysis", "hr",
        #"""
        {"date":"2026-01-04","asleep":0,"core":4,"deep":1.5,"rem":2,"awake":0.25,"inBed":8,"sleepStart":"2026-01-03 23:00:00 +0000",
        "sleepEnd":"2026-01-04 06:45:00 +0000","inBedStart":"2026-01-03 22:45:00 +0000","inBedEnd":"2026-01-04 07:00:00 +0000","source":"Watch|iPhone"},
        {"date":"2026-01-05","totalSleep":7,"sleepStart":"2026-01-04 23:00:00 +0000","sleepEnd":"2026-01-05 06:00:00 +0000"},
        {"date":"2026-01-06","asleep":6.5,"inBed":7,"sleepSource":"Watch","inBedSource":"iPhone","sleepStart":"2026-01-05 23:00:00 +0000",
        "sleepEnd":"2026-01-06 06:00:00 +0000","inBedStart":"2026-01-05 23:00:00 +0000","inBedEnd":"2026-01-06 06:00:00 +0000"},
        {"date":"2026-01-07","asleep":6.5}
        """#))
    // Each part is said, 0 as well, so that a night that comes again replaces all of what it was.
    #expect(
      reading.aggregateLines.filter { !$0.contains(" 0 ") } == [
        "sleep_analysis.core 240 2026-01-03T23:00:00 +27900 Watch|iPhone", "sleep_analysis.deep 90 2026-01-03T23:00:00 +27900 Watch|iPhone",
        "sleep_analysis.rem 120 2026-01-03T23:00:00 +27900 Watch|iPhone", "sleep_analysis.awake 15 2026-01-03T23:00:00 +27900 Watch|iPhone",
        "sleep_analysis.in_bed 480 2026-01-03T22:45:00 +29700 Watch|iPhone",
        "sleep_analysis.total 420 2026-01-04T23:00:00 +25200 Health Auto Export",
        "sleep_analysis.asleep 390 2026-01-05T23:00:00 +25200 Watch", "sleep_analysis.in_bed 420 2026-01-05T23:00:00 +25200 iPhone",
        "sleep_analysis.asleep 390 2026-01-07T00:00:00 +23400 Health Auto Export",
      ])
    #expect(reading.aggregateLines.count { $0.contains(" 0 ") } == 17)
    #expect(Set(reading.aggregates.map(\.day)) == Set((4...7).map { Day("2026-01-0\($0)") }))
    #expect(reading.report.skipped.isEmpty)
  }

  @Test func stagesAreSamples() throws {
    let words = [("Core", 3), ("Deep", 4), ("REM", 5), ("Awake", 2), ("Asleep", 1), ("In Bed", 0), ("Unspecified", 1)]
    let items = words.map {
      #"{"startDate":"2026-01-04 01:00:00 +0000","endDate":"2026-01-04 01:30:00 +0000","qty":0.5,"value":"\#($0.0)","source":"Watch"}"#
    }
    let reading = try read(
      metric("sleep_analysis", "hr", (items + [#"{"startDate":"x","value":"Core"}"#]).joined(separator: ",")))
    #expect(reading.sampleLines == words.map { "sleep_analysis \($0.1) 2026-01-04T01:00:00 +1800 Watch" })
    #expect(
      reading.sources == [
        HealthSource(name: "Watch", kind: .watch, origin: .healthAutoExport)
      ])
    #expect(reading.report.skipped == ["no start or end date": 1])
  }

  @Test func dataMayStandBeforeTheNameAndUnits() throws {
    let reading = try read(
      #"""
      {"data":{"workouts":[],"metrics":[{"units":"kg","name":"weight_body_mass","data":[{"date":"2026-01-04 07:00:00 +0000","qty":70}]},
      {"data":[{"date":"2026-01-04 07:00:00 +0000","qty":2}],"units":"km","name":"walking_running_distance"},
      {"data":[{"qty":1,"date":"2026-01-04 07:00:00 +0000"}],"units":"mL"}]}}
      """#)
    #expect(reading.sampleLines == ["body_mass 70 kg 2026-01-04T07:00:00 +0 Health Auto Export"])
    #expect(reading.aggregateLines == ["distance_walking_running 2000 2026-01-04T07:00:00 +3600 Health Auto Export"])
    #expect(reading.report.skipped == ["a metric without a name": 1])
  }

  @Test func workoutOfVersion1() throws {
    let reading = try read(
      #"""
      {"data":{"workouts":[{"name":"Walking","start":"2026-01-04 08:00:00 +0800","end":"2026-01-04 08:20:00 +0800",
      "activeEnergy":{"qty":836.8,"units":"kJ"},"distance":{"qty":1.5,"units":"km"},"stepCount":{"qty":908,"units":"steps"},
      "elevation":{"ascent":16.36,"descent":0,"units":"m"},
      "heartRateData":[{"date":"2026-01-04 08:01:00 +0800","qty":100,"units":"bpm"},{"date":"2026-01-04 08:02:00 +0800","qty":110,"units":"bpm"}],
      "route":[{"lat":38.9,"lon":-77.0,"altitude":8,"timestamp":"2026-01-04 08:02:00 +0800"},
      {"lat":38.8,"lon":-77.1,"timestamp":"2026-01-04 08:01:00 +0800"},{"lat":38.8,"lon":-77.1}]}]}}
      """#)
    let workout = try #require(reading.workouts.first)
    #expect(workout.activity == "walking")
    #expect(workout.durationMin == 20)
    #expect(abs((workout.energyKcal ?? 0) - 200) < 1e-9)
    #expect(workout.distanceM == 1500)
    #expect([workout.heartMinBpm, workout.heartAvgBpm, workout.heartMaxBpm] == [100, 105, 110])
    #expect(workout.statistics.map(\.type) == ["active_energy_burned", "distance_walking_running", "step_count", "heart_rate"])
    #expect(workout.details == [.init(key: "HKElevationAscended", text: "16.36 m")])
    let track = try #require(reading.tracks.first)
    #expect(workout.routes == [track.file])
    #expect(track.points.map(\.latitude) == [38.8, 38.9])
    #expect(track.points.map(\.elevationM) == [nil, 8])
    #expect(reading.report.remarks == ["route points without time or place": 1])
  }

  /// Rates before and after the workout aren't its own; a range is of the minute that begins at its time.
  @Test(
    arguments: [
      (
        "single rates",
        #"{"date":"2026-01-04 07:59:59 +0000","qty":60},{"date":"2026-01-04 08:00:00 +0000","qty":100},"#
          + #"{"date":"2026-01-04 08:30:00 +0000","qty":140},{"date":"2026-01-04 08:30:01 +0000","qty":90}"#, [100, 120, 140]
      ),
      (
        "ranges",
        #"{"date":"2026-01-04 07:58:00 +0000","Min":50,"Avg":55,"Max":60},{"date":"2026-01-04 07:59:30 +0000","Min":90,"Avg":100,"Max":110},"#
          + #"{"date":"2026-01-04 08:30:00 +0000","Min":120,"Avg":130,"Max":150},{"date":"2026-01-04 08:31:00 +0000","Min":80,"Avg":90,"Max":100}"#,
        [90, 115, 150]
      ),
      ("none of them", #"{"date":"2026-01-04 09:00:00 +0000","qty":60}"#, [nil, nil, nil]),
      ("without a time", #"{"qty":100},{"date":"soon","qty":110}"#, [100, 105, 110]),
      (
        "in another offset", #"{"date":"2026-01-04 09:10:00 +0100","qty":100},{"date":"2026-01-04 08:10:00 +0100","qty":60}"#,
        [100, 100, 100]
      ),
    ] as [(String, String, [Double?])])
  func heartRatesOutsideAWorkoutAreNotItsOwn(id: String, rates: String, expected: [Double?]) throws {
    let reading = try read(
      #"{"data":{"workouts":[{"name":"Run","start":"2026-01-04 08:00:00 +0000","end":"2026-01-04 08:30:00 +0000","heartRateData":[\#(rates)]}]}}"#
    )
    let workout = try #require(reading.workouts.first)
    #expect([workout.heartMinBpm, workout.heartAvgBpm, workout.heartMaxBpm] == expected, "\(id)")
  }

  @Test func workoutOfVersion2() throws {
    let reading = try read(
      #"""
      {"data":{"workouts":[{"id":"ABC","name":"Outdoor Run","start":"2026-01-04 08:00:00 +0000","end":"2026-01-04 08:30:00 +0000","duration":1500,
      "activeEnergyBurned":{"qty":300,"units":"kcal"},"activeEnergy":[{"date":"2026-01-04 08:00:00 +0000","qty":150,"units":"kcal","source":"My Watch"}],
      "distance":{"qty":5,"units":"km"},"isIndoor":false,"temperature":{"qty":21.5,"units":"degC"},"humidity":{"qty":50,"units":"%"},
      "stepCount":[{"qty":2000,"units":"count"},{"qty":1000,"units":"count"}],
      "heartRateData":[{"date":"2026-01-04 08:01:00 +0000","Min":120,"Avg":130,"Max":150,"units":"bpm"}],
      "route":[{"latitude":52.5,"longitude":13.4,"altitude":34.5,"timestamp":"2026-01-04 08:01:00 +0000"}]}]}}
      """#)
    let workout = try #require(reading.workouts.first)
    #expect(workout.activity == "running")
    #expect(workout.durationMin == 25)
    #expect(workout.energyKcal == 300)
    #expect([workout.heartMinBpm, workout.heartAvgBpm, workout.heartMaxBpm] == [120, 130, 150])
    #expect(workout.statistics.first { $0.type == "step_count" }?.sum == 3000)
    #expect(reading.sources[Int(workout.source)] == HealthSource(name: "My Watch", kind: .watch, origin: .healthAutoExport))
    #expect(
      workout.details == [
        .init(key: "HKIndoorWorkout", text: "0"), .init(key: "HKWeatherTemperature", text: "21.5 degC"),
        .init(key: "HKWeatherHumidity", text: "50 %"),
      ])
    #expect(reading.tracks.map(\.file) == ["/health-auto-export/ABC"])
    #expect(reading.tracks.first?.points.first?.longitude == 13.4)
  }

  @Test(arguments: [
    ("Outdoor Walk", "walking"), ("Indoor Run", "running"), ("Traditional Strength Training", "traditional_strength_training"),
    ("Open Water Swim", "swimming"), ("Pool Swim", "swimming"), ("HIIT", "high_intensity_interval_training"), ("Yoga", "yoga"),
    ("", "other"),
  ])
  func activitiesHaveApplesNames(name: String, activity: String) {
    #expect(AutoExportWorkout.activity(name) == activity)
  }

  @Test func whatIsNotReadIsCounted() throws {
    let reading = try read(
      #"""
      {"data":{"stateOfMind":[{},{}],"private":[1],"metrics":[{"name":"step_count","units":"count","data":[{"date":"?","qty":1},
      {"date":"2026-01-04 07:00:00 +0000"},{"date":"2026-01-04 07:00:00 +0000","qty":1e400}]}],"workouts":[{"name":"Yoga"}]},"more":{"a":[1]}}
      """#)
    #expect(
      reading.report.skipped == [
        "stateOfMind not read": 2, "other data not read": 1, "unreadable date": 1, "no value": 1, "not a number": 1,
        "no start or end date": 1,
      ])
    #expect(reading.report.records == 7)
  }

  /// Spreadsheets and automations write numbers as texts.
  @Test func numbersAsTextsAreReadIfTheyAreBeyondDoubt() throws {
    let values = ["72.5", " -3 ", "1e2", "0.125", "72,5", "1.234", "many", "NaN", "", "0x1F"]
    let items = values.enumerated().map { #"{"date":"2026-01-04 07:00:0\#($0.offset) +0000","qty":"\#($0.element)"}"# }
    let reading = try read(metric("body_mass", "kg", items.joined(separator: ",")))
    #expect(reading.samples.map(\.value) == [72.5, -3, 100, 0.125])
    #expect(reading.report.skipped == ["value is text": 5, "no value": 1])
  }

  @Test func whatEndsOutOfRangeIsCounted() throws {
    let item = #"{"start":"2026-01-04 07:00:00 +0000","end":"2300-01-04 07:00:00 +0000","qty":70}"#
    #expect(try read(metric("body_mass", "kg", item)).report.skipped == ["a time out of range": 1])
  }

  @Test func severalFilesOfAnArchiveAreOneImport() throws {
    let texts = (4...5).map { metric("weight_body_mass", "kg", #"{"date":"2026-01-0\#($0) 07:00:00 +0000","qty":7\#($0)}"#) }
    let path = try folder.write(try ZipWriter.archive([("2.json", texts[1]), ("1.json", texts[0])]), to: "days.zip")
    var reading = Reading()
    _ = try HealthFile.open(path, temporaryFolder: folder.path).read(keepsPart: false) { reading.take($0) }
    #expect(reading.samples.map(\.value) == [74, 75])
    #expect(reading.types == ["body_mass"])
  }

  @Test func cutOffFileIsRefusedOrKeptInPart() throws {
    let whole = metric(
      "weight_body_mass", "kg", (10...20).map { #"{"date":"2026-01-\#($0) 07:00:00 +0000","qty":70}"# }.joined(separator: ","))
    let part = String(whole.prefix(whole.count / 2))
    let error = try #require(throws: ImportError.self) { try read(part) }
    #expect(error.code == .cutOff)
    #expect(error.message.hasSuffix("export.json is cut off after byte \(part.utf8.count)"))
    let reading = try read(part, keepsPart: true)
    #expect((3...8).contains(reading.samples.count))
    #expect(reading.report.endedEarly == error.message)
  }

  /// Hours that are held back until the end of the file aren't lost when it is cut off.
  @Test func hoursOfACutOffFileAreKept() throws {
    let hours = (10...20).map { #"{"date":"2026-01-04 \#($0):00:00 +0000","qty":\#($0)}"# }.joined(separator: ",")
    let whole = metric("step_count", "count", hours)
    let reading = try read(String(whole.dropLast(12)), keepsPart: true)
    #expect(reading.aggregates.map(\.value) == Array(stride(from: 10, through: 19, by: 1)))
  }

  /// Names behind the data are found as far as the file goes.
  @Test func cutOffFileWithNamesBehindTheDataIsKeptInPart() throws {
    let items = (10...20).map { #"{"date":"2026-01-\#($0) 07:00:00 +0000","qty":70}"# }.joined(separator: ",")
    let first = #"{"data":{"metrics":[{"data":[\#(items)],"units":"kg","name":"weight_body_mass"},"#
    let reading = try read(
      first + #"{"name":"height","units":"m","data":[{"date":"2026-01-04 07:00:00 +0000","qty":1.8},{"da"#, keepsPart: true)
    #expect(reading.samples.count == 12)
    #expect(reading.types == ["body_mass", "height"])
    #expect(reading.report.endedEarly != nil)
  }

  @Test func brokenFileSaysWhere() throws {
    let error = try #require(throws: ImportError.self) {
      try read(metric("step_count", "count", #"{"date":"2026-01-04 07:00:00 +0000","qty":01}"#))
    }
    #expect(error.code == .broken)
    #expect(error.message.contains(" at byte "))
    #expect(try #require(throws: ImportError.self) { try read(#"{"data":{"metrics":[]}} x"#) }.code == .broken)
    #expect(
      try #require(throws: ImportError.self) { try read(#"{"data":{"metrics":\#(String(repeating: "[", count: 600))"#) }.code == .broken)
  }

  /// 400 files with 1 to 3 bytes changed: read, or one of our errors.
  @Test func changedBytesNeverCrash() throws {
    let right =
      #"{"data":{"metrics":[{"data":[{"date":"2026-01-04 07:00:00 +0000","qty":70,"source":"a\"b"}],"units":"kg","name":"weight_body_mass"},"#
      + #"{"name":"sleep_analysis","units":"hr","data":[{"asleep":7,"sleepStart":"2026-01-04 01:00:00 AM +0000","sleepEnd":"2026-01-04 08:00:00 +0000"}]}],"#
      + #""workouts":[{"name":"Yoga","start":"2026-01-04 07:00:00 +0000","end":"2026-01-04 08:00:00 +0000","route":[{"lat":1,"lon":2}]}]}}"#
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      var bytes = Array(right.utf8)
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        bytes[Int.random(in: 20..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let path = try folder.write(bytes, to: "changed.json")
      do {
        _ = try HealthFile.open(path, temporaryFolder: folder.path).read(keepsPart: false) { _ in }
      } catch let error as ImportError {
        #expect(error.kind == .badData)
      }
    }
  }
}
