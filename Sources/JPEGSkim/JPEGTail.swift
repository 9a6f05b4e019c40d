import Dispatch

/// The second half of a JPEG's scan, read on a thread of its own while the first one is.
///
/// The start of its units isn't known. But Huffman codes synchronise themselves (Klein and Wiseman, Parallel Huffman decoding with
/// applications to JPEG files, 2003): decoding that begins anywhere gives nonsense at first, and after some dozens of units it finds the
/// unit boundaries. The reader of the first half is certain of its boundaries. Once it reaches a boundary that the second half found too,
/// all units from there on are valid.
///
/// Belongs to its thread until that signals, then to the caller of `finish`, which makes it safe to send.
final class JPEGTail: @unchecked Sendable {
  /// Units beyond a row of them whose places are kept: of the photos that were tried, those that fell into step had after a row.
  private static let mostStarts = 512
  /// Tries until it gives up. Photos fell into step after two at most; data of another meaning never do.
  private static let mostFaults = 256
  /// Bytes of a unit at most: ten blocks of 64 coefficients of up to 31 bits.
  private static let longestUnit = 2480

  private var reader: BlockReader
  private let units: UnsafeMutablePointer<Int16>
  private let capacity: Int
  /// Places that are kept.
  private let mostStarts: Int
  private var count = 0
  /// The positions at which the first units were taken to begin.
  private var starts: [Int] = []
  private var isWhole = false
  private let isDone = DispatchSemaphore(value: 0)

  /// Starts to read, up to so many units, which stand in rows of `row` of them. What the reader reads from must stay until `finish` has returned.
  init(_ reader: BlockReader, most capacity: Int, row: Int, onThread start: JPEGSkim.Halves.ThreadStarter) {
    (self.reader, self.capacity, mostStarts) = (reader, capacity, row + Self.mostStarts)
    // The system gives memory as it is written.
    units = .allocate(capacity: capacity * reader.unitRoom)
    let work = { @Sendable [self] in
      read()
      isDone.signal()
    }
    // Without a thread, one after the other.
    if !start(work) { work() }
  }

  deinit { units.deallocate() }

  private func read() {
    starts.reserveCapacity(mostStarts)
    var faults = 0
    while !reader.isAtEnd() {
      // One by one until enough places are known, and where the end is near.
      let next = starts.count < mostStarts ? 1 : max(1, reader.bytesLeft / Self.longestUnit)
      guard count + next <= capacity else { return }
      if starts.count < mostStarts { starts.append(reader.position) }
      reader.readUnits(next, into: units + count * reader.unitRoom)
      count += next
      if !reader.isSound {
        // Not in step yet.
        faults += 1
        guard faults < Self.mostFaults else { return }
        reader.beginAnew()
        count = 0
        starts.removeAll(keepingCapacity: true)
      }
    }
    isWhole = reader.skip(marker: 0xD9)
  }

  /// Waits for the thread.
  func finish() {
    isDone.wait()
    // For who waits again.
    isDone.signal()
  }

  /// The last place from which units can be had.
  var lastStart: Int { starts.last ?? 0 }

  /// The units from a place on; `nil` if none was taken to begin there, or there aren't as many as wanted.
  ///
  /// - Parameter dc: Luma's DC before that place.
  func units(from position: Int, wanted: Int, dc: Int) -> Units? {
    guard isWhole, let index = starts.firstIndex(of: position), count - index == wanted else { return nil }
    let place = units + index * reader.unitRoom
    // It was taken to be 0 where the thread began, and is that of the last block since.
    let known = index == 0 ? 0 : Int(place[-reader.room])
    return Units(tail: self, next: place, more: Int16(truncatingIfNeeded: dc - known))
  }

  /// Units of the tail, in their order.
  struct Units {
    private let tail: JPEGTail
    private var next: UnsafePointer<Int16>
    /// The difference between each DC and the value assumed for it.
    private let more: Int16

    fileprivate init(tail: JPEGTail, next: UnsafePointer<Int16>, more: Int16) { (self.tail, self.next, self.more) = (tail, next, more) }

    /// Copies the next ones, as `BlockReader` gives them.
    mutating func take(_ count: Int, into units: UnsafeMutablePointer<Int16>) {
      let numbers = count * tail.reader.unitRoom
      units.update(from: next, count: numbers)
      for i in stride(from: 0, to: numbers, by: tail.reader.room) { units[i] &+= more }
      next += numbers
    }
  }
}
