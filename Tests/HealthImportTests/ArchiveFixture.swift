import Gzip

/// Writes zip archives (APPNOTE 6.3.9), right ones and such as lie.
struct ZipWriter {
  /// False values in a member's headers.
  struct Lie {
    /// The unpacked size that the directory claims.
    var bytes: UInt64?
    /// The packed size that the directory claims.
    var packedBytes: UInt64?
    var crc: UInt32?
    var flags: UInt16 = 0
    var method: UInt16?
  }

  /// Sizes in zip64's extra field, 0xFFFFFFFF in their usual place.
  var isZip64 = false
  /// Sizes and checksum behind the member's bytes, zeros in its header, as a writer on a pipe does.
  var hasDescriptors = false

  private(set) var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  init(isZip64: Bool = false, hasDescriptors: Bool = false) {
    self.isZip64 = isZip64
    self.hasDescriptors = hasDescriptors
  }

  /// An archive of these texts.
  static func archive(_ members: [(String, String)], isPacked: Bool = true) throws -> [UInt8] {
    var writer = ZipWriter()
    for (path, text) in members { try writer.add(path, Array(text.utf8), isPacked: isPacked) }
    return writer.finished()
  }

  mutating func add(_ path: String, _ content: [UInt8], isPacked: Bool = true, lie: Lie = Lie()) throws {
    // gzip is ten bytes, a raw deflate stream, the CRC-32 and the length (RFC 1952).
    let gzip = try Gzip.compressed(content)
    let packed = isPacked ? Array(gzip[10..<gzip.count - 8]) : content
    let crc = lie.crc ?? gzip[(gzip.count - 8)..<(gzip.count - 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    let place = UInt64(bytes.count)
    let sizes = (packed: lie.packedBytes ?? UInt64(packed.count), whole: lie.bytes ?? UInt64(content.count))
    func common(isLocal: Bool) -> [UInt8] {
      let isHidden = isLocal && hasDescriptors
      let has64 = isZip64 && !isHidden
      var head = little(UInt16(has64 ? 45 : 20)) + little(lie.flags | (hasDescriptors ? 8 : 0) | 0x800)
      head += little(lie.method ?? (isPacked ? 8 : 0)) + little(UInt32(0)) + little(isHidden ? UInt32(0) : crc)
      for size in [sizes.packed, sizes.whole] { head += little(isHidden ? 0 : has64 ? .max : UInt32(truncatingIfNeeded: size)) }
      return head + little(UInt16(path.utf8.count)) + little(UInt16(has64 ? (isLocal ? 20 : 28) : 0))
    }
    let extra = little(sizes.whole) + little(sizes.packed)
    bytes += little(UInt32(0x0403_4B50)) + common(isLocal: true) + path.utf8
    if isZip64, !hasDescriptors { bytes += little(UInt16(1)) + little(UInt16(16)) + extra }
    bytes += packed
    if hasDescriptors { bytes += little(UInt32(0x0807_4B50)) + little(crc) + little(UInt32(packed.count)) + little(UInt32(content.count)) }
    directory += little(UInt32(0x0201_4B50)) + little(UInt16(45)) + common(isLocal: false) + little(UInt16(0)) + little(UInt16(0))
    directory += little(UInt16(0)) + little(UInt32(0)) + little(isZip64 ? UInt32.max : UInt32(place)) + path.utf8
    if isZip64 { directory += little(UInt16(1)) + little(UInt16(24)) + extra + little(place) }
    count += 1
  }

  /// The archive with its directory.
  func finished() -> [UInt8] {
    var result = bytes + directory
    let (place, size) = (UInt64(bytes.count), UInt64(directory.count))
    if isZip64 {
      let end = UInt64(result.count)
      result += little(UInt32(0x0606_4B50)) + little(UInt64(44)) + little(UInt16(45)) + little(UInt16(45)) + little(UInt64(0))
      result += little(UInt64(count)) + little(UInt64(count)) + little(size) + little(place)
      result += little(UInt32(0x0706_4B50)) + little(UInt32(0)) + little(end) + little(UInt32(1))
    }
    result += little(UInt32(0x0605_4B50)) + little(UInt32(0)) + little(UInt16(count)) + little(UInt16(count))
    result += little(isZip64 ? .max : UInt32(size)) + little(isZip64 ? .max : UInt32(place)) + little(UInt16(0))
    return result
  }
}

private func little(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

/// Texts that begin as exports do.
enum Beginning {
  static let apple = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    ]>
    <HealthData locale="en_GB">
     <ExportDate value="2026-01-05 10:00:00 +0000"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" startDate="2026-01-04 10:00:00 +0000" endDate="2026-01-04 10:01:00 +0000" value="100"/>
    </HealthData>
    """
  static let clinical = "<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\"></ClinicalDocument>"
  static let autoExport = #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[]}]}}"#
  static let route = "<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk></trk></gpx>"
}
