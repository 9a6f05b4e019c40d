@testable import BarReader

/// The reader of bars on a `FuzzedPicture`. Its flag 32: the picture is searched at the finer size.
struct GrayFuzzer: Fuzzer {
  private let reader = SymbolReader()

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let picture = FuzzedPicture(input, mostPixels: 1 << 20) else { return false }
    picture.pixels(padding: Luma.padding).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var trace: ReadingTrace? = ReadingTrace()
      let luma = Luma(pixels: base, width: picture.width, height: picture.height)
      check(reader.read(luma, detectorSide: picture.flags & 32 == 0 ? 800 : 1600, trace: &trace))
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
