import HealthModel

/// A workout while its element is being read.
struct AppleWorkout {
  private(set) var workout: ImportedWorkout
  // Totals of iOS before 16, which count only where no statistic tells them.
  private var energyKcal: Double?
  private var distanceM: Double?
  /// Points of the route that is being read, of exports that have them in the XML (before 2018).
  private var points: [WorkoutTrack.Point] = []

  /// Approximate size of a part of a workout in memory.
  private static let bytesOfPart = 100
  /// Apple has some 15 kinds.
  private static let mostStatistics = 100

  /// Reads a Workout's start tag. `nil` when it is left out, which was counted.
  init?(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) throws {
    records.report.records += 1
    let type = tag.value(of: "workoutActivityType")
    guard !type.isEmpty else {
      records.report.skip("no type")
      return nil
    }
    guard let span = records.span(tag.value(of: "startDate"), tag.value(of: "endDate")) else { return nil }
    let device = try records.names.device(tag.value(of: "device"), &records.text, &records.batch)
    let source = try records.names.source(tag.value(of: "sourceName"), device: device, &records.text, &records.batch)
    // Pauses aren't in `duration`, but between start and end.
    let told = Self.minutes(tag.value(of: "duration"), unit: tag.value(of: "durationUnit"), &records)
    workout = ImportedWorkout(
      activity: SampleType.name(ofApple: records.text.string(type)), startMs: span.start, endMs: span.end,
      durationMin: told ?? Double(span.end - span.start) / 60_000, source: source, device: device)
    energyKcal = Self.total(tag, "totalEnergyBurned", "totalEnergyBurnedUnit", type: SampleType.activeEnergyBurned, &records)
    distanceM = Self.total(tag, "totalDistance", "totalDistanceUnit", type: SampleType.distanceWalkingRunning, &records)
    addCount(tag.value(of: "totalFlightsClimbed"), SampleType.flightsClimbed)
    addCount(tag.value(of: "totalSwimmingStrokeCount"), "swimming_stroke_count")
  }

  private mutating func addCount(_ said: ByteText, _ type: String) {
    guard let sum = DecimalReader.number(said) else { return }
    workout.statistics.append(.init(type: type, sum: sum, average: nil, minimum: nil, maximum: nil, unit: "count"))
  }

  /// Reads a WorkoutStatistics tag.
  mutating func addStatistics(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) {
    let named = SampleType.name(ofApple: records.text.string(tag.value(of: "type")))
    let unit = SampleUnit.stored(records.text.string(tag.value(of: "unit").prefix(1000)), type: named)
    // As with samples, what isn't understood is kept as it is said, and the workout's totals don't see it.
    let type = SampleType.name(of: named, in: unit)
    if let remark = ReadingReport.remark(ofType: type) { records.report.remark(remark) }
    func value(_ text: ByteText) -> Double? { DecimalReader.number(text, in: unit) }
    guard workout.statistics.count < Self.mostStatistics else { return tooMany(&records) }
    let statistic = ImportedWorkout.Statistic(
      type: type, sum: value(tag.value(of: "sum")), average: value(tag.value(of: "average")), minimum: value(tag.value(of: "minimum")),
      maximum: value(tag.value(of: "maximum")), unit: unit.stored)
    if let place = workout.statistics.firstIndex(where: { $0.type == type }) {
      workout.statistics[place] = statistic
    } else {
      workout.statistics.append(statistic)
    }
  }

  /// Reads a WorkoutEvent tag.
  mutating func addEvent(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) {
    guard let atMs = records.times.instant(tag.value(of: "date")) else {
      records.report.remark("workout events without a readable date not kept")
      return
    }
    guard records.makeRoom(Self.bytesOfPart) else { return tooMany(&records) }
    let minutes = Self.minutes(tag.value(of: "duration"), unit: tag.value(of: "durationUnit"), &records) ?? 0
    workout.events.append(
      .init(
        type: SampleType.name(ofApple: records.text.string(tag.value(of: "type"))), atMs: atMs,
        durationMs: Int64(clampedTo: minutes * 60_000)))
  }

  /// Reads a MetadataEntry tag.
  mutating func addMetadata(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) { records.metadata(of: &workout, tag) }

  /// Reads a route's FileReference tag.
  mutating func addRoute(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) {
    let path = tag.value(of: "path")
    guard !path.isEmpty else { return }
    guard records.makeRoom(Self.bytesOfPart + path.count) else { return tooMany(&records) }
    // As the files beside the XML are named: from the export's folder on, with a slash.
    let named = records.text.string(path)
    workout.routes.append(named.hasPrefix("/") ? named : "/" + (named.hasPrefix("./") ? String(named.dropFirst(2)) : named))
  }

  /// Reads a route's Location tag.
  mutating func addLocation(_ tag: borrowing XMLScanner, _ records: inout AppleRecords) {
    guard let atMs = records.times.instant(tag.value(of: "date")), let latitude = DecimalReader.number(tag.value(of: "latitude")),
      let longitude = DecimalReader.number(tag.value(of: "longitude"))
    else {
      records.report.remark("unreadable points of routes not kept")
      return
    }
    guard points.count < GPXTrack.most else { return tooMany(&records) }
    points.append(.init(atMs: atMs, latitude: latitude, longitude: longitude, elevationM: DecimalReader.number(tag.value(of: "altitude"))))
  }

  /// A route's end: its points, if it had any, become a track with a made-up path, the same each time.
  mutating func endRoute(_ records: inout AppleRecords) {
    guard !points.isEmpty else { return }
    let file = "/workout-routes/inside_\(workout.activity)_\(workout.startMs)_\(workout.routes.count + 1)"
    workout.routes.append(file)
    records.report.records += 1
    records.batch.tracks.append(WorkoutTrack(file: file, points: points.sorted { $0.atMs < $1.atMs }))
    points = []
  }

  /// The workout with its totals: the statistics', else those of its attributes.
  func finished() -> ImportedWorkout {
    var finished = workout
    func statistic(_ type: String) -> ImportedWorkout.Statistic? { workout.statistics.first { $0.type == type } }
    finished.energyKcal = statistic(SampleType.activeEnergyBurned)?.sum ?? energyKcal
    // One workout has one way to move, except a triathlon.
    let distances = workout.statistics.filter { $0.type.hasPrefix("distance_") && $0.unit == "m" }.compactMap(\.sum)
    let distance = distances.reduce(0, +)
    finished.distanceM = distances.isEmpty || !distance.isFinite ? distanceM : distance
    let heart = statistic(SampleType.heartRate)
    finished.heartAvgBpm = heart?.average
    finished.heartMinBpm = heart?.minimum
    finished.heartMaxBpm = heart?.maximum
    return finished
  }

  private func tooMany(_ records: inout AppleRecords) { records.report.remark("parts of endless workouts not kept") }

  private static func minutes(_ duration: ByteText, unit: ByteText, _ records: inout AppleRecords) -> Double? {
    guard let number = DecimalReader.number(duration) else { return nil }
    guard number >= 0 else {
      records.report.remark("negative durations in workouts not kept")
      return nil
    }
    guard unit.isPresent else { return number }
    return records.unit(unit, type: SampleType.appleExerciseTime).flatMap { DecimalReader.number(duration, in: $0) }
  }

  private static func total(
    _ tag: borrowing XMLScanner, _ name: StaticString, _ unitName: StaticString, type: String, _ records: inout AppleRecords
  ) -> Double? {
    let said = tag.value(of: unitName)
    guard said.isPresent else { return nil }
    return records.unit(said, type: type).flatMap { DecimalReader.number(tag.value(of: name), in: $0) }
  }
}

extension Int64 {
  /// The number without its fraction, the largest there is when it is larger.
  init(clampedTo value: Double) { self = value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value) }
}
