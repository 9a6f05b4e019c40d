import HealthModel

/// A truncated Apple Health archive. It is an error unless a partial import is allowed. Then its members are read from
/// the front, by their local headers, until the XML is found; that is read as far as possible.
struct TornArchiveReader: HealthReader {
  let name: String
  private let failure: ImportError
  private let file: RandomAccessFile
  private let xml: Range<Int64>
  private let isDeflated: Bool
  private let zone: ZoneRules

  /// Searches for the XML. `nil` when the data doesn't contain the start of an Apple export.
  ///
  /// - Parameters:
  ///   - zone: That of times without an offset.
  ///   - failure: The error found in the archive.
  init?(_ file: RandomAccessFile, name: String, zone: ZoneRules, failure: ImportError) throws(ImportError) {
    self.name = name
    self.zone = zone
    self.failure = failure
    self.file = file
    var offset: Int64 = 0
    while true {
      let header = LittleEndian(try file.bytes(at: offset, count: 30))
      guard header.count == 30, header.u32(0) == 0x0403_4B50 else { return nil }
      let (flags, method, packedBytes) = (header.u16(6), header.u16(8), header.u32(18))
      let start = offset + 30 + Int64(header.u16(26)) + Int64(header.u16(28))
      guard flags & 1 == 0, method == 0 || method == 8, start < file.bytes else { return nil }
      // Bit 3: the sizes stand behind the bytes, and only the stream itself tells where it ends.
      let isSizeKnown = flags & 8 == 0 && packedBytes != .max
      guard isSizeKnown || method == 8 else { return nil }
      let range = start..<(isSizeKnown ? start + Int64(packedBytes) : file.bytes)
      var source = try TornMemberSource(file, range, isDeflated: method == 8, failure: failure)
      if let head = try? source.head(), ContentKind(ofHead: head) == .appleHealth {
        (xml, isDeflated) = (range, method == 8)
        return
      }
      guard let end = isSizeKnown ? start + Int64(packedBytes) : Self.end(of: source, in: file) else { return nil }
      offset = end
    }
  }

  var origin: HealthOrigin { .appleHealth }

  func read(keepsPart: Bool, deliver: (HealthBatch) throws -> Void) throws -> ReadingReport {
    guard keepsPart else { throw failure }
    let source = try TornMemberSource(file, xml, isDeflated: isDeflated, failure: failure)
    var report = try AppleHealthReader(AppleExportFiles(name: name, xml: source), zone: zone).read(keepsPart: true, deliver: deliver)
    // The XML may be whole; routes and ECGs behind it aren't looked for.
    report.endedEarly = report.endedEarly ?? failure.message
    report.isWhole = false
    return report
  }

  /// Returns the position of the next member's header: the stream is followed by its checksum and sizes, 12 to 24 bytes
  /// (APPNOTE 4.3.9).
  private static func end(of source: TornMemberSource, in file: RandomAccessFile) -> Int64? {
    guard let end = try? source.passOver() else { return nil }
    return [Int64(12), 16, 20, 24].lazy.map { end + $0 }.first {
      guard let bytes = try? file.bytes(at: $0, count: 4), bytes.count == 4 else { return false }
      return LittleEndian(bytes).u32(0) == 0x0403_4B50
    }
  }
}

/// A member of an archive whose end is missing, as far as it goes; where the archive ends within it, the failure is thrown.
final class TornMemberSource: ByteSource {
  let name: String
  /// Not known: the directory that gives it is missing.
  var bytesTotal: Int64? { nil }

  private let packed: PackedBytes
  private let archiveBytes: Int64
  private let failure: ImportError
  private var unpacked: Int64 = 0

  /// - Parameter range: The position of its packed bytes, were they complete.
  init(_ file: RandomAccessFile, _ range: Range<Int64>, isDeflated: Bool, failure: ImportError) throws(ImportError) {
    name = file.name
    packed = PackedBytes(file, range, isDeflated: isDeflated)
    archiveBytes = file.bytes
    self.failure = failure
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let count: Int
    do {
      count = try packed.read(into: buffer)
    } catch is PackedBytes.Damaged {
      throw failure
    }
    unpacked += Int64(count)
    guard unpacked <= ZipArchive.harmlessBytes || unpacked / ZipArchive.highestRatio <= archiveBytes else {
      throw ImportError(.dangerous, "\(name) unpacks to more than \(ZipArchive.highestRatio) times its size: that is a zip bomb")
    }
    if count == 0, !packed.isAtEnd, !buffer.isEmpty { throw failure }
    return count
  }

  /// Goes to its end: where in the archive that is.
  func passOver() throws -> Int64 {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    try buffer.withUnsafeMutableBytes { while try read(into: $0) > 0 {} }
    return packed.position
  }
}
