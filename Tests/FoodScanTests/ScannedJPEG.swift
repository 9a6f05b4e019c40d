/// A grey or coloured progressive JPEG, all of one tone, written scan by scan: of a few bytes for each, which the decoder takes over all of the picture.
struct ScannedJPEG {
  let width: Int
  let height: Int
  var planes = 1

  /// One scan for the DC of each plane, then as many for single AC coefficients of the first: 1, 2, … 63, and again from 1.
  func bytes(acScans: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    bytes += segment(0xC2, [8] + two(height) + two(width) + [UInt8(planes)] + (1...UInt8(planes)).flatMap { [$0, 0x11, 0] })
    // DC: the code 0 is a difference of none. AC: the code 0 is a run of 2^14 and more blocks without anything.
    bytes += segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0x00])
    bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0xE0])
    for plane in 1...UInt8(planes) { bytes += scan(of: plane, from: 0, [UInt8](repeating: 0, count: (blocks + 7) / 8)) }
    let runs = runs
    for place in 0..<acScans { bytes += scan(of: 1, from: UInt8(place % 63 + 1), runs) }
    return bytes + [0xFF, 0xD9]
  }

  private var blocks: Int { (width + 7) / 8 * ((height + 7) / 8) }

  /// For all blocks: a code of one bit, and 14 bits that say how many blocks more than 2^14 the run has (here 5461, as 01 seven times).
  private var runs: [UInt8] {
    var bits: [UInt8] = []
    var rest = blocks
    while rest > 0 {
      bits += [0] + [UInt8](repeating: 0, count: 7).flatMap { _ in [0, 1] as [UInt8] }
      rest -= 1 << 14 + 5461
    }
    bits += [UInt8](repeating: 0, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
  }

  private func scan(of plane: UInt8, from coefficient: UInt8, _ data: [UInt8]) -> [UInt8] {
    segment(0xDA, [1, plane, 0, coefficient, coefficient, 0]) + data
  }

  private func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xFF, marker] + two(body.count + 2) + body }

  private func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
}
