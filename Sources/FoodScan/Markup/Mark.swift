import BarReader

/// Something in a photo that is pointed at.
struct Mark {
  /// The result of reading the region, which decides the colour.
  enum Kind { case read, refused, looked }

  let kind: Kind
  /// Its corners in order around it, in the stored picture's pixels at full size. `nil` = the position isn't known.
  let corners: [SIMD2<Float>]?
  /// The label. `nil` = none.
  let plate: Plate?

  /// The lines' and the plate's colour.
  var ink: Ink {
    switch kind {
    case .read: .green
    case .refused: .vermilion
    case .looked: .skyBlue
    }
  }
}

extension Mark {
  /// Returns the marks of a reading: first regions without a result, if there is a trace, then near misses, then codes
  /// that were read.
  static func all(of reading: PhotoReading, in frame: PhotoFrame) -> [Mark] {
    let sure = reading.sightings.map { sighting in
      Mark(
        kind: .read, corners: sighting.corners,
        plate: Plate(title: sighting.barcode.spacedText, notes: ["\(sighting.barcode.symbology.title), \(sighting.engine.rawValue)"]))
    }
    let doubtful = reading.closestCalls.map { call in
      Mark(kind: .refused, corners: call.corners, plate: Plate(title: call.barcode.spacedText, notes: ["not used:"] + call.reasonLines))
    }
    let named = (sure + doubtful).compactMap { $0.corners.flatMap(Box.init(around:)) }
    var looked: [Mark] = []
    for look in reading.trace?.looks ?? [] {
      for region in look.regions {
        let corners = frame.stored(region.corners, in: look)
        guard let box = Box(around: corners), !named.contains(where: { $0.holdsMiddle(of: box) }) else { continue }
        looked.append(Mark(kind: .looked, corners: corners, plate: nil))
      }
    }
    return looked + doubtful + sure
  }
}

extension PhotoReading {
  /// The close calls that are worth a word: none where a code was read, for they are other print on the package; and none that lies where a
  /// closer one does, for bars that can't be read are nearly many codes.
  package var closestCalls: [CloseCall] {
    if !sightings.isEmpty { return [] }
    var kept: [(call: CloseCall, box: Box?)] = []
    for call in closeCalls {
      let box = call.corners.flatMap(Box.init(around:))
      guard let box, kept.contains(where: { $0.box?.holdsMiddle(of: box) == true }) else {
        kept.append((call, box))
        continue
      }
    }
    return kept.map(\.call)
  }
}

extension Box {
  /// Whether the other's middle lies in it.
  fileprivate func holdsMiddle(of other: Box) -> Bool { all(low .<= other.middle) && all(other.middle .<= high) }
}

extension Barcode {
  /// The digits in the groups in which they are printed under the bars: `9 521234 543213`. Of codes without such digits the product's number.
  var spacedText: String {
    let groups: [Int] =
      switch symbology {
      case .ean13: [1, 6, 6]
      case .ean8: [4, 4]
      case .upca: [1, 5, 5, 1]
      case .upce: [1, 6, 1]
      case .qr, .databar, .databarExpanded: []
      }
    if groups.isEmpty { return gtin.description }
    var rest = text[...]
    return groups.map { count in
      defer { rest = rest.dropFirst(count) }
      return String(rest.prefix(count))
    }.joined(separator: " ")
  }
}

extension CloseCall {
  /// The reason why it isn't used, as short lines.
  fileprivate var reasonLines: [String] {
    switch reason {
    case .poorFit: ["the bars don't fit it well"]
    case .closeRival: rival.map { ["too close to", $0.spacedText] } ?? ["too close to another"]
    case .repaired: ["only its check digit", "makes it this code"]
    case .numberSystem: ["not given out for products"]
    case .extremeInk: ["its bars are too thick or thin"]
    }
  }
}
