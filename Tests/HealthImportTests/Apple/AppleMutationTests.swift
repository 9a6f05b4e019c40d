import HealthModel
import TestSupport
import Testing

@testable import HealthImport

/// Damaged exports end in an `ImportError` or are read, never in a crash; and what comes out is sound.
@Suite struct AppleMutationTests {
  /// An export with everything in it.
  private static let document: [UInt8] = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!ELEMENT HealthData (ExportDate,Me,(Record)*)>
    ]>
    <HealthData locale="en_US">
     <ExportDate value="2025-11-20 09:30:00 -0500"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1985-04-02"/>
     \(record("HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "72.5", source: "Alex’s Watch", device: "&lt;&lt;HKDevice: 0x1&gt;, name:iPhone, model:iPhone&gt;", children: "<MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"2\"/>"))
     \(record("HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: "HKCategoryValueSleepAnalysisAsleepREM", children: "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Paris\"/>"))
     <!-- note --><Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Meals">
      <MetadataEntry key="HKFoodType" value="Bircher &amp; toast"/>\(record("HKQuantityTypeIdentifierDietaryProtein", unit: "g", value: "1e1"))
     </Correlation>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="50.5" durationUnit="min" startDate="2025-11-20 08:00:00 +0000" endDate="2025-11-20 09:00:00 +0000">
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2025-11-20 08:10:00 +0000" duration="1e300" durationUnit="hr"/>
      <WorkoutActivity uuid="1"><WorkoutStatistics type="x"/></WorkoutActivity>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="500" unit="kcal"/>
      <WorkoutRoute><FileReference path="/a.gpx"/><Location date="2025-11-20 08:00:00 +0000" latitude="1" longitude="2"/></WorkoutRoute>
     </Workout>
     <ActivitySummary dateComponents="2025-11-19" activeEnergyBurned="2092" activeEnergyBurnedUnit="kJ"/>
    </HealthData>
    """.utf8)

  private static let spice = Array("<>/=\"'&;! ?-[]\n\u{B}0".utf8) + [0x00, 0xFF]

  @Test func damagedExportsNeverCrash() throws {
    var random = SeededGenerator(seed: 16)
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<1000 {
      var bytes = Self.document
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...60, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = Self.spice.randomElement(using: &random)!
        case 1: bytes.insert(Self.spice.randomElement(using: &random)!, at: place)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        if bytes.isEmpty { bytes = [0x3C] }
      }
      do {
        let export = try AppleExport(document: bytes, piece: Int.random(in: 1...2000, using: &random))
        outcomes.read += 1
        #expect(isSound(export))
      } catch is ImportError {
        outcomes.refused += 1
      }
    }
    #expect(outcomes.read > 150 && outcomes.refused > 150, "\(outcomes)")
  }

  /// Whether every place is inside its list, and every number is one.
  private func isSound(_ export: AppleExport) -> Bool {
    let samples = export.samples + export.details.map(\.sample)
    return samples.allSatisfy { sample in
      export.types.indices.contains(Int(sample.type)) && export.sources.indices.contains(Int(sample.source))
        && export.units.indices.contains(Int(sample.unit)) && (sample.device == -1 || export.devices.indices.contains(Int(sample.device)))
        && sample.durationMs >= 0 && sample.value.isFinite
    }
      && export.workouts.allSatisfy { workout in
        export.sources.indices.contains(Int(workout.source)) && workout.endMs >= workout.startMs && workout.durationMin.isFinite
      }
  }
}
