import HealthModel
import Testing
import TestSupport

@testable import HealthStore

@Suite struct HealthPackedTrackTests {
  private typealias Point = WorkoutTrack.Point

  /// Returns the point as it is after packing.
  private func rounded(_ point: Point) -> Point {
    Point(
      atMs: (Double(point.atMs) / 1000).rounded(.down) == Double(point.atMs / 1000)
        ? point.atMs / 1000 * 1000 : (point.atMs / 1000 - 1) * 1000,
      latitude: (point.latitude * 1e6).rounded() / 1e6, longitude: (point.longitude * 1e6).rounded() / 1e6,
      elevationM: point.elevationM.map { ($0 * 10).rounded() / 10 })
  }

  @Test func pointsComeOutAsTheyWentIn() throws {
    var random = SeededGenerator(seed: 7)
    var points: [Point] = []
    for index in 0..<500 {
      points.append(
        Point(
          atMs: 1_770_000_000_000 + Int64(index) * 1000, latitude: 48.85 + Double.random(in: -1e-4...1e-4, using: &random),
          longitude: -2.35 + Double.random(in: -1e-4...1e-4, using: &random),
          elevationM: index % 7 == 0 ? nil : Double.random(in: -30...60, using: &random)))
    }
    let packed = PackedTrack(points)
    #expect(try #require(PackedTrack.points(packed.bytes)) == points.map(rounded))
    #expect(packed.count == 500 && packed.strangeCount == 0)
    #expect(packed.startMs == 1_770_000_000_000 && packed.endMs == 1_770_000_499_000)
    #expect(packed.bytes.count < 10 * 500)
  }

  @Test(arguments: [
    [], [Point(atMs: 0, latitude: 0, longitude: 0, elevationM: nil)],
    [Point(atMs: -1500, latitude: -90, longitude: -180, elevationM: -430.5)],
    [
      Point(atMs: 4_000_000_000_000, latitude: 90, longitude: 180, elevationM: 8848.9),
      Point(atMs: 5, latitude: -90, longitude: -180, elevationM: 0),
    ],
  ])
  private func theEdgesHold(points: [Point]) {
    #expect(PackedTrack.points(PackedTrack(points).bytes) == points.map(rounded))
  }

  /// As `docs/schema.md` describes it.
  @Test func theFormatIsAsDescribed() {
    let points = [
      Point(atMs: 1000, latitude: 0.000_001, longitude: -0.000_001, elevationM: 6.4),
      Point(atMs: 3000, latitude: 0.000_001, longitude: -0.000_001, elevationM: nil),
      Point(atMs: 3000, latitude: 0, longitude: 0, elevationM: 6.3),
    ]
    #expect(PackedTrack(points).bytes == [1, 2, 2, 1, 1, 128, 1, 4, 0, 0, 0, 0, 1, 2, 1, 1])
  }

  @Test func itsLengthIsOverTheGround() {
    let degree = PackedTrack([
      Point(atMs: 0, latitude: 0, longitude: 0, elevationM: 0), Point(atMs: 1000, latitude: 1, longitude: 0, elevationM: 500),
    ])
    #expect(abs(degree.distanceM - 111_195) < 1)
    let half = PackedTrack([
      Point(atMs: 0, latitude: 0, longitude: -90, elevationM: 0), Point(atMs: 1000, latitude: 0, longitude: 90, elevationM: 0),
    ])
    #expect(abs(half.distanceM - .pi * 6_371_008.8) < 1)
  }

  @Test func whatIsNoPlaceIsLeftOutAndCounted() {
    let good = Point(atMs: 0, latitude: 1, longitude: 1, elevationM: nil)
    let bad = [
      Point(atMs: 0, latitude: .nan, longitude: 0, elevationM: nil), Point(atMs: 0, latitude: 0, longitude: .infinity, elevationM: nil),
      Point(atMs: 0, latitude: 91, longitude: 0, elevationM: nil), Point(atMs: 0, latitude: 0, longitude: 0, elevationM: .nan),
      Point(atMs: .max, latitude: 0, longitude: 0, elevationM: nil), Point(atMs: .min, latitude: 0, longitude: 0, elevationM: nil),
    ]
    let packed = PackedTrack(bad + [good])
    #expect(packed.count == 1 && packed.strangeCount == 6)
    #expect(PackedTrack.points(packed.bytes) == [good])
  }

  @Test(arguments: [
    [], [0], [2, 0, 0, 0, 0], [1, 0], [1, 0, 0, 0], [1, 0, 0, 0, 1], [1, 0, 0, 0, 2], [1] + Array(repeating: 255, count: 20),
  ])
  func whatIsNoTrackIsNotRead(bytes: [UInt8]) {
    #expect(PackedTrack.points(bytes) == nil)
  }
}
