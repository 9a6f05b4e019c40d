/// Hands out a scan's units in their order: those of one reader up to where another one, who began in the middle, is known to be in step.
struct ScanUnits {
  private var reader: BlockReader
  private var restarts: Restarts
  private var left: Int
  /// The second half, until it is known to be of use or not, and from which position on that may be.
  private var tail: JPEGTail?
  private let middle: Int
  private var rest: JPEGTail.Units?

  /// - Parameters:
  ///   - reader: Is at the first of them.
  ///   - restartInterval: After how many of them the scan begins anew; 0 = never, as a tail needs it.
  ///   - tail: Who began at the position `middle`.
  init(_ reader: BlockReader, _ count: Int, restartInterval: Int, tail: JPEGTail?, from middle: Int) {
    (self.reader, left, self.tail, self.middle) = (reader, count, tail, middle)
    restarts = Restarts(interval: restartInterval)
  }

  /// Takes the next ones. `false` when something is wrong with them.
  mutating func take(_ count: Int, into units: UnsafeMutablePointer<Int16>) -> Bool {
    var done = 0
    while done < count {
      let place = units + done * reader.unitRoom
      guard rest == nil else {
        rest?.take(count - done, into: place)
        break
      }
      if let marker = restarts.marker { guard reader.skip(marker: marker) else { return false } }
      var next = restarts.take(atMost: count - done)
      if let tail, reader.position >= middle {
        guard reader.isSound else { return false }
        tail.finish()
        rest = tail.units(from: reader.position, wanted: left - done, dc: reader.dc)
        guard rest == nil else { continue }
        if reader.position < tail.lastStart { next = 1 } else { self.tail = nil }
      }
      reader.readUnits(next, into: place)
      done += next
    }
    left -= count
    return true
  }

  /// Whether the picture ends here, and all was right.
  mutating func isAtEnd() -> Bool { rest != nil || reader.skip(marker: 0xD9) }
}

/// The restarts of a scan (ITU-T T.81, E.1.4): after each `interval` of its units, with markers numbered from 0 to 7.
private struct Restarts {
  let interval: Int
  private var left: Int
  private var number: UInt8 = 0

  init(interval: Int) { (self.interval, left) = (interval, interval) }

  /// The marker that comes now, if one does.
  var marker: UInt8? { interval > 0 && left == 0 ? 0xD0 + number : nil }

  /// Takes the units before the next marker, at most `most`, and returns their number.
  mutating func take(atMost most: Int) -> Int {
    guard interval > 0 else { return most }
    if left == 0 { (left, number) = (interval, (number + 1) & 7) }
    let count = min(most, left)
    left -= count
    return count
  }
}
