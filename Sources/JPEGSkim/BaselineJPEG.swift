/// The facts needed to decode a JPEG as cameras write it (ITU-T T.81): baseline or extended Huffman coding, 8 bits, grey or luma and two
/// colour differences, all in one scan.
package struct BaselineJPEG {
  /// One of the picture's planes.
  struct Component {
    /// Blocks in a unit of the scan, across and down.
    var across: Int
    var down: Int
    let quantization: Int
    var dc: HuffmanCode
    var ac: HuffmanCode
  }

  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  /// Luma first.
  let components: [Component]
  /// The quantization steps of luma, in zigzag order.
  let lumaSteps: [UInt16]
  /// Units of the scan between two restarts; 0 = there are none.
  let restartInterval: Int
  /// The offset of the entropy-coded data.
  let dataStart: Int

  /// `nil` for a JPEG of another kind and for a broken one. The bytes must be those of the whole file.
  package init?(_ jpeg: UnsafeRawBufferPointer) {
    var tables = Tables()
    for segment in JPEGSegments(jpeg) {
      switch segment.marker {
      case 0xDB: guard tables.addQuantization(segment.body) else { return nil }
      case 0xC4: guard tables.addCodes(segment.body) else { return nil }
      case 0xC0, 0xC1: guard tables.addFrame(segment.body) else { return nil }
      case 0xC2...0xCF: return nil  // other ways of coding
      case 0xDD:
        guard segment.body.count == 2 else { return nil }
        tables.restartInterval = segment.body.number(at: 0)
      case 0xE0: tables.isJFIF = tables.isJFIF || segment.body.starts(with: "JFIF\0".utf8)
      case 0xEE where segment.body.starts(with: "Adobe".utf8) && segment.body.count >= 12: tables.adobeTransform = segment.body[11]
      case 0xDA:
        guard let size = tables.size, let components = tables.components(ofScan: segment.body), let luma = components.first,
          let steps = tables.steps[luma.quantization]
        else { return nil }
        (width, height) = size
        (self.components, lumaSteps) = (components, steps)
        (restartInterval, dataStart) = (tables.restartInterval, segment.end)
        return
      default: break
      }
    }
    return nil
  }

  /// The tables in the segments before the scan's.
  private struct Tables {
    var size: (width: Int, height: Int)?
    var steps: [[UInt16]?] = Array(repeating: nil, count: 4)
    var restartInterval = 0
    var isJFIF = false
    var adobeTransform: UInt8?
    private var planes: [(id: UInt8, across: Int, down: Int, quantization: Int)] = []
    private var dc: [HuffmanCode?] = Array(repeating: nil, count: 4)
    private var ac: [HuffmanCode?] = Array(repeating: nil, count: 4)

    /// B.2.4.1. Whether it makes sense, as for the others.
    mutating func addQuantization(_ body: UnsafeRawBufferPointer) -> Bool {
      var rest = body[...]
      while let head = rest.popFirst() {
        let bytes = head >> 4 == 0 ? 1 : 2
        guard head >> 4 <= 1, head & 15 < 4, rest.count >= 64 * bytes else { return false }
        let start = rest.startIndex
        steps[Int(head & 15)] = (0..<64).map { i in bytes == 1 ? UInt16(rest[start + i]) : UInt16(body.number(at: start + 2 * i)) }
        rest = rest.dropFirst(64 * bytes)
      }
      return true
    }

    /// B.2.4.2.
    mutating func addCodes(_ body: UnsafeRawBufferPointer) -> Bool {
      var rest = body[...]
      while let head = rest.popFirst() {
        guard head >> 4 <= 1, head & 15 < 4, rest.count >= 16 else { return false }
        let counts = rest.prefix(16).map(Int.init)
        let total = counts.reduce(0, +)
        rest = rest.dropFirst(16)
        guard rest.count >= total, let code = HuffmanCode(counts: counts, symbols: Array(rest.prefix(total))) else { return false }
        // A DC difference of 8-bit samples has up to 11 bits (table F.1).
        if head >> 4 == 0 {
          guard rest.prefix(total).allSatisfy({ $0 <= 11 }) else { return false }
          dc[Int(head & 15)] = code
        } else {
          ac[Int(head & 15)] = code
        }
        rest = rest.dropFirst(total)
      }
      return true
    }

    /// B.2.2.
    mutating func addFrame(_ body: UnsafeRawBufferPointer) -> Bool {
      guard size == nil, body.count >= 6, body[0] == 8 else { return false }
      let (height, width, count) = (body.number(at: 1), body.number(at: 3), Int(body[5]))
      // No height means that it follows the data.
      guard width > 0, height > 0, count == 1 || count == 3, body.count == 6 + 3 * count else { return false }
      for i in 0..<count {
        let at = 6 + 3 * i
        let plane = (id: body[at], across: Int(body[at + 1] >> 4), down: Int(body[at + 1] & 15), quantization: Int(body[at + 2]))
        guard (1...4).contains(plane.across), (1...4).contains(plane.down), plane.quantization < 4 else { return false }
        planes.append(plane)
      }
      size = (width, height)
      return true
    }

    /// B.2.3. `nil` unless all planes are in it, the first one being luma.
    func components(ofScan body: UnsafeRawBufferPointer) -> [Component]? {
      guard !planes.isEmpty, body.count == 4 + 2 * planes.count, Int(body[0]) == planes.count, body[body.count - 3] == 0,
        body[body.count - 2] == 63, body[body.count - 1] == 0
      else { return nil }
      var components: [Component] = []
      for (i, plane) in planes.enumerated() {
        let codes = body[2 + 2 * i]
        guard body[1 + 2 * i] == plane.id, codes >> 4 < 4, codes & 15 < 4, let dc = dc[Int(codes >> 4)], let ac = ac[Int(codes & 15)] else {
          return nil
        }
        components.append(Component(across: plane.across, down: plane.down, quantization: plane.quantization, dc: dc, ac: ac))
      }
      if components.count == 1 {
        // A plane alone isn't interleaved: its unit is one block (A.2.2).
        (components[0].across, components[0].down) = (1, 1)
        return components
      }
      let hasWholeLuma = components.allSatisfy { $0.across <= components[0].across && $0.down <= components[0].down }
      let blocks = components.reduce(0) { $0 + $1.across * $1.down }
      return hasWholeLuma && blocks <= 10 && isLumaAndChroma ? components : nil
    }

    /// Whether three planes are luma and colour differences, which is said as libjpeg takes it: JFIF always, else as Adobe's segment says, else
    /// unless they are called R, G and B.
    private var isLumaAndChroma: Bool {
      if isJFIF { return true }
      if let adobeTransform { return adobeTransform == 1 }
      return !planes.map(\.id).elementsEqual("RGB".utf8)
    }
  }
}
