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

  /// Adds the workout and its route, or counts the reason why it can't be added. Data that isn't kept is counted, too.
  func add(to builder: inout BatchBuilder) throws {
    guard let start = AutoExportTime.moment(json["start"].string, in: builder.zone),
      let end = AutoExportTime.moment(json["end"].string, in: builder.zone)
    else {
      return builder.skip(AutoExportTime.reason(json["start"], json["end"], else: "no start or end date"))
    }
    AutoExportWorkoutFields.count(json, in: &builder.report)
    builder.vote(forOffset: end.utcOffsetMin)
    let span = Double(end.ms - start.ms) / 60_000
    var workout = ImportedWorkout(
      activity: Self.activity(json["name"].string ?? ""), startMs: start.ms, endMs: end.ms,
      durationMin: minutes(&builder.report).map { min($0, span) } ?? span, source: try builder.source(sourceName))
    workout.record = json["id"].string.flatMap { $0.isEmpty ? nil : "\(HealthOrigin.healthAutoExport.rawValue)/\($0)" }
    func first(_ keys: [String], _ type: String) -> Double? {
      for key in keys { if let value = quantity(key, type: type, &builder.report) { return value } }
      return nil
    }
    workout.energyKcal = first(["activeEnergyBurned", "activeEnergy"], SampleType.activeEnergyBurned)
    workout.distanceM = first(
      ["distance", "walkingAndRunningDistance", "cyclingDistance", "swimDistance"], SampleType.distanceWalkingRunning)
    addHeartRate(to: &workout, in: builder.zone, &builder.report)
    workout.statistics = statistics(
      workout, steps: first(["stepCount"], SampleType.stepCount),
      more: [
        ("basal_energy_burned", "kcal", first(["basalEnergy"], "basal_energy_burned")),
        ("flights_climbed", "count", first(["flightsClimbed"], "flights_climbed")),
        ("swimming_stroke_count", "count", first(["totalSwimmingStrokeCount", "swimStroke"], "swimming_stroke_count")),
      ])
    workout.details = details
    let track = track(&builder)
    if let track { workout.routes = [track.file] }
    if builder.add(workout), let track { builder.add(track) }
  }

  // MARK: - Quantities

  /// Minutes without pauses: version 2 gives seconds, version 1 nothing; some files have a quantity with its unit.
  /// `nil` = not given.
  private func minutes(_ report: inout ReadingReport) -> Double? {
    let said = json["duration"]
    if let seconds = said.double { return seconds / 60 }
    guard let number = said["qty"].double else { return nil }
    let unit = AutoExportMetric.saidUnit(of: said) ?? ""
    guard let seconds = SampleUnit.seconds(of: unit) else {
      report.remark(ReadingReport.remark(ofUnit: unit, type: "duration"))
      return nil
    }
    return number * seconds / 60
  }

  /// A quantity, or the sum of a list of them, in the stored unit of `type`; `nil` where a unit among them isn't understood, which is
  /// remarked.
  private func quantity(_ key: String, type: String, _ report: inout ReadingReport) -> Double? {
    let parts = json[key].array ?? [json[key]]
    var sum: Double?
    for part in parts {
      guard let said = part["qty"].double else { continue }
      let unit = AutoExportMetric.unit(of: part, orMetric: "", type: type)
      guard unit.isUnderstood else {
        report.remark(ReadingReport.remark(ofUnit: unit.name, type: type))
        return nil
      }
      sum = (sum ?? 0) + unit.convert(said)
    }
    return sum
  }

  private func addHeartRate(to workout: inout ImportedWorkout, in zone: ZoneRules, _ report: inout ReadingReport) {
    // Its unit is always the same, and may be missing; another one isn't understood.
    func isUnderstood(_ said: JSON) -> Bool {
      guard let word = AutoExportMetric.saidUnit(of: said) else { return true }
      let unit = SampleUnit.stored(word, type: SampleType.heartRate)
      if !unit.isUnderstood || unit.factor != 1 { report.remark(ReadingReport.remark(ofUnit: word, type: SampleType.heartRate)) }
      return unit.isUnderstood && unit.factor == 1
    }
    func quantity(_ said: JSON) -> Double? { said["qty"].double.flatMap { isUnderstood(said) ? $0 : nil } }
    let span = workout.startMs...max(workout.startMs, workout.endMs)
    let rates = (json["heartRateData"].array ?? []).filter { Self.isWithin(span, $0, in: zone) }.filter(isUnderstood)
    func all(_ keys: String...) -> [Double] { rates.compactMap { rate in keys.lazy.compactMap { rate[$0].double }.first } }
    let means = all("Avg", "avg", "qty")
    workout.heartAvgBpm =
      quantity(json["heartRate"]["avg"]) ?? quantity(json["avgHeartRate"])
      ?? (means.isEmpty ? nil : means.reduce(0, +) / Double(means.count))
    workout.heartMinBpm = quantity(json["heartRate"]["min"]) ?? all("Min", "min", "qty").min()
    workout.heartMaxBpm = quantity(json["heartRate"]["max"]) ?? quantity(json["maxHeartRate"]) ?? all("Max", "max", "qty").max()
  }

  /// Whether a heart rate was measured during the workout: the app sends those of the minutes around it, too. A range is of
  /// the minute that begins at its time. One without a readable time counts.
  private static func isWithin(_ span: ClosedRange<Int64>, _ rate: JSON, in zone: ZoneRules) -> Bool {
    guard let at = AutoExportTime.moment(rate["date"].string ?? rate["timestamp"].string, in: zone) else { return true }
    let lastsMs: Int64 = rate["qty"].double == nil ? 59_999 : 0
    return at.ms <= span.upperBound && at.ms + lastsMs >= span.lowerBound
  }

  private func statistics(
    _ workout: ImportedWorkout, steps: Double?, more: [(type: String, unit: String, sum: Double?)]
  ) -> [ImportedWorkout.Statistic] {
    let sums = [
      (SampleType.activeEnergyBurned, "kcal", workout.energyKcal), (SampleType.distanceWalkingRunning, "m", workout.distanceM),
      (SampleType.stepCount, "count", steps),
    ]
    var statistics = (sums + more).compactMap { type, unit, sum in
      sum.map { ImportedWorkout.Statistic(type: type, sum: $0, average: nil, minimum: nil, maximum: nil, unit: unit) }
    }
    if workout.heartAvgBpm != nil || workout.heartMaxBpm != nil {
      statistics.append(
        .init(
          type: SampleType.heartRate, sum: nil, average: workout.heartAvgBpm, minimum: workout.heartMinBpm, maximum: workout.heartMaxBpm,
          unit: "count/min"))
    }
    return statistics
  }

  // MARK: - Words

  /// The source's name. The app doesn't give a workout's source; the parts of a version 2 workout have one.
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
    // Version 1 writes it so.
    keep("HKAverageMETs", text(json["intensity"]) ?? text(json["intesity"]))
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
        let at = AutoExportTime.moment(place["timestamp"].string ?? place["date"].string, in: builder.zone),
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
