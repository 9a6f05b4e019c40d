import DrawnCodes
import Foundation
import TestSupport
import Testing

@testable import FoodScan

/// The corners of what was read lie where the bars were drawn: in the upright photo, however it is stored and however small it was decoded.
@Suite struct CornerTests {
  /// An upright picture with one code in it.
  private struct Scene {
    let picture: ColorImage
    /// Of the bars, in the picture's points, (0, 0) being its upper left corner.
    let corners: [SIMD2<Float>]

    /// - Parameter place: The upper left corner of the label.
    init(_ code: DrawnCode, at place: SIMD2<Int>, width: Int, height: Int) {
      let label = code.picture()
      picture = ColorImage(width: width, height: height) { pixels in
        pixels.update(repeating: UInt8(code.white), count: 3 * width * height)
        for y in 0..<label.height {
          for x in 0..<label.width {
            (pixels + 3 * ((place.y + y) * width + place.x + x)).update(repeating: label.pixels[y * label.width + x], count: 3)
          }
        }
      }
      let middle = SIMD2(Float(place.x), Float(place.y)) + SIMD2(Float(label.width), Float(label.height)) / 2
      let half = SIMD2(Double(code.modules.count), code.height) * code.module / 2
      let turn = code.tilt * .pi / 180
      corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { (x: Double, y: Double) in
        let (u, v) = (x * half.x, y * half.y)
        return middle + SIMD2(Float(u * cos(turn) - v * sin(turn)), Float(u * sin(turn) + v * cos(turn)))
      }
    }

    /// The picture as a camera that was held so stores it, without loss.
    func pgm(_ orientation: Orientation) -> [UInt8] {
      let stored = stored(orientation)
      let gray = stored.withPixels { pixels in (0..<stored.width * stored.height).map { pixels[3 * $0] } }
      return Array("P5 \(stored.width) \(stored.height) 255\n".utf8) + gray
    }

    /// The same as JPEG, with the orientation in it.
    func jpeg(_ orientation: Orientation) throws -> [UInt8] {
      let bytes = try JPEGEncoder.bytes(of: stored(orientation))
      let tiff: [UInt8] = [
        0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0,
      ]
      let body = Array("Exif\0\0".utf8) + tiff
      return bytes.prefix(2) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + bytes.dropFirst(2)
    }

    private func stored(_ orientation: Orientation) -> ColorImage {
      // Only these two are each other's inverses, all others their own.
      picture.turned(orientation == .left ? .right : orientation == .right ? .left : orientation)
    }
  }

  /// A code whose bars stand along or across the picture's rows: there its edges are where the pixels are.
  private func code(_ tilt: Double = 0, module: Double = 3) -> DrawnCode {
    var code = DrawnCode(.ean13, "9521234543213")
    (code.module, code.height, code.noise, code.tilt) = (module, 40, 0, tilt)
    return code
  }

  /// The corners that were found must lie at the drawn ones: across the bars, where the symbol was fitted, within a tenth of a pixel that was
  /// looked at, `step` of the photo's; along them within the detector's block of 8.
  private func expectCorners(_ bytes: [UInt8], of scene: Scene, step: Float = 1) throws {
    let reader = try EngineChoice.fit.makeReader(isTraced: false)
    let reading = try reader.read(Photo(bytes: bytes, from: .file("a")), limits: PhotoLimits()) { false }
    let frame = try #require(reading.frame)
    let found = try #require(reading.sightings.first?.corners).map(frame.upright)
    for corner in scene.corners {
      let errors = found.map { $0 - corner }.sorted { ($0 * $0).sum() < ($1 * $1).sum() }
      let along = scene.corners[2] - scene.corners[1]
      let isUpright = abs(along.y) > abs(along.x)
      let error = try #require(errors.first)
      #expect(abs(isUpright ? error.x : error.y) < 0.1 * step, "across: \(error)")
      #expect(abs(isUpright ? error.y : error.x) < 8 * step, "along: \(error)")
    }
  }

  @Test(arguments: [0, 90, 180, 270] as [Double], [SIMD2(211, 97), SIMD2(214, 99), SIMD2(300, 203)])
  func atFullSize(tilt: Double, place: SIMD2<Int>) throws {
    let scene = Scene(code(tilt), at: place, width: 800, height: 800)
    try expectCorners(scene.pgm(.up), of: scene)
  }

  @Test(arguments: Orientation.allCases)
  func inEveryOrientation(orientation: Orientation) throws {
    let scene = Scene(code(), at: SIMD2(211, 97), width: 800, height: 700)
    try expectCorners(scene.jpeg(orientation), of: scene)
  }

  /// JPEG pictures are decoded to a half, a quarter or an eighth. The code is at the far end, where a wrong scale shows most.
  @Test(arguments: Orientation.allCases, [(2600, 400, 2), (2599, 397, 2), (5200, 640, 4), (5193, 639, 4)] as [(Int, Int, Float)])
  func decodedSmaller(orientation: Orientation, size: (width: Int, height: Int, step: Float)) throws {
    let code = code(module: 3 * Double(size.step))
    let label = code.picture()
    let place = SIMD2(size.width - label.width - 20, size.height - label.height - 40)
    let scene = Scene(code, at: place, width: size.width, height: size.height)
    try expectCorners(scene.jpeg(orientation), of: scene, step: size.step)
  }
}
