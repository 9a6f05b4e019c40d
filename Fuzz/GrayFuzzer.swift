@testable import BarReader

/// The reader of bars on grey pixels, without a decoder before it.
///
/// The first bytes say how the rest becomes a picture: width and height less one (two bytes each, lowest first), and a byte of flags. Flag 1
/// repeats the rest as one line in every row, which makes bars; flag 2 has them lie; flags 4 to 16 slant them. Without flag 1 the rest fills the
/// picture row by row, again and again.
struct GrayFuzzer: Fuzzer {
  private static let header = 5
  private static let mostPixels = 1 << 20

  private let reader = SymbolReader()

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard input.count > Self.header else { return false }
    let width = (Int(input[0]) | Int(input[1]) << 8) + 1
    let height = min((Int(input[2]) | Int(input[3]) << 8) + 1, max(1, Self.mostPixels / width))
    let flags = Int(input[4])
    let content = UnsafeRawBufferPointer(rebasing: input[Self.header...])
    var pixels = [UInt8](repeating: 0, count: width * height + Luma.padding)
    for y in 0..<height {
      for x in 0..<width {
        let (across, along) = flags & 2 == 0 ? (x, y) : (y, x)
        let place = flags & 1 == 0 ? y * width + x : across + along * (flags >> 2 & 7) / 8
        pixels[y * width + x] = content[place % content.count]
      }
    }
    pixels.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var trace: ReadingTrace? = ReadingTrace()
      check(reader.read(Luma(pixels: base, width: width, height: height), detectorSide: flags & 32 == 0 ? 800 : 1600, trace: &trace))
      for attempt in trace?.looks.flatMap(\.attempts) ?? [] { precondition(attempt.fit.code.isValid && attempt.fit.residual.isFinite) }
    }
    return true
  }

  private func check(_ findings: BarFindings) {
    for reading in findings.readings {
      precondition(reading.code.isValid && reading.strength >= 1)
      for corner in reading.region.corners { precondition(corner.x.isFinite && corner.y.isFinite) }
    }
    for miss in findings.nearMisses { precondition(miss.code.isValid && miss.rival?.isValid != false && miss.lead.isFinite) }
  }
}
