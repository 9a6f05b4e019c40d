/// A JPEG's segments up to its data (ITU-T T.81, annex B).
///
/// Foreign bytes never throw or trap here: it ends where something else begins.
package struct JPEGSegments: Sequence, IteratorProtocol {
  /// One of them.
  package struct Segment {
    /// The second byte of its marker: 0xC0 begins a baseline frame, 0xDA the data.
    package let marker: UInt8
    /// The bytes after the segment's length.
    package let body: UnsafeRawBufferPointer
    /// The offset of its end in the file.
    package let end: Int
  }

  private let jpeg: UnsafeRawBufferPointer
  private var position = 2

  /// The bytes must outlive it.
  package init(_ jpeg: UnsafeRawBufferPointer) { self.jpeg = jpeg }

  /// The next one; the last is that of the data's header (0xDA).
  package mutating func next() -> Segment? {
    while position + 4 <= jpeg.count, jpeg[position] == 0xFF {
      let marker = jpeg[position + 1]
      if marker == 0xFF {  // a fill byte
        position += 1
        continue
      }
      let end = position + 2 + jpeg.number(at: position + 2)
      guard marker != 0xD9, end >= position + 4, end <= jpeg.count else { return nil }
      let body = UnsafeRawBufferPointer(rebasing: jpeg[(position + 4)..<end])
      position = marker == 0xDA ? jpeg.count : end
      return Segment(marker: marker, body: body, end: end)
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// The number in two bytes from there on, the higher one first, as JPEG writes all of them.
  package func number(at offset: Int) -> Int { Int(self[offset]) << 8 | Int(self[offset + 1]) }
}
