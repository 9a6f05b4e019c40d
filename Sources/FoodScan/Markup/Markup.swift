/// Draws into a photo what was read in it: each code's place, digits and reader, and what was nearly read with the reason why it isn't used.
package struct Markup: Sendable, Hashable {
  /// The file format of the picture.
  package enum Format: Sendable, Hashable { case png, jpeg }

  /// The format of the written picture.
  package let format: Format

  /// Pictures of that format.
  package init(format: Format) { self.format = format }

  /// The ending of file names in a folder of pictures: no camera creates such a name.
  package static let nameEnding = ".annotated.jpg"

  /// Whether a file of that name is such a picture, which shows a photo and is none.
  package static func isOutput(_ name: some StringProtocol) -> Bool { name.hasSuffix(nameEnding) }

  /// The long side of the largest picture that is written, in pixels: enough to see each bar, and soon made of a photo of any size.
  static let longestSide = 2000
  /// Smaller photos are magnified to about that, in whole steps, or type would cover them.
  static let shortestSide = 480

  /// Returns the upright photo in colour with marks for the codes that were read, encoded.
  ///
  /// - Parameter reading: Its trace, if it has one, adds the regions without a result.
  /// - Throws: `.damaged`, `.libraryUnavailable` as decoding does; `.tooManyPixels`.
  func bytes(of photo: Photo, showing reading: PhotoReading, limits: PhotoLimits) throws(ScanError) -> [UInt8] {
    let picture = try Picture(photo, limits: limits)
    let frame = PhotoFrame(size: picture.size, orientation: photo.orientation)
    let colors = try picture.colors(longSide: Self.longestSide).shrunk(toLongSide: Self.longestSide).turned(photo.orientation)
    let drawn = Self.drawing(of: Mark.all(of: reading, in: frame), on: colors, frame)
    return switch format {
    case .png: try PNGEncoder.bytes(of: drawn)
    case .jpeg: try JPEGEncoder.bytes(of: drawn)
    }
  }

  /// The upright picture with the marks, whose corners are in the frame's stored pixels.
  static func drawing(of marks: [Mark], on picture: ColorImage, _ frame: PhotoFrame) -> ColorImage {
    var canvas = Canvas(marks.isEmpty ? picture : picture.magnified(min(4, (shortestSide + picture.longSide - 1) / picture.longSide)))
    let size = SIMD2(Float(canvas.width), Float(canvas.height))
    let upright = SIMD2(Float(frame.uprightSize.width), Float(frame.uprightSize.height))
    let outlines = marks.map { mark in mark.corners.map { $0.map { frame.upright($0) * size / upright } } }
    let line = max(size.max() / 400, 1.5)
    for (mark, outline) in zip(marks, outlines) {
      guard let outline else { continue }
      let width = mark.kind == .looked ? line / 2 : line
      canvas.stroke(outline, isClosed: true, width: width + line, .casing)
      canvas.stroke(outline, isClosed: true, width: width, mark.ink)
    }
    let boxes = outlines.map { $0.flatMap(Box.init(around:)) }
    var layout = PlateLayout(size: size, kept: boxes.compactMap(\.self))
    // Sure codes come last and choose first.
    for (mark, box) in zip(marks, boxes).reversed() {
      guard let plate = mark.plate else { continue }
      guard let place = layout.place(plate, beside: box, titleHeight: max(size.max() / 45, 13)) else { continue }
      if let box { Self.connect(place.box, with: box, on: &canvas, width: line, mark.ink) }
      plate.draw(on: &canvas, in: place.box, titleHeight: place.titleHeight, mark.ink)
    }
    return canvas.picture
  }

  /// Draws a line from a plate that found no place near to what it speaks of.
  private static func connect(_ plate: Box, with subject: Box, on canvas: inout Canvas, width: Float, _ ink: Ink) {
    let near = subject.middle.clamped(lowerBound: plate.low, upperBound: plate.high)
    let end = near.clamped(lowerBound: subject.low, upperBound: subject.high)
    guard (near - end).length > plate.size.y else { return }
    canvas.stroke([near, end], width: width, ink)
  }
}
