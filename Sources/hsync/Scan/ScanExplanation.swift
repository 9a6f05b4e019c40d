import BarReader
import FoodScan
import Foundation
import HealthModel

/// The steps of reading a photo.
struct ScanExplanation {
  /// The upright photo's size in pixels.
  let size: (width: Int, height: Int)
  /// EXIF's number for how it must be turned, 1…8.
  let orientation: Int
  /// The passes over the photo.
  let looks: [Look]
  /// Milliseconds by step, in the order of the steps.
  let times: [(step: ReadingTrace.Step, ms: Double)]

  /// One pass over the photo, at one size.
  struct Look {
    /// Of the examined stored picture, in pixels.
    let size: (width: Int, height: Int)
    /// The longest side at which regions were searched, in pixels.
    let detectorSide: Int
    let regions: [Region]
  }

  /// A region that looked like bars.
  struct Region {
    /// In the upright photo's pixels at full size, in order around it; the first two lie across the bars.
    let corners: [SIMD2<Float>]
    /// The attempts there.
    let attempts: [ReadingTrace.Attempt]

    /// The slant of the bars, in degrees clockwise from upright, above -90 and at most 90.
    var turnedDegrees: Double {
      let along = corners[2] - corners[1]
      // Bars have no direction: the one that points up is taken.
      let up = along.y > 0 ? -along : along
      let degrees = atan2(Double(up.x), Double(-up.y)) * 180 / .pi
      return degrees <= -90 ? degrees + 180 : degrees
    }

    /// Its extent across and along the bars, in pixels.
    var extent: (across: Float, along: Float) { (length(corners[1] - corners[0]), length(corners[2] - corners[1])) }

    /// Its middle.
    var middle: SIMD2<Float> { (corners[0] + corners[2]) / 2 }

    private func length(_ side: SIMD2<Float>) -> Float { (side * side).sum().squareRoot() }
  }

  /// Tells what the reading's trace holds. `nil` when nothing was decoded.
  init?(_ reading: PhotoReading) {
    guard let frame = reading.frame else { return nil }
    size = frame.uprightSize
    orientation = frame.exifOrientation
    looks = (reading.trace?.looks ?? []).map { look in
      let regions = look.regions.enumerated().map { index, region in
        Region(
          corners: frame.stored(region.corners, in: look).map(frame.upright), attempts: look.attempts.filter { $0.region == index })
      }
      return Look(size: (look.width, look.height), detectorSide: look.detectorSide, regions: regions)
    }
    times = (reading.trace?.times ?? []).map { ($0.step, $0.duration / .milliseconds(1)) }
  }
}
