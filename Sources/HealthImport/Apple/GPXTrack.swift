import HealthModel

/// Reads the points of a workout's route from a GPX file (https://www.topografix.com/GPX/1/1/).
enum GPXTrack {
  /// The limit of points: two months at a point per second, far above any workout.
  static let most = 5_000_000

  /// The track in `source`, in the order of time; points without a readable place and time are left out.
  /// - Parameter leftOut: grows by the points that are.
  /// - Throws: `ImportError` when it is broken; what the source throws.
  static func track(_ source: any ByteSource, file: String, leftOut: inout Int) throws -> WorkoutTrack {
    var scanner = XMLScanner(source, root: "gpx", keepsText: true, capacity: 64 << 10)
    var times = TimeReader()
    var points: [WorkoutTrack.Point] = []
    // The known values of the point whose element is open, and the depth of that element (0 = none is open).
    var depth = 0
    var place: (latitude: Double, longitude: Double)?
    var elevation: Double?
    var atMs: Int64?
    while true {
      switch try scanner.next() {
      case .start:
        guard depth == 0, scanner.name == "trkpt" else { continue }
        guard !scanner.isEmptyElement else {
          leftOut += 1
          continue
        }
        depth = scanner.depth
        (place, elevation, atMs) = (nil, nil, nil)
        if let latitude = DecimalReader.number(scanner.value(of: "lat")), let longitude = DecimalReader.number(scanner.value(of: "lon")),
          abs(latitude) <= 90, abs(longitude) <= 180
        {
          place = (latitude, longitude)
        }
      case .end:
        if depth > 0, scanner.depth == depth {
          if scanner.name == "ele" {
            elevation = DecimalReader.number(scanner.text.trimmed)
          } else if scanner.name == "time" {
            atMs = times.instant(scanner.text.trimmed)
          }
        } else if depth > 0, scanner.depth < depth {
          depth = 0
          if let place, let atMs {
            guard points.count < most else { throw ImportError(.dangerous, "\(source.name) has more than \(most) points") }
            points.append(.init(atMs: atMs, latitude: place.latitude, longitude: place.longitude, elevationM: elevation))
          } else {
            leftOut += 1
          }
        }
      case .finished:
        // The order of the file nearly always is the order of time.
        if zip(points, points.dropFirst()).contains(where: { $0.atMs > $1.atMs }) { points.sort { $0.atMs < $1.atMs } }
        return WorkoutTrack(file: file, points: points)
      }
    }
  }
}
