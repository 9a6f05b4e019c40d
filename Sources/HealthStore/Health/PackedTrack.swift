import Glibc
import HealthModel

/// The points of a track as `workout_track.track` holds them: a few bytes a point. `docs/schema.md` describes the format.
package struct PackedTrack: Sendable, Equatable {
  /// The packed points.
  package let bytes: [UInt8]
  /// The number of points.
  package let count: Int
  /// The time of the first point, in milliseconds since 1970; `nil` without points. `endMs` is that of the last.
  package let startMs: Int64?
  package let endMs: Int64?
  /// Along the points, metres over the ground (climbing isn't counted).
  package let distanceM: Double
  /// The number of points with invalid coordinates or times, which aren't packed.
  package let strangeCount: Int

  /// Packs points, to the second, 0.000001° (11 cm) and 0.1 m.
  package init(_ points: [WorkoutTrack.Point]) {
    let good = points.filter { point in
      abs(point.latitude) <= 90 && abs(point.longitude) <= 180 && abs(point.elevationM ?? 0) < 1e6 && abs(Double(point.atMs)) < 1e15
    }
    var bytes: [UInt8] = [PackedTrack.version]
    var last = Place()
    for point in good {
      let place = Place(point)
      bytes.append(varint: place.second &- last.second)
      bytes.append(varint: place.latitude &- last.latitude)
      bytes.append(varint: place.longitude &- last.longitude)
      if let elevation = place.elevation {
        bytes.append(1)
        bytes.append(varint: elevation &- (last.elevation ?? 0))
      } else {
        bytes.append(0)
      }
      // An elevation that isn't told is skipped over: the next one counts from the last that was.
      last = Place(second: place.second, latitude: place.latitude, longitude: place.longitude, elevation: place.elevation ?? last.elevation)
    }
    self.bytes = bytes
    count = good.count
    startMs = good.first?.atMs
    endMs = good.last?.atMs
    distanceM = zip(good, good.dropFirst()).reduce(0) { $0 + PackedTrack.distance($1.0, $1.1) }
    strangeCount = points.count - good.count
  }

  /// The points that `bytes` hold. `nil` if they aren't a packed track of a version that is known.
  package static func points(_ bytes: [UInt8]) -> [WorkoutTrack.Point]? {
    guard bytes.first == version else { return nil }
    var rest = bytes.dropFirst()
    var last = Place()
    var points: [WorkoutTrack.Point] = []
    while !rest.isEmpty {
      guard let second = rest.popVarint(), let latitude = rest.popVarint(), let longitude = rest.popVarint(), let isTold = rest.popFirst()
      else { return nil }
      last.second &+= second
      last.latitude &+= latitude
      last.longitude &+= longitude
      if isTold == 1 {
        guard let elevation = rest.popVarint() else { return nil }
        last.elevation = (last.elevation ?? 0) &+ elevation
      } else if isTold != 0 {
        return nil
      }
      points.append(
        WorkoutTrack.Point(
          atMs: last.second &* 1000, latitude: Double(last.latitude) / 1e6, longitude: Double(last.longitude) / 1e6,
          elevationM: isTold == 1 ? last.elevation.map { Double($0) / 10 } : nil))
    }
    return points
  }

  private static let version: UInt8 = 1

  /// A point in whole units.
  private struct Place {
    var second: Int64 = 0
    /// 0.000001°
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    /// 0.1 m; `nil` = not known yet.
    var elevation: Int64?

    init() {}

    init(second: Int64, latitude: Int64, longitude: Int64, elevation: Int64?) {
      self.second = second
      self.latitude = latitude
      self.longitude = longitude
      self.elevation = elevation
    }

    init(_ point: WorkoutTrack.Point) {
      second = point.atMs >= 0 ? point.atMs / 1000 : (point.atMs - 999) / 1000
      latitude = Int64(nearest: point.latitude * 1e6)
      longitude = Int64(nearest: point.longitude * 1e6)
      elevation = point.elevationM.map { Int64(nearest: $0 * 10) }
    }
  }

  /// Metres between two points on a sphere of 6,371,008.8 m, the Earth's mean radius (IUGG): the haversine formula. One degree of latitude is
  /// 111,195 m.
  private static func distance(_ a: WorkoutTrack.Point, _ b: WorkoutTrack.Point) -> Double {
    let degree = Double.pi / 180
    let (sinLatitude, sinLongitude) = (sin((b.latitude - a.latitude) * degree / 2), sin((b.longitude - a.longitude) * degree / 2))
    let h = sinLatitude * sinLatitude + cos(a.latitude * degree) * cos(b.latitude * degree) * sinLongitude * sinLongitude
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }
}

extension [UInt8] {
  /// Appends the number in zigzag form (0, -1, 1, -2 … become 0, 1, 2, 3 …), then seven bits a byte, the lowest first;
  /// the top bit is set if more bytes follow.
  fileprivate mutating func append(varint number: Int64) {
    var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
    while rest > 127 {
      append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popVarint() -> Int64? {
    var zigzag: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = popFirst() else { return nil }
      zigzag |= UInt64(byte & 127) << shift
      if byte < 128 { return Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1) }
    }
    return nil
  }
}
