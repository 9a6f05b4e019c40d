import Glibc
import JPEGSkim

/// The cost of decoding a JPEG whose picture comes in several scans (ITU-T T.81, annexes B and G): progressive ones, and those with a scan for each
/// plane. A scan of a few bytes may go over every block of the picture, so that small files can take minutes.
struct JPEGWork: Equatable {
  /// Scans of the picture.
  private(set) var scans = 0
  /// Blocks of 8 x 8 samples that all scans together go over.
  private(set) var visits = 0
  /// Bytes of the coefficients, all of which are kept until the last scan; 0 where one scan has everything and none are.
  private(set) var coefficientBytes = 0

  /// As in libjpeg-turbo (`TJFLAG_LIMITSCANS`); cameras and optimisers write 5 to 64.
  static let mostScans = 500
  /// libjpeg-turbo goes over some 80 million blocks a second. A photo of 200 million pixels in ten scans has 45 million visits.
  static let mostVisits = 100_000_000
  /// A photo of 200 million pixels, its colours at half the size, has 600 million.
  static let mostCoefficientBytes = 640 << 20

  /// Reads the markers of a whole file, up to the end of its picture. Invalid bytes never trap here: they count as
  /// nothing, and are left to the decoder to reject.
  init(_ jpeg: UnsafeRawBufferPointer) {
    var planes: [(id: UInt8, blocks: Int)] = []
    var position = 2
    while let marker = JPEGWork.nextMarker(in: jpeg, from: position) {
      position = marker.end
      switch marker.code {
      case 0xD9: return
      case 0x01, 0xD0...0xD8: continue
      default: break
      }
      guard position + 2 <= jpeg.count else { return }
      let end = position + jpeg.number(at: position)
      guard end >= position + 2, end <= jpeg.count else { return }
      let body = UnsafeRawBufferPointer(rebasing: jpeg[(position + 2)..<end])
      position = end
      switch marker.code {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker.code):
        guard planes.isEmpty else { return }
        planes = JPEGWork.planes(ofFrame: body)
        if marker.code & 3 == 2 { coefficientBytes = JPEGWork.bytes(of: planes) }
      case 0xDA:
        guard let count = body.first.map(Int.init), count <= 4, body.count >= 1 + 2 * count else { return }
        if scans == 0, count < planes.count { coefficientBytes = JPEGWork.bytes(of: planes) }
        scans += 1
        for place in 0..<count {
          guard let plane = planes.first(where: { $0.id == body[1 + 2 * place] }) else { continue }
          // Frames have at most 2^26 blocks, and files fewer than 2^28 scans.
          visits += plane.blocks
        }
        // One scan has everything: there is no other.
        if coefficientBytes == 0 { return }
      default: break
      }
    }
  }

  /// - Throws: `.tooManyPixels` for a picture that takes more time or memory than any photo.
  func check(_ size: PixelSize, of photo: PhotoSource) throws(ScanError) {
    let excess: String
    if scans > JPEGWork.mostScans {
      excess = "it comes in \(scans) scans, the limit is \(JPEGWork.mostScans)"
    } else if visits > JPEGWork.mostVisits {
      excess = "\(size.width) x \(size.height) pixels in \(scans) scans"
    } else if coefficientBytes > JPEGWork.mostCoefficientBytes {
      excess = "\(size.width) x \(size.height) pixels in several scans take \(coefficientBytes / 1_000_000) MB of memory"
    } else {
      return
    }
    throw ScanError(.tooManyPixels, "\(photo.label) is too large: \(excess)", hint: "scale it down first: vips thumbnail IN OUT 4000")
  }

  /// The planes of a frame, with their blocks (A.1.1). None where it makes no sense.
  private static func planes(ofFrame body: UnsafeRawBufferPointer) -> [(id: UInt8, blocks: Int)] {
    guard body.count >= 6 else { return [] }
    let (height, width, count) = (body.number(at: 1), body.number(at: 3), Int(body[5]))
    guard count <= 4, body.count >= 6 + 3 * count else { return [] }
    let factors = (0..<count).map { place -> (id: UInt8, across: Int, down: Int) in
      let factor = Int(body[7 + 3 * place])
      return (body[6 + 3 * place], factor >> 4, factor & 15)
    }
    guard factors.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) }) else { return [] }
    let (across, down) = (factors.map(\.across).max() ?? 1, factors.map(\.down).max() ?? 1)
    func blocks(_ samples: Int, _ factor: Int, of most: Int) -> Int { (samples * factor + 8 * most - 1) / (8 * most) }
    return factors.map { ($0.id, blocks(width, $0.across, of: across) * blocks(height, $0.down, of: down)) }
  }

  private static func bytes(of planes: [(id: UInt8, blocks: Int)]) -> Int {
    planes.reduce(0) { $0 + $1.blocks } * 64 * MemoryLayout<Int16>.size
  }

  /// The next marker at or behind a place, where coded data may come before it: there a 0xFF is followed by a 0.
  private static func nextMarker(in jpeg: UnsafeRawBufferPointer, from start: Int) -> (code: UInt8, end: Int)? {
    var position = start
    while let base = jpeg.baseAddress, position < jpeg.count, let found = memchr(base + position, 0xFF, jpeg.count - position) {
      position = UnsafeRawPointer(found) - base + 1
      while position < jpeg.count, jpeg[position] == 0xFF { position += 1 }
      guard position < jpeg.count else { return nil }
      if jpeg[position] != 0 { return (jpeg[position], position + 1) }
    }
    return nil
  }
}
