import HealthModel
import TestSupport
import Testing

@testable import HealthImport

@Suite struct AppleHealthReaderTests {
  private static let steps = "HKQuantityTypeIdentifierStepCount"

  @Test func aRecordBecomesASample() throws {
    let export = try AppleExport(
      """
      <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Alex’s Apple\u{A0}Watch" sourceVersion="11.1" \
      device="&lt;&lt;HKDevice: 0x30e5b4c80&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,5, software:11.1, \
      creation date:2024-09-21 16:02:11 +0000&gt;" unit="kJ" creationDate="2025-11-20 03:01:40 -0500" startDate="2025-11-20 03:00:00 -0500" \
      endDate="2025-11-20 03:01:00 -0500" value="41.84"/>
      """)
    #expect(export.lines == ["active_energy_burned 1763625600+60 10.0 kcal Alex’s Apple\u{A0}Watch Apple Watch, Watch7,5, 11.1"])
    #expect(export.samples[0].lagS == 40)
    #expect(export.samples[0].flags == 0)
    #expect(export.sources == [HealthSource(name: "Alex’s Apple\u{A0}Watch", kind: .watch, origin: .appleHealth)])
    #expect(export.units.map(\.name) == ["kJ"])
    #expect(
      export.report
        == {
          var report = ReadingReport(); report.records = 1; report.isWhole = true; report.exportedAtMs = 1_763_625_660_000
          return report
        }())
  }

  /// Q1: the offset is that of the export; only the instant counts. Q15: any order, any white space.
  @Test func attributesComeInAnyOrder() throws {
    let export = try AppleExport(
      """
      <Record value="112"   endDate='2025-11-20 09:01:00 +0100'
        startDate="2025-11-20 13:30:00 +0530" unit = "count" sourceName="W" type="\(Self.steps)" />
      """)
    #expect(export.lines == ["step_count 1763625600+60 112.0 count W -"])
    #expect(export.samples[0].lagS == Sample.unknownLag)
  }

  /// Q8: one device has many addresses.
  @Test func aDeviceIsOneWhateverItsAddress() throws {
    let device = { (address: String) in
      "&lt;&lt;HKDevice: \(address)&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone16,2, software:18.1&gt;"
    }
    let export = try AppleExport(
      (0..<50).map { record(Self.steps, device: device("0x\(281_000_000 + $0)")) }.joined() + record(Self.steps, device: "&lt;Polar&gt;"))
    #expect(export.devices == ["iPhone, iPhone16,2, 18.1", "<Polar>"])
    #expect(export.samples.map(\.device) == Array(repeating: 0, count: 50) + [1])
  }

  @Test func aSourceIsToldOnceMoreWhenADeviceTellsWhatItIs() throws {
    let watch = "&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch&gt;"
    let export = try AppleExport(
      [record(Self.steps, source: "Alex"), record(Self.steps, source: "Alex", device: watch), record(Self.steps, source: "Alex")].joined())
    #expect(export.sources.map(\.kind) == [.other, .watch])
    #expect(Set(export.sources.map(\.name)) == ["Alex"])
    #expect(export.samples.map(\.source) == [0, 1, 1])
  }

  @Test func unitsAreReadPerRecord() throws {
    let export = try AppleExport(
      [
        record("HKQuantityTypeIdentifierBodyMass", unit: "lb", value: "100"),
        record("HKQuantityTypeIdentifierBodyMass", unit: "kg", value: "80"),
        record("HKQuantityTypeIdentifierDietaryProtein", unit: "g", value: "30"),
        record("HKQuantityTypeIdentifierOxygenSaturation", unit: "%", value: "0.97"),
        record("HKQuantityTypeIdentifierBloodGlucose", unit: "mmol&lt;180.1558800000541&gt;/L", value: "5"),
        record("HKQuantityTypeIdentifierBodyMass", unit: "kg", value: "81"),
      ].joined())
    #expect(
      export.samples.map { "\($0.value) \(export.units[Int($0.unit)].stored)" } == [
        "45.359237 kg", "80.0 kg", "30.0 g", "97.0 %", "90.078 mg/dL", "81.0 kg",
      ])
    #expect(export.units.map(\.name) == ["lb", "kg", "g", "%", "mmol<180.1558800000541>/L"])
  }

  /// Q16, Q14: sleep, other categories, records without a value.
  @Test func categoriesHaveNumbers() throws {
    let sleep = { (word: String) in record("HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: "HKCategoryValueSleepAnalysis" + word)
    }
    let export = try AppleExport(
      ["InBed", "Asleep", "AsleepUnspecified", "Awake", "AsleepCore", "AsleepDeep", "AsleepREM"].map(sleep).joined()
        + record("HKCategoryTypeIdentifierAppleStandHour", unit: nil, value: "HKCategoryValueAppleStandHourIdle")
        + record("HKCategoryTypeIdentifierMindfulSession", unit: nil, value: nil)
        + record("HKDataTypeSleepDurationGoal", unit: "hr", value: "8"))
    #expect(export.samples.map(\.value) == [0, 1, 1, 2, 3, 4, 5, 1, 0, 8])
    #expect(export.types == ["sleep_analysis", "apple_stand_hour", "mindful_session", "sleep_duration_goal"])
    #expect(export.units[Int(export.samples[3].unit)] == SampleUnit(name: "HKCategoryValueSleepAnalysisAwake", stored: ""))
    #expect(export.units[Int(export.samples[8].unit)] == .noValue)
    #expect(export.units[Int(export.samples[9].unit)] == SampleUnit(name: "hr", stored: "hr"))
  }

  @Test func unitsThatArentOfTheTypeAreKeptApart() throws {
    let export = try AppleExport(
      [
        record("HKQuantityTypeIdentifierBodyMass", unit: "lbz", value: "180"),
        record("HKQuantityTypeIdentifierBodyMass", unit: "lbs", value: "100"),
        record("HKQuantityTypeIdentifierBodyMass", unit: nil, value: "180"),
        record("HKQuantityTypeIdentifierBodyMass", unit: "lbz", value: "181"),
        record("HKQuantityTypeIdentifierActiveEnergyBurned", unit: "KJ", value: "418.4"), record(Self.steps, unit: "", value: "5"),
        record(Self.steps, unit: "km", value: "5"),
      ].joined())
    #expect(
      export.samples.map { "\(export.types[Int($0.type)]) \(($0.value * 1000).rounded() / 1000) \(export.units[Int($0.unit)].stored)" } == [
        "body_mass (unit lbz) 180.0 lbz", "body_mass 45.359 kg", "body_mass (no unit) 180.0 ", "body_mass (unit lbz) 181.0 lbz",
        "active_energy_burned 100.0 kcal", "step_count 5.0 ", "step_count (unit km) 5.0 km",
      ])
    #expect(
      export.report.remarks == [
        "unit not known, left out of days: lbz (body_mass)": 2, "no unit, left out of days (body_mass)": 1,
        "unit not known, left out of days: km (step_count)": 1,
      ])
    #expect(export.report.records == 7)
  }

  @Test func whatHasNoValueIsNoMeasurement() throws {
    let export = try AppleExport(
      record("HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: nil)
        + record("HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: "")
        + record(Self.steps, value: nil) + record("HKCategoryTypeIdentifierMindfulSession", unit: nil, value: nil))
    #expect(export.samples.map { export.types[Int($0.type)] } == ["mindful_session"])
    #expect(export.report.skipped == ["sleep without a stage": 2, "no value": 1])
    #expect(export.report.records == 4)
  }

  /// Dates of a phone with a clock of twelve hours, and of iOS 8, which names sources otherwise.
  @Test func datesOfOtherPhonesAreRead() throws {
    func record(_ start: String, _ end: String) -> String {
      "<Record type=\"\(Self.steps)\" source=\"iPhone\" unit=\"count\" startDate=\"\(start)\" endDate=\"\(end)\" value=\"1\"/>"
    }
    let export = try AppleExport(
      [
        record("2025-11-20 7:00:00 am +1100", "2025-11-20 07:10:00 am +1100"),
        record("2025-11-20 7:00:00\u{202F}PM +1100", "2025-11-20 7:10:00 PM +1100"),
        record("20251120080000+0000", "20251120081000+0000"), record("2025-11-20 下午4:00:00 +0800", "2025-11-20 16:10:00 +0800"),
        record("2025-11-20", "2025-11-20 16:10:00 +0800"), record("1402-11-20 08:00:00 +0000", "1402-11-20 08:00:00 +0000"),
        record("2025-11-20 08:00:00 +0000", "2301-11-20 08:00:00 +0000"),
      ].joined())
    #expect(export.samples.map { ($0.startMs - eightMs) / 3_600_000 } == [-12, 0, 0, 0])
    #expect(export.samples.allSatisfy { $0.durationMs == 600_000 })
    #expect(export.sources.map(\.name) == ["iPhone"])
    #expect(export.report.skipped == ["unreadable date": 1, "a time out of range": 2])
  }

  @Test func metadataIsKeptByAList() throws {
    let export = try AppleExport(
      record(
        "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "72",
        children:
          "\n <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"2\"/>\n <MetadataEntry key='Withings Link' value=''/>\n")
        + record(
          "HKQuantityTypeIdentifierBodyMass", unit: "kg", value: "80",
          children:
            "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"></MetadataEntry><MetadataEntry key=\"HKTimeZone\" value=\"Europe/Paris\"/>"
        )
        + record(
          "HKQuantityTypeIdentifierBloodGlucose", unit: "mg/dL", value: "90",
          children: "<MetadataEntry key=\"HKBloodGlucoseMealTime\" value=\"1\"/>")
        + record(Self.steps, children: "<MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"1\"/>") + record(Self.steps))
    #expect(export.samples.map(\.flags) == [2, Sample.isUserEntered, 0, 1, 0])
    #expect(export.details == [SampleDetail(sample: export.samples[2], key: "HKBloodGlucoseMealTime", text: "1")])
    #expect(export.zoneVotes == ["Europe/Paris": 1])
    #expect(export.report.remarks == ["metadata entries not kept": 1])
  }

  /// Q5: metadata as attributes, with spaces in their names.
  @Test func metadataMayStandAmongTheAttributes() throws {
    let export = try AppleExport(record(Self.steps).replacing("/>", with: " Withings User Identifier=\"12\" HKWasUserEntered=\"0\"/>"))
    #expect(export.samples.count == 1)
    #expect(export.report.remarks == ["metadata entries not kept": 2])
  }

  /// Q12: counted, whatever their numbers look like.
  @Test func heartBeatsAreCounted() throws {
    let beats =
      "<HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"61\" time=\"00:20:37,80\"/><InstantaneousBeatsPerMinute bpm=\"62\" time=\"12:20:38.71 AM\"/></HeartRateVariabilityMetadataList><MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
    let export = try AppleExport(
      record("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", unit: "ms", value: "43.5", children: beats) + record(Self.steps))
    #expect(export.samples.map(\.value) == [43.5, 1])
    #expect(export.samples.map(\.flags) == [Sample.isUserEntered, 0])
    #expect(export.report.remarks == ["heart beats not kept": 2])
  }

  /// Q6: what stands in a correlation is read as well; it is the same sample.
  @Test func correlatedRecordsAreTheSameSamplesWithDetails() throws {
    let protein = record("HKQuantityTypeIdentifierDietaryProtein", unit: "g", value: "30", source: "Meals")
    let fat = record(
      "HKQuantityTypeIdentifierDietaryFatTotal", unit: "g", value: "10", source: "Meals", children: "<MetadataEntry key=\"x\" value=\"y\"/>"
    )
    let export = try AppleExport(
      protein + fat + "<Correlation type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"Meals\" startDate=\"\" endDate=\"\">"
        + "<MetadataEntry key=\"HKFoodType\" value=\"Bircher &amp; toast\"/>\(protein)\(fat)<MetadataEntry key=\"z\" value=\"\"/></Correlation>"
        + record(Self.steps) + "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"/>")
    #expect(export.samples.count == 5)
    #expect(Set(export.samples).count == 3)
    #expect(
      export.details.map { "\(export.types[Int($0.sample.type)]) \($0.key) \($0.text)" } == [
        "dietary_protein correlation food", "dietary_protein HKFoodType Bircher & toast", "dietary_fat_total correlation food",
        "dietary_fat_total HKFoodType Bircher & toast",
      ])
    #expect(export.report.remarks == ["metadata entries not kept": 3, "correlations without samples": 1])
  }

  @Test func aCorrelationMayBeLarge() throws {
    let many = (0..<10_000).map { record(Self.steps, value: "\($0)") }.joined()
    let export = try AppleExport("<Correlation type=\"HKCorrelationTypeIdentifierFood\">\(many)</Correlation>")
    #expect(export.samples.count == 10_000)
    #expect(export.details.map(\.sample) == export.samples)
  }

  @Test(arguments: [
    ("<Record startDate=\"2025-11-20 08:00:00 +0000\" endDate=\"2025-11-20 08:00:00 +0000\"/>", "no type"),
    (record(steps).replacing("startDate", with: "x"), "no start date"), (record(steps).replacing("endDate", with: "x"), "no end date"),
    (record(steps, "25:00:00"), "unreadable date"), (record(steps, "08:01:01", "08:01:00"), "ends before it starts"),
    (record(steps, value: "many"), "value is no number"), (record(steps, value: "1e999"), "value is no number"),
    (record(steps, unit: nil, value: "1,5"), "value is no number"), (record(steps, value: "1\u{B}"), "value is no number"),
    ("<Workout startDate=\"2025-11-20 08:00:00 +0000\" endDate=\"2025-11-20 08:00:00 +0000\"/>", "no type"),
    ("<Workout workoutActivityType=\"x\" endDate=\"2025-11-20 08:00:00 +0000\"><WorkoutEvent/></Workout>", "no start date"),
    ("<ActivitySummary activeEnergyBurned=\"1\"/>", "no date"), ("<ActivitySummary dateComponents=\"2025-02-30\"/>", "unreadable date"),
  ])
  func whatCanNotBeUsedIsCounted(element: String, reason: String) throws {
    let children = "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/></Record>"
    let open = element.hasPrefix("<Record") ? element.replacing("/>", with: ">\(children)") : element
    for element in [element, open] {
      let export = try AppleExport(record(Self.steps) + element + record(Self.steps))
      #expect(export.report.skipped == [reason: 1])
      #expect(export.report.records == 3)
      #expect(export.samples.map(\.flags) == [0, 0])
      #expect(export.workouts.isEmpty && export.rings.isEmpty)
    }
  }

  @Test func elementsThatAreNotKeptAreCounted() throws {
    let export = try AppleExport(
      """
      <ExportDate value="2025-11-20 09:30:00 -0500"/><Me HKCharacteristicTypeIdentifierDateOfBirth="1985-04-02"/>
      <ClinicalRecord type="x"/><ClinicalRecord type="y"/><Audiogram><SensitivityPoint/><MetadataEntry key="a" value="b"/></Audiogram>
      <VisionPrescription><RightEye/><Record type="no"/></VisionPrescription><odd-name/>\(record(Self.steps))
      """)
    #expect(export.samples.count == 1)
    #expect(
      export.report.remarks == [
        "ClinicalRecord not kept": 2, "Audiogram not kept": 1, "VisionPrescription not kept": 1, "unknown element not kept": 1,
        "metadata entries not kept": 1, "personal characteristics (Me) not kept": 1,
      ])
    #expect(export.report.exportedAtMs == 1_763_649_000_000)
    #expect(export.report.isWhole)
  }

  @Test func anExportKnowsUntilItsDateOrItsNewestRecord() throws {
    func step(_ from: String, _ to: String) -> String {
      #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" startDate="2025-11-\#(from) +0000" "#
        + #"endDate="2025-11-\#(to) +0000" value="9"/>"#
    }
    let records = step("20 08:00:00", "20 08:10:00") + step("20 10:00:00", "20 10:30:00") + step("19 10:00:00", "19 10:30:00")
    let undated = try AppleExport(records)
    #expect(undated.report.exportedAtMs == 1_763_634_600_000 && undated.report.remarks.isEmpty)
    let dated = try AppleExport(#"<ExportDate value="2025-11-20 09:00:00 +0000"/>"# + records)
    #expect(dated.report.exportedAtMs == 1_763_629_200_000 && dated.samples.count == 3)
    #expect(dated.report.remarks == ["records dated after the export": 1])
  }

  /// Q4, Q13.
  @Test func textsThatXMLDoesNotAllowArePutRightAndCounted() throws {
    let bytes = Array("<HealthData>\(record(Self.steps, source: "Calm\u{B}"))\(record(Self.steps, source: "A&nbsp;B"))".utf8)
    let odd = Array(record(Self.steps, source: "caf#").utf8.map { $0 == 0x23 ? 0xE9 : $0 })
    let export = try AppleExport(document: bytes + odd + Array("</HealthData>\ntail".utf8))
    #expect(export.sources.map(\.name) == ["Calm\u{FFFD}", "A&nbsp;B", "caf\u{FFFD}"])
    #expect(
      export.report.remarks == [
        "control characters replaced": 1, "unknown entities kept as they stand": 1, "invalid UTF-8 replaced": 1,
        "bytes behind the end of the XML not read": 4,
      ])
  }

  @Test func ringsAreRead() throws {
    let export = try AppleExport(
      """
      <ActivitySummary dateComponents="2025-11-19" activeEnergyBurned="2092" activeEnergyBurnedGoal="2510.4" activeEnergyBurnedUnit="kJ" \
      appleMoveTime="12" appleMoveTimeGoal="0" appleExerciseTime="68" appleExerciseTimeGoal="30" appleStandHours="13" appleStandHoursGoal="12"/>
      <ActivitySummary dateComponents="2016-04-15" activeEnergyBurned="56.609" activeEnergyBurnedUnit="Cal" appleMoveMinutes="7"></ActivitySummary>
      """)
    #expect(export.rings.map(\.day.description) == ["2025-11-19", "2016-04-15"])
    let ring = export.rings[0]
    #expect(abs((ring.activeKcal ?? 0) - 500) < 1e-9 && abs((ring.activeGoalKcal ?? 0) - 600) < 1e-9)
    #expect(
      [ring.moveMin, ring.moveGoalMin, ring.exerciseMin, ring.exerciseGoalMin, ring.standHours, ring.standGoalHours] == [
        12, 0, 68, 30, 13, 12,
      ])
    #expect(export.rings[1].activeKcal == 56.609 && export.rings[1].moveMin == 7 && export.rings[1].standHours == nil)
    #expect(export.report.records == 2)
  }

  @Test func batchesAreSmallAndTellHowFarTheyAre() throws {
    let document = Array(
      ("<HealthData>" + (0..<10_000).map { record(Self.steps, value: "\($0)") }.joined(separator: "\n") + "</HealthData>").utf8)
    let export = try AppleExport(document: document, piece: 777)
    #expect(export.batches.allSatisfy { $0.samples.count <= AppleRecords.batchSize })
    #expect(export.samples.map(\.value) == Array(stride(from: 0, to: 10_000, by: 1)))
    #expect(export.batches.map(\.bytesRead) == export.batches.map(\.bytesRead).sorted())
    #expect(export.batches.last?.bytesRead == Int64(document.count))
    #expect(export.batches.allSatisfy { $0.bytesTotal == Int64(document.count) })
  }

  @Test func aPartIsKeptOnDemand() throws {
    let document = Array("<HealthData>\(record(Self.steps))<Record type=\"".utf8)
    let error = #expect(throws: ImportError.self) { try AppleExport(document: document) }
    #expect(error?.code == .cutOff)
    let export = try AppleExport(document: document, keepsPart: true)
    #expect(export.samples.count == 1)
    #expect(export.report.endedEarly == "export.xml is cut off: it ends at byte \(document.count), inside its health data")
    #expect(!export.report.isWhole)
  }

  @Test func anErrorOfTheReceiverEndsTheReading() {
    struct Full: Error {}
    let files = AppleExportFiles(name: "export.xml", xml: MemorySource("<HealthData></HealthData>"))
    #expect(throws: Full.self) { try AppleHealthReader(files).read(keepsPart: true) { _ in throw Full() } }
  }

  @Test(.enabled(if: ProjectFiles.sharedData("health/dogsheep_export.xml") != nil))
  func realExportsAreReadWithoutASkippedRecord() throws {
    let dogsheep = try AppleExport(document: ProjectFiles.bytes(try #require(ProjectFiles.sharedData("health/dogsheep_export.xml"))))
    #expect(dogsheep.report.skipped.isEmpty)
    #expect((dogsheep.samples.count, dogsheep.workouts.count, dogsheep.rings.count, dogsheep.tracks.count) == (2, 1, 2, 1))
    #expect(dogsheep.zoneVotes == ["America/Los_Angeles": 1])
    let tdda = try AppleExport(document: ProjectFiles.bytes(try #require(ProjectFiles.sharedData("health/tdda_v3_export6s3sample.xml"))))
    #expect(tdda.report.skipped.isEmpty)
    #expect((tdda.samples.count, tdda.workouts.count, tdda.rings.count) == (15, 1, 2))
  }
}
