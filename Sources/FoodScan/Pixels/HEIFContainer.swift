/// The sizes of the coded pictures in a HEIC or AVIF file, which decide a decoder's memory: the container may claim anything else
/// (ISO/IEC 14496-12, 23008-12, AV1-ISOBMFF).
///
/// Foreign bytes never throw or trap here: what can't be understood has no size.
struct HEIFContainer {
  /// The maximum number of units of coded data and pieces of items that are examined. Phones' photos have some hundred.
  private static let mostParts = 1 << 18

  /// The coding of an item.
  private enum Coding { case hevc, av1 }

  /// The coded picture with the most pixels, tiles and thumbnails among them; `nil` when there is none.
  private(set) var largest: PixelSize?
  /// Whether there are more parts than the limit, so that some weren't examined.
  private(set) var isOverfull = false
  private let bytes: UnsafeBufferPointer<UInt8>
  private var partsLeft = Self.mostParts

  /// Walks through the file, whose bytes must outlive this.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    forEachBox(in: 0..<bytes.count) { container, type, content in
      if type == "meta" { container.walkMeta(content.dropFirst(4)) }
    }
  }

  private mutating func walkMeta(_ meta: Range<Int>) {
    var codings: [Int: Coding] = [:]
    var (locations, data) = ([Range<Int>](), 0..<0)
    forEachBox(in: meta) { container, type, content in
      switch type {
      case "iinf": container.readTypes(content, into: &codings)
      case "iloc": locations.append(content)
      case "idat": data = content
      case "iprp":
        container.forEachBox(in: content) { container, type, content in
          guard type == "ipco" else { return }
          container.forEachBox(in: content) { container, type, content in
            if type == "hvcC" { container.readHEVCConfiguration(content) }
            if type == "av1C" { container.readUnits(container.part(content.dropFirst(4)), .av1) }
          }
        }
      default: break
      }
    }
    for location in locations { readItems(location, codings, data: data) }
  }

  private mutating func readTypes(_ list: Range<Int>, into codings: inout [Int: Coding]) {
    let isShort = number(at: list.lowerBound, 1) == 0
    var found = codings
    forEachBox(in: list.dropFirst(isShort ? 6 : 8)) { container, type, content in
      guard type == "infe", let version = container.number(at: content.lowerBound, 1), version >= 2 else { return }
      let idBytes = version == 2 ? 2 : 4
      guard let id = container.number(at: content.lowerBound + 4, idBytes) else { return }
      switch container.word(at: content.lowerBound + 4 + idBytes + 2) {
      case "hvc1": found[id] = .hevc
      case "av01": found[id] = .av1
      default: break
      }
    }
    codings = found
  }

  /// Reads the positions of the items (14496-12, 8.11.3), and their codings.
  private mutating func readItems(_ location: Range<Int>, _ codings: [Int: Coding], data: Range<Int>) {
    var at = location.lowerBound
    func next(_ container: Self, _ count: Int) -> Int? {
      guard at + count <= location.upperBound, let number = container.number(at: at, count) else { return nil }
      at += count
      return number
    }
    guard let version = next(self, 1), next(self, 3) != nil, let sizes = next(self, 1), let moreSizes = next(self, 1) else { return }
    let idBytes = version < 2 ? 2 : 4
    guard let count = next(self, idBytes) else { return }
    for _ in 0..<count {
      guard let id = next(self, idBytes), let method = version == 0 ? 0 : next(self, 2), next(self, 2) != nil,
        let base = next(self, moreSizes >> 4), let extents = next(self, 2)
      else { return }
      var pieces: [Range<Int>] = []
      for _ in 0..<extents {
        guard takePart(), version == 0 || next(self, moreSizes & 15) != nil, let offset = next(self, sizes >> 4),
          let length = next(self, sizes & 15)
        else { return }
        let whole = method & 15 == 1 ? data : 0..<bytes.count
        let start = whole.lowerBound.addingReportingOverflow(base).partialValue.addingReportingOverflow(offset).partialValue
        guard whole.contains(start) else { continue }
        pieces.append(start..<(length == 0 ? whole.upperBound : start + min(length, whole.upperBound - start)))
      }
      guard let coding = codings[id] else { continue }
      read(pieces, coding)
    }
  }

  private mutating func read(_ pieces: [Range<Int>], _ coding: Coding) {
    if pieces.count == 1 { return readUnits(part(pieces[0]), coding) }
    // Pieces that lie over one another can be longer than the file.
    guard pieces.reduce(0, { $0 + $1.count }) <= bytes.count else { return isOverfull = true }
    pieces.flatMap { part($0) }.withUnsafeBufferPointer { readUnits($0, coding) }
  }

  /// The parameter sets beside an HEVC picture (ISO/IEC 14496-15, 8.3.3.1).
  private mutating func readHEVCConfiguration(_ content: Range<Int>) {
    guard var left = number(at: content.lowerBound + 22, 1) else { return }
    var at = content.lowerBound + 23
    while left > 0, let count = number(at: at + 1, 2) {
      at += 3
      for _ in 0..<count {
        guard takePart(), let length = number(at: at, 2), at + 2 + length <= content.upperBound else { return }
        readHEVCUnit(part(at + 2..<at + 2 + length)[...])
        at += 2 + length
      }
      left -= 1
    }
  }

  private mutating func readUnits(_ item: UnsafeBufferPointer<UInt8>, _ coding: Coding) {
    var rest = item[...]
    while !rest.isEmpty, takePart() {
      switch coding {
      case .hevc:
        // Four bytes of length before each unit.
        let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        readHEVCUnit(rest.dropFirst(4).prefix(length))
        rest = rest.dropFirst(4 + length)
      case .av1:
        guard let unit = Self.takeAV1Unit(&rest) else { return }
        if unit.type == 1 { note(CodedSize.av1(unit.content)) }
      }
    }
  }

  /// Type 33 is a sequence parameter set; those of higher layers aren't decoded.
  private mutating func readHEVCUnit(_ unit: Slice<UnsafeBufferPointer<UInt8>>) {
    let header = unit.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    if unit.count > 2, header >> 9 & 63 == 33, header >> 3 & 63 == 0 { note(CodedSize.hevc(unit.dropFirst(2))) }
  }

  /// The next unit (AV1 specification, 5.3): a byte with its type, one for layers, its length in groups of seven bits, the lowest first.
  private static func takeAV1Unit(
    _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
  ) -> (type: Int, content: Slice<UnsafeBufferPointer<UInt8>>)? {
    guard let header = rest.popFirst() else { return nil }
    if header & 4 != 0 { rest = rest.dropFirst() }
    var length = rest.count
    if header & 2 != 0 {
      length = 0
      for group in 0..<8 {
        guard let byte = rest.popFirst() else { return nil }
        length |= Int(byte & 127) << (7 * group)
        if byte < 128 { break }
      }
    }
    defer { rest = rest.dropFirst(length) }
    return (Int(header >> 3 & 15), rest.prefix(length))
  }

  private mutating func note(_ size: PixelSize?) {
    guard let size else { return }
    if size.pixels > largest?.pixels ?? 0 { largest = size }
  }

  private mutating func takePart() -> Bool {
    partsLeft -= 1
    if partsLeft < 0 { isOverfull = true }
    return partsLeft >= 0
  }
}

// MARK: - Boxes

extension HEIFContainer {
  /// Boxes one behind the other: four bytes of length with its own (1: eight more have it; 0: to the end), four of type.
  private mutating func forEachBox(in range: Range<Int>, _ body: (inout Self, _ type: String, _ content: Range<Int>) -> Void) {
    var at = range.lowerBound
    while at + 8 <= range.upperBound, takePart(), var length = number(at: at, 4), let type = word(at: at + 4) {
      var header = 8
      if length == 1, let long = number(at: at + 8, 8) { (length, header) = (long, 16) }
      if length == 0 { length = range.upperBound - at }
      guard length >= header else { return }
      let end = at + min(length, range.upperBound - at)
      if at + header <= end { body(&self, type, at + header..<end) }
      at = end
    }
  }

  private func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[range]) }

  /// The number of so many bytes there (0–8), highest first; `nil` when they aren't all there, or it is larger than an `Int`.
  private func number(at start: Int, _ count: Int) -> Int? {
    guard count <= 8, start >= 0, start <= bytes.count - count else { return nil }
    let number = bytes[start..<start + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return Int(exactly: number)
  }

  /// The four characters there.
  private func word(at start: Int) -> String? {
    guard start >= 0, start <= bytes.count - 4 else { return nil }
    return String(decoding: bytes[start..<start + 4], as: UTF8.self)
  }
}
