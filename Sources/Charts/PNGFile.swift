import CRSVG

/// A reason why a chart can't be drawn as PNG.
package enum PNGFault: Error, Sendable, Equatable {
  /// librsvg isn't there, or is too old: the message says which.
  case noRenderer(String)
  /// librsvg refused: its words.
  case notDrawn(String)
}

extension Chart {
  /// Returns the chart as a PNG file in the light colours, two pixels per pixel of the SVG file.
  package func png() throws(PNGFault) -> [UInt8] {
    if let problem = hs_rsvg_open() { throw .noRenderer(String(cString: problem)) }
    let drawing = drawing(isTitled: true)
    let (width, height) = StandaloneFile.size(of: drawing)
    var file: [UInt8] = []
    var failure = [CChar](repeating: 0, count: 300)
    let status = Array(StandaloneFile.text(of: drawing, alternative: texts).utf8).withUnsafeBufferPointer { text in
      withUnsafeMutablePointer(to: &file) { file in
        hs_rsvg_png(
          text.baseAddress, text.count, 2 * width, 2 * height,
          { file, bytes, count in
            file?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
            return 1
          }, file, &failure, failure.count)
      }
    }
    guard status == 0 else { throw .notDrawn(String(decoding: failure.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)) }
    return file
  }
}
