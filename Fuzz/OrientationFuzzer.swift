@testable import FoodScan

/// The orientation of a photo: the input as a JPEG file, then as its Exif block, so that the fuzzer needn't find the way there.
struct OrientationFuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    _ = Orientation(ofJPEG: Array(input))
    let block = Array("Exif\0\0".utf8) + input.prefix(1 << 15)
    let length = block.count + 2
    let marker: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
    _ = Orientation(ofJPEG: marker + block)
    return true
  }
}
