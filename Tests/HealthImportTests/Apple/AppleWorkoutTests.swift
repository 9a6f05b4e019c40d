import HealthModel
import Testing

@testable import HealthImport

@Suite struct AppleWorkoutTests {
  private static let dates = "startDate=\"2025-11-20 08:00:00 +0000\" endDate=\"2025-11-20 09:00:00 +0000\""

  private static func statistics(_ type: String, _ values: String) -> String {
    "<WorkoutStatistics type=\"HKQuantityTypeIdentifier\(type)\" \(dates) \(values)/>"
  }

  /// Q9, Q10: iOS 16 and later.
  @Test func totalsComeFromTheStatisticsAndTheDurationIsWithoutPauses() throws {
    let export = try AppleExport(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="50.5" durationUnit="min" totalEnergyBurned="1" totalEnergyBurnedUnit="kcal"
        totalDistance="1" totalDistanceUnit="km" sourceName="Watch" \(Self.dates)>
       <MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
       <MetadataEntry key="HKIndoorWorkout" value="0"/>
       <MetadataEntry key="HKElevationAscended" value="6575 cm"/>
       <MetadataEntry key="something" value="else"/>
       <WorkoutEvent type="HKWorkoutEventTypePause" date="2025-11-20 08:10:00 +0000"/>
       <WorkoutEvent type="HKWorkoutEventTypeSegment" date="2025-11-20 08:00:00 +0000" duration="7.5" durationUnit="min">
        <MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>
       </WorkoutEvent>
       <WorkoutEvent type="HKWorkoutEventTypeLap" date="soon"/>
       <WorkoutActivity uuid="1" \(Self.dates) duration="60" durationUnit="min">
        \(Self.statistics("ActiveEnergyBurned", "sum=\"9999\" unit=\"kcal\""))<MetadataEntry key="HKTimeZone" value="Asia/Tokyo"/>
       </WorkoutActivity>
       \(Self.statistics("ActiveEnergyBurned", "sum=\"2092\" unit=\"kJ\""))
       \(Self.statistics("HeartRate", "average=\"140.5\" minimum=\"90\" maximum=\"171\" unit=\"count/min\""))
       \(Self.statistics("DistanceWalkingRunning", "sum=\"10.5\" unit=\"km\""))
       \(Self.statistics("StepCount", "sum=\"9000\" unit=\"count\""))
       <WorkoutRoute sourceName="Watch" \(Self.dates)><MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
        <FileReference path="/workout-routes/route_2025-11-20_9.00am.gpx"/></WorkoutRoute>
      </Workout>
      """)
    let workout = try #require(export.workouts.first)
    #expect(workout.activity == "running")
    #expect((workout.startMs, workout.endMs, workout.durationMin) == (eightMs, eightMs + 3_600_000, 50.5))
    #expect(abs((workout.energyKcal ?? 0) - 500) < 1e-9)
    #expect(workout.distanceM == 10_500)
    #expect((workout.heartAvgBpm, workout.heartMinBpm, workout.heartMaxBpm) == (140.5, 90, 171))
    #expect(workout.zone == "Europe/Paris")
    #expect(export.zoneVotes == ["Europe/Paris": 1])
    #expect(workout.details.map(\.key) == ["HKIndoorWorkout", "HKElevationAscended"])
    #expect(
      workout.events == [
        .init(type: "pause", atMs: eightMs + 600_000, durationMs: 0), .init(type: "segment", atMs: eightMs, durationMs: 450_000),
      ])
    #expect(workout.statistics.map(\.type) == ["active_energy_burned", "heart_rate", "distance_walking_running", "step_count"])
    #expect(workout.routes == ["/workout-routes/route_2025-11-20_9.00am.gpx"])
    #expect(
      export.report.remarks == ["metadata entries not kept": 4, "workout events without a readable date not kept": 1])
    #expect(export.report.records == 1)
  }

  /// Q9: before iOS 16.
  @Test func totalsComeFromTheAttributesWhereThereAreNoStatistics() throws {
    let export = try AppleExport(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="1800" durationUnit="s" totalDistance="10" totalDistanceUnit="mi" \
      totalEnergyBurned="300" totalEnergyBurnedUnit="Cal" totalFlightsClimbed="4" totalFlightsClimbedUnit="count" sourceName="Strava" \(Self.dates)/>
      <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="Watch" \(Self.dates)></Workout>
      """)
    let cycling = export.workouts[0]
    #expect((cycling.durationMin, cycling.energyKcal, cycling.distanceM) == (30, 300, 16_093.44))
    #expect(cycling.statistics.map(\.type) == ["flights_climbed"])
    let yoga = export.workouts[1]
    #expect(yoga.durationMin == 60)
    #expect(yoga.energyKcal == nil && yoga.distanceM == nil && yoga.heartAvgBpm == nil)
    #expect(export.workouts.map { export.sources[Int($0.source)].name } == ["Strava", "Watch"])
  }

  @Test func pointsInsideTheXMLBecomeATrack() throws {
    let location = { (time: String, latitude: String) in
      "<Location date=\"2016-11-14 \(time) -0700\" latitude=\"\(latitude)\" longitude=\"-122.426\" altitude=\"21.2694\" course=\"-1\"/>"
    }
    let export = try AppleExport(
      "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(Self.dates)><WorkoutRoute>"
        + location("07:25:45", "37.7778") + location("07:25:44", "37.7777") + location("soon", "1")
        + "</WorkoutRoute><WorkoutRoute/></Workout>")
    #expect(
      export.tracks == [
        WorkoutTrack(
          file: "/workout-routes/inside_running_\(eightMs)_1",
          points: [
            .init(atMs: 1_479_133_544_000, latitude: 37.7777, longitude: -122.426, elevationM: 21.2694),
            .init(atMs: 1_479_133_545_000, latitude: 37.7778, longitude: -122.426, elevationM: 21.2694),
          ])
      ])
    #expect(export.workouts[0].routes == [export.tracks[0].file])
    #expect(export.report.records == 2)
    #expect(export.report.remarks == ["unreadable points of routes not kept": 1])
  }

  @Test func numbersWithoutMeasureAreNone() throws {
    let export = try AppleExport(
      """
      <Workout workoutActivityType="x" duration="1e308" durationUnit="hr" totalDistance="1e308" totalDistanceUnit="km" \(Self.dates)>
      \(Self.statistics("ActiveEnergyBurned", "sum=\"-\" unit=\"kcal\""))
      \(Self.statistics("DistanceCycling", "sum=\"1e308\" unit=\"m\""))\(Self.statistics("DistanceSwimming", "sum=\"1e308\" unit=\"m\""))
      </Workout>
      """)
    #expect((export.workouts[0].durationMin, export.workouts[0].energyKcal, export.workouts[0].distanceM) == (60, nil, nil))
  }

  @Test func whatIsEndlessDoesNotFillTheMemory() throws {
    let export = try AppleExport(
      "<Workout workoutActivityType=\"x\" \(Self.dates)>"
        + (0..<200).map { Self.statistics("T\($0)", "sum=\"1\" unit=\"m\"") }.joined() + "</Workout>"
        + record(
          "HKQuantityTypeIdentifierBloodGlucose", unit: "mg/dL",
          children: String(repeating: "<MetadataEntry key=\"HKFoodType\" value=\"\(String(repeating: "x", count: 500_000))\"/>", count: 20))
        + record("HKQuantityTypeIdentifierStepCount", source: String(repeating: "x", count: 5000)))
    #expect(export.workouts[0].statistics.count == 100)
    #expect(export.details.count == 16)
    #expect(export.report.remarks == ["parts of endless workouts not kept": 100, "metadata entries not kept": 4])
    #expect(export.sources.map(\.name.utf8.count) == [7, 5, 1000])
  }

  @Test func unitsThatArentKnownAreLeftOutOfTotals() throws {
    let export = try AppleExport(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="-5" durationUnit="min" totalDistance="2" totalDistanceUnit="miles" \
      totalEnergyBurned="300" totalEnergyBurnedUnit="lbz" sourceName="Watch" \(Self.dates)>
        <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="5" unit="ells"/>
        <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="90" minimum="80" maximum="100" unit="count/min"/>
        <WorkoutRoute><FileReference path="workout-routes/a.gpx"/><FileReference path="./b.gpx"/></WorkoutRoute>
      </Workout>
      """)
    let workout = try #require(export.workouts.first)
    #expect(workout.energyKcal == nil)
    #expect(abs((workout.distanceM ?? 0) - 3218.688) < 1e-6)
    #expect(workout.heartAvgBpm == 90)
    #expect(workout.statistics.map(\.type) == ["active_energy_burned (unit ells)", "heart_rate"])
    #expect(workout.durationMin == Double(workout.endMs - workout.startMs) / 60_000)
    #expect(workout.routes == ["/workout-routes/a.gpx", "/b.gpx"])
    #expect(
      export.report.remarks == [
        "unit not known, left out of days: lbz (active_energy_burned)": 1,
        "unit not known, left out of days: ells (active_energy_burned)": 1,
        "negative durations in workouts not kept": 1,
      ])
  }
}
