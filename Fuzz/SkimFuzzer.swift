import JPEGSkim

@testable import FoodScan

/// The reader of a JPEG's lowest coefficients. Two halves that are read at once must make the picture that one makes.
struct SkimFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let jpeg = BaselineJPEG(input), jpeg.size.pixels <= DecoderFuzzer.limits.maxPixels else { return false }
    let skim = JPEGSkim(jpeg, input.bindMemory(to: UInt8.self))
    for side in 1...4 {
      let whole = skim.luma(side: side, leastHalved: .max)
      precondition(skim.luma(side: side, leastHalved: 8)?.pixels == whole?.pixels)
      guard let whole else { continue }
      precondition(whole.width == (jpeg.size.width * side + 7) / 8 && whole.height == (jpeg.size.height * side + 7) / 8)
    }
    return true
  }
}
