import Gzip

/// A member of a zip archive, unpacked while it is read. Its size and checksum are checked at its end.
final class ZipMemberSource: ByteSource {
  let name: String
  let bytesTotal: Int64?

  private let archive: String
  private let member: ZipMember
  private let packed: PackedBytes
  private var unpacked: Int64 = 0
  private var checksum = CRC32()
  private var isAtEnd = false

  /// Opens a member.
  ///
  /// - Throws: `.notAnExport` when it needs a password or an unsupported method, `.broken` when it isn't at the
  ///   position given by the directory.
  init(_ member: ZipMember, in file: RandomAccessFile) throws(ImportError) {
    guard !member.isEncrypted else {
      throw ImportError(
        .notAnExport, "\(file.name) is protected by a password", hint: "unpack it with its password and import the folder")
    }
    guard member.method == 0 || member.method == 8 else {
      throw ImportError(
        .notAnExport, "\(file.name) is packed in a way that isn't understood here (method \(member.method))",
        hint: "unpack it and import the folder")
    }
    // The local header repeats the name and has extra fields of its own: only its length is of interest.
    let header = LittleEndian(try file.bytes(at: member.offset, count: 30))
    guard header.count == 30, header.u32(0) == 0x0403_4B50 else {
      throw ImportError(.broken, "\(file.name) is broken: a member isn't where its list says", hint: ZipDirectory.again)
    }
    let start = member.offset + 30 + Int64(header.u16(26)) + Int64(header.u16(28))
    packed = PackedBytes(file, start..<start + member.packedBytes, isDeflated: member.method == 8)
    archive = file.name
    self.member = member
    name = "\(file.name): \(member.path.printable)"
    bytesTotal = member.bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isAtEnd, !buffer.isEmpty else { return 0 }
    let count: Int
    do {
      count = try packed.read(into: buffer)
    } catch is PackedBytes.Damaged {
      throw broken("it can't be unpacked from byte \(unpacked) on")
    }
    unpacked += Int64(count)
    guard unpacked <= member.bytes else { throw broken("there is more in it than the \(member.bytes) bytes it claims") }
    checksum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    if count == 0 {
      isAtEnd = true
      guard unpacked == member.bytes else { throw broken("it ends at byte \(unpacked) of \(member.bytes)") }
      guard checksum.value == member.checksum else { throw broken("its checksum is wrong") }
    }
    return count
  }

  private func broken(_ what: String) -> ImportError {
    ImportError(.broken, "\(archive) is broken: \(what)", hint: ZipDirectory.again)
  }
}
