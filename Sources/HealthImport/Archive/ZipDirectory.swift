import HealthModel

/// The list of contents at the end of a zip archive (PKWARE APPNOTE 6.3.9, chapter 4.3 and 4.5), read without trusting it.
///
/// Written here because the minizip of Debian 12 doesn't read zip64 sizes on 64-bit systems (it compares with 64 bits of ones), and
/// exports of more than 4 GB are common.
struct ZipDirectory {
  private(set) var members: [ZipMember] = []
  /// The position of the directory: all members lie before it.
  let offset: Int64

  /// Finds the directory from the end of the file and reads it.
  ///
  /// - Throws: `.cutOff` when there is none, `.broken` when it contradicts itself.
  init(of file: RandomAccessFile) throws(ImportError) {
    // The end record is 22 bytes and a comment of at most 65535 bytes.
    let tailBytes = min(file.bytes, 22 + 65_535)
    let tail = LittleEndian(try file.bytes(at: file.bytes - tailBytes, count: Int(tailBytes)))
    guard let end = tail.lastPosition(of: 0x0605_4B50, recordBytes: 22) else {
      throw ImportError(.cutOff, "\(file.name) is cut off: the list of its contents is missing", hint: Self.again)
    }
    var count = UInt64(tail.u16(end + 10))
    var bytes = UInt64(tail.u32(end + 12))
    var offset = UInt64(tail.u32(end + 16))
    if end >= 20, tail.u32(end - 20) == 0x0706_4B50 {
      let record = LittleEndian(try file.bytes(at: Int64(clamping: tail.u64(end - 12)), count: 56))
      guard record.count == 56, record.u32(0) == 0x0606_4B50 else { throw Self.broken(file.name) }
      (count, bytes, offset) = (record.u64(32), record.u64(40), record.u64(48))
    }
    let endOffset = UInt64(file.bytes - tailBytes) + UInt64(end)
    guard offset <= endOffset, bytes <= endOffset - offset, bytes <= Self.mostBytes, count <= bytes / 46 else {
      throw Self.broken(file.name)
    }
    self.offset = Int64(offset)
    let lines = LittleEndian(try file.bytes(at: Int64(offset), count: Int(bytes)))
    members.reserveCapacity(Int(count))
    var position = 0
    for _ in 0..<count { members.append(try Self.member(lines, at: &position, archive: file.name)) }
  }

  /// A hint for what a new copy may cure.
  static let again: Hint = "copy it again, or export it again"
  /// A million members with long names; an export has some thousand.
  private static let mostBytes: UInt64 = 128 << 20

  static func broken(_ archive: String) -> ImportError {
    ImportError(.broken, "\(archive) is broken: the list of its contents contradicts itself", hint: again)
  }

  private static func member(_ lines: LittleEndian, at position: inout Int, archive: String) throws(ImportError) -> ZipMember {
    let start = position
    guard start + 46 <= lines.count, lines.u32(start) == 0x0201_4B50 else { throw broken(archive) }
    let name = start + 46..<start + 46 + Int(lines.u16(start + 28))
    let extra = name.upperBound..<name.upperBound + Int(lines.u16(start + 30))
    position = extra.upperBound + Int(lines.u16(start + 32))
    guard position <= lines.count else { throw broken(archive) }
    var bytes = UInt64(lines.u32(start + 24))
    var packedBytes = UInt64(lines.u32(start + 20))
    var offset = UInt64(lines.u32(start + 42))
    var large = zip64(lines, extra)
    // 4.5.3: only the fields that are all ones are in the extra field, in this order.
    func widen(_ field: inout UInt64) -> Bool {
      guard field == UInt32.max, let range = large else { return true }
      guard range.count >= 8 else { return false }
      field = lines.u64(range.lowerBound)
      large = range.dropFirst(8)
      return true
    }
    guard widen(&bytes), widen(&packedBytes), widen(&offset), let bytes = Int64(exactly: bytes),
      let packedBytes = Int64(exactly: packedBytes), let offset = Int64(exactly: offset)
    else { throw broken(archive) }
    return ZipMember(
      path: lines.text(name), bytes: bytes, packedBytes: packedBytes, offset: offset, checksum: lines.u32(start + 16),
      method: lines.u16(start + 10), isEncrypted: lines.u16(start + 8) & 1 != 0)
  }

  /// Returns the position of the zip64 field's content among the extra fields; `nil` = there is none.
  private static func zip64(_ lines: LittleEndian, _ extra: Range<Int>) -> Range<Int>? {
    var position = extra.lowerBound
    while position + 4 <= extra.upperBound {
      let content = position + 4..<position + 4 + Int(lines.u16(position + 2))
      guard content.upperBound <= extra.upperBound else { return nil }
      if lines.u16(position) == 1 { return content }
      position = content.upperBound
    }
    return nil
  }
}

/// Numbers, low byte first, from bytes in memory. Reading beyond the end is our bug.
struct LittleEndian {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }
  func u16(_ position: Int) -> UInt16 { UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8 }
  func u32(_ position: Int) -> UInt32 { UInt32(u16(position)) | UInt32(u16(position + 2)) << 16 }
  func u64(_ position: Int) -> UInt64 { UInt64(u32(position)) | UInt64(u32(position + 4)) << 32 }
  /// Returns the text as UTF-8, with invalid bytes replaced.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the position of the last record with this signature that has all of its `recordBytes`.
  func lastPosition(of signature: UInt32, recordBytes: Int) -> Int? {
    guard count >= recordBytes else { return nil }
    return (0...count - recordBytes).last { u32($0) == signature }
  }
}
