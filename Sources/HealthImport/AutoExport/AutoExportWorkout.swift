import HealthModel

/// A workout in a Health Auto Export file of version 1 or 2: names differ, and the kinds of values (`activeEnergy` is a quantity in the
/// first and a list in the second), so each is asked for what it has.
struct AutoExportWorkout {
  private let json: JSON
  private let number: Int

  /// - Parameter number: Tells this workout's track from others of the import if the file gives it no id.
  init(_ json: JSON, number: Int) {
    self.json = json
    self.number = number
  }

  /// Adds the workout and where it went, or counts why it can't be.
  func add(to builder: inout BatchBuilder) throws {
    guard let start = AutoExportTime.moment(json["start"].string), let end = AutoExportTime.moment(json["end"].string) else {
      return builder.skip("no start or end date")
    }
    let span = Double(end.ms - start.ms) / 60_000
    // Version 2 says seconds, without pauses; version 1 nothing.
    let duration = json["duration"].double.map { min($0 / 60, span) } ?? span
    var workout = ImportedWorkout(
      activity: Self.activity(json["name"].string ?? ""), startMs: start.ms, endMs: end.ms, durationMin: duration,
      source: try builder.source(sourceName))
    workout.record = json["id"].string.flatMap { $0.isEmpty ? nil : "\(HealthOrigin.healthAutoExport.rawValue)/\($0)" }
    builder.note(end)
    workout.energyKcal =
      quantity("activeEnergyBurned", type: SampleType.activeEnergyBurned)
      ?? quantity("activeEnergy", type: SampleType.activeEnergyBurned)
    workout.distanceM =
      quantity("distance", type: SampleType.distanceWalkingRunning)
      ?? quantity("walkingAndRunningDistance", type: SampleType.distanceWalkingRunning)
    addHeartRate(to: &workout)
    workout.statistics = statistics(workout)
    workout.details = details
    let track = track(&builder)
    if let track { workout.routes = [track.file] }
    if builder.add(workout), let track { builder.add(track) }
  }

  // MARK: - Quantities

  /// A quantity, or the sum of a list of them, in the stored unit of `type`.
  private func quantity(_ key: String, type: String) -> Double? {
    func stored(_ value: JSON) -> Double? {
      value["qty"].double.map { AutoExportMetric.unit(value["units"].string ?? "", type: type).convert($0) }
    }
    guard let list = json[key].array else { return stored(json[key]) }
    let values = list.compactMap(stored)
    return values.isEmpty ? nil : values.reduce(0, +)
  }

  private func addHeartRate(to workout: inout ImportedWorkout) {
    let rates = json["heartRateData"].array ?? []
    func all(_ key: String) -> [Double] { rates.compactMap { $0[key].double ?? $0["qty"].double } }
    let means = all("Avg")
    workout.heartAvgBpm =
      json["heartRate"]["avg"]["qty"].double ?? json["avgHeartRate"]["qty"].double
      ?? (means.isEmpty ? nil : means.reduce(0, +) / Double(means.count))
    workout.heartMinBpm = json["heartRate"]["min"]["qty"].double ?? all("Min").min()
    workout.heartMaxBpm = json["heartRate"]["max"]["qty"].double ?? json["maxHeartRate"]["qty"].double ?? all("Max").max()
  }

  private func statistics(_ workout: ImportedWorkout) -> [ImportedWorkout.Statistic] {
    func sum(_ type: String, _ value: Double?, _ unit: String) -> ImportedWorkout.Statistic? {
      value.map { .init(type: type, sum: $0, average: nil, minimum: nil, maximum: nil, unit: unit) }
    }
    var statistics = [
      sum(SampleType.activeEnergyBurned, workout.energyKcal, "kcal"), sum(SampleType.distanceWalkingRunning, workout.distanceM, "m"),
      sum(SampleType.stepCount, quantity("stepCount", type: SampleType.stepCount), "count"),
    ].compactMap { $0 }
    if workout.heartAvgBpm != nil || workout.heartMaxBpm != nil {
      statistics.append(
        .init(
          type: SampleType.heartRate, sum: nil, average: workout.heartAvgBpm, minimum: workout.heartMinBpm, maximum: workout.heartMaxBpm,
          unit: "count/min"))
    }
    return statistics
  }

  // MARK: - Words

  /// The app tells no workout's source; the parts of a version 2 workout have one.
  private var sourceName: String {
    if let name = json["source"].string { return name }
    for key in ["heartRateData", "activeEnergy", "stepCount", "walkingAndRunningDistance"] {
      if let name = json[key].array?.lazy.compactMap({ $0["source"].string }).first { return name }
    }
    return AutoExportReader.appName
  }

  /// `Outdoor Run`, `Traditional Strength Training` as `running`, `traditional_strength_training`.
  static func activity(_ name: String) -> String {
    var words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if let first = words.first, ["outdoor", "indoor", "pool"].contains(first), words.count > 1 { words.removeFirst() }
    if words.starts(with: ["open", "water"]), words.count > 2 { words.removeFirst(2) }
    switch words {
    case []: return "other"
    case ["run"]: return "running"
    case ["walk"]: return "walking"
    case ["cycle"]: return "cycling"
    case ["swim"]: return "swimming"
    case ["hike"]: return "hiking"
    case ["row"], ["rower"]: return "rowing"
    case ["hiit"]: return "high_intensity_interval_training"
    default: return words.joined(separator: "_")
    }
  }

  /// Kept as Apple's export has them.
  private var details: [ImportedWorkout.Detail] {
    var details: [ImportedWorkout.Detail] = []
    func text(_ value: JSON) -> String? {
      guard case .number(let digits) = value["qty"] else { return nil }
      return [digits, value["units"].string ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    func keep(_ key: String, _ text: String?) { if let text { details.append(.init(key: key, text: text)) } }
    let isIndoor = json["isIndoor"].bool ?? json["location"].string.flatMap { ["indoor": true, "outdoor": false][$0.lowercased()] }
    keep("HKIndoorWorkout", isIndoor.map { $0 ? "1" : "0" })
    let ascent = json["elevation"]["ascent"]
    keep("HKElevationAscended", text(json["elevationUp"]) ?? text(.object([("qty", ascent), ("units", json["elevation"]["units"])])))
    keep("HKWeatherTemperature", text(json["temperature"]))
    keep("HKWeatherHumidity", text(json["humidity"]))
    keep("HKAverageMETs", text(json["intensity"]))
    return details
  }

  // MARK: - Route

  private func track(_ builder: inout BatchBuilder) -> WorkoutTrack? {
    guard let route = json["route"].array, !route.isEmpty else { return nil }
    var points: [WorkoutTrack.Point] = []
    points.reserveCapacity(route.count)
    for place in route {
      guard let latitude = place["latitude"].double ?? place["lat"].double,
        let longitude = place["longitude"].double ?? place["lon"].double,
        let at = AutoExportTime.moment(place["timestamp"].string ?? place["date"].string),
        abs(latitude) <= 90, abs(longitude) <= 180
      else { continue }
      points.append(.init(atMs: at.ms, latitude: latitude, longitude: longitude, elevationM: place["altitude"].double))
    }
    builder.report.remark("route points without time or place", route.count - points.count)
    guard !points.isEmpty else { return nil }
    let id = json["id"].string?.printable ?? "\(points[0].atMs)-\(number)"
    return WorkoutTrack(file: "/health-auto-export/\(id)", points: points.sorted { $0.atMs < $1.atMs })
  }
}
