import GRDB
import HealthModel

extension HealthConnectImport {
  /// Reads exercise sessions with their pauses, laps and routes. Their energy, distance and heart rate are in tables of
  /// their own without a link to the session, so that the workouts have none of these.
  mutating func readWorkouts(deliver: (HealthBatch) throws -> Void) throws {
    let table = "exercise_session_record_table"
    let columns = ["row_id", "start_time", "end_time", "exercise_type", "title"] + Common.columns
    guard let rows = try database.rows(table, columns, needed: ["row_id", "start_time", "end_time"], order: ["row_id"]) else { return }
    handle(table)
    var segments = try HealthConnectChildren(
      database, "exercise_segments_table", ["segment_start_time", "segment_end_time", "segment_type"], orderedBy: "segment_start_time")
    var laps = try HealthConnectChildren(
      database, "exercise_laps_table", ["lap_start_time", "lap_end_time"], orderedBy: "lap_start_time")
    var route = try HealthConnectChildren(
      database, "exercise_route_table", ["timestamp_millis", "latitude", "longitude", "altitude"], orderedBy: "timestamp_millis")
    if segments.isReadable { handle("exercise_segments_table") }
    if laps.isReadable { handle("exercise_laps_table") }
    if route.isReadable { handle("exercise_route_table") }
    var lost = (segments: 0, laps: 0, points: 0)
    while let row = try rows.next() {
      let common = try common(of: row, at: 5)
      guard let id = row.int(0), let start = row.int(1), let end = row.int(2), BatchBuilder.isPlausible(start),
        BatchBuilder.isPlausible(end)
      else {
        builder.skip("no start or end time")
        continue
      }
      let parts = try segments.rows(of: id)
      let pauses = parts.filter { Self.pauses.contains(Int64.fromDatabaseValue($0[2]) ?? 0) }
        .compactMap { Self.span($0, within: start..<max(start, end)) }
      lost.segments += parts.count - pauses.count
      let paused = Self.union(pauses).reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
      var workout = ImportedWorkout(
        activity: HealthConnectActivity.name(of: row.int(3) ?? 0), startMs: start, endMs: end,
        durationMin: Double(end - start - paused) / 60_000, source: common.source, device: common.device)
      workout.record = common.record
      workout.modifiedMs = common.modifiedMs
      let allLaps = try laps.rows(of: id)
      let spans = allLaps.compactMap { Self.span($0, within: start..<max(start, end)) }
      lost.laps += allLaps.count - spans.count
      workout.events = Self.events("pause", pauses) + Self.events("lap", spans)
      if let title = row.text(4) { workout.details = [.init(key: "title", text: title)] }
      let places = try route.rows(of: id)
      let points = places.compactMap(Self.point)
      lost.points += places.count - points.count
      let track = WorkoutTrack(file: "/health-connect/\(start)-\(id)", points: points)
      if !points.isEmpty { workout.routes = [track.file] }
      if builder.add(workout), !points.isEmpty { builder.add(track) }
      try finishRow(deliver)
    }
    builder.report.remark("exercise segments other than pauses not kept", lost.segments)
    builder.report.remark("laps without time not kept", lost.laps)
    builder.report.remark("route points without time or place", lost.points)
    builder.report.remark("exercise segments without a workout not kept", try segments.finish())
    builder.report.remark("laps without a workout not kept", try laps.finish())
    builder.report.remark("route points without a workout not kept", try route.finish())
  }

  /// AOSP's `ExerciseSegmentType`: 66 rest, 67 pause. Only the latter stops the clock.
  private static let pauses: Set<Int64> = [67]

  private static func events(_ type: String, _ spans: [Range<Int64>]) -> [ImportedWorkout.Event] {
    spans.map { .init(type: type, atMs: $0.lowerBound, durationMs: $0.upperBound - $0.lowerBound) }
  }

  /// The first two columns as a span of time, as far as it lies in the session.
  private static func span(_ row: [DatabaseValue], within session: Range<Int64>) -> Range<Int64>? {
    guard let from = Int64.fromDatabaseValue(row[0]), let to = Int64.fromDatabaseValue(row[1]), from < to else { return nil }
    let clamped = (from..<to).clamped(to: session)
    return clamped.isEmpty ? nil : clamped
  }

  /// Spans in the order of their beginnings, those that overlap joined.
  private static func union(_ spans: [Range<Int64>]) -> [Range<Int64>] {
    spans.reduce(into: []) { joined, span in
      if let last = joined.last, span.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
  }

  private static func point(_ row: [DatabaseValue]) -> WorkoutTrack.Point? {
    guard let at = Int64.fromDatabaseValue(row[0]), BatchBuilder.isPlausible(at), let latitude = Double.fromDatabaseValue(row[1]),
      let longitude = Double.fromDatabaseValue(row[2]), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return WorkoutTrack.Point(
      atMs: at, latitude: latitude, longitude: longitude, elevationM: Double.fromDatabaseValue(row[3]))
  }
}
