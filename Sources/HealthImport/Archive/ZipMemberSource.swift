import Gzip

/// A member of a zip archive, unpacked while it is read. Its size and checksum are checked at its end.
final class ZipMemberSource: ByteSource {
  let name: String
  let bytesTotal: Int64?

  private let file: RandomAccessFile
  private let member: ZipMember
  /// `nil` for a member that is stored as it is.
  private let inflater: Inflater?
  /// Packed bytes from the archive; `used` of the `filled` are unpacked already.
  private var input: [UInt8]
  private var used = 0
  private var filled = 0
  /// Where the next packed bytes lie, and where they end.
  private var place: Int64
  private let end: Int64
  private var unpacked: Int64 = 0
  private var checksum = CRC32()
  private var isAtEnd = false

  /// Opens a member.
  ///
  /// - Throws: `.notAnExport` when it needs a password or an unpacker that isn't here, `.broken` when it isn't where the directory says.
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
    self.file = file
    self.member = member
    do throws(Gzip.Failure) {
      inflater = member.method == 8 ? try Inflater() : nil
    } catch {
      throw ImportError(.noSpace, "no memory to unpack \(file.name)")
    }
    input = [UInt8](repeating: 0, count: member.method == 8 ? Int(min(member.packedBytes, 256 << 10)) : 0)
    place = member.offset + 30 + Int64(header.u16(26)) + Int64(header.u16(28))
    end = place + member.packedBytes
    name = "\(file.name): \(ExportFile.printable(member.path))"
    bytesTotal = member.bytes
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard !isAtEnd, !buffer.isEmpty else { return 0 }
    let count = try inflater.map { try inflate($0, into: buffer) } ?? copy(into: buffer)
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

  private func copy(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = Int(min(Int64(buffer.count), end - place))
    let count = try file.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    place += Int64(count)
    return count
  }

  /// Fills the buffer as far as the stream goes: few large pieces cost less than many small ones.
  private func inflate(_ inflater: Inflater, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var written = 0
    while written < buffer.count {
      if used == filled { try refill() }
      let step: Inflater.Step
      do {
        step = try input.withUnsafeBytes {
          try inflater.step(
            UnsafeRawBufferPointer(rebasing: $0[used..<filled]), into: UnsafeMutableRawBufferPointer(rebasing: buffer[written...]))
        }
      } catch {
        throw broken("it can't be unpacked from byte \(unpacked + Int64(written)) on")
      }
      used += step.read
      written += step.written
      if step.isAtEnd || step.read == 0 && step.written == 0 { break }
    }
    return written
  }

  private func refill() throws {
    let wanted = Int(min(Int64(input.count), end - place))
    filled = try input.withUnsafeMutableBytes { try file.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted])) }
    used = 0
    place += Int64(filled)
  }

  private func broken(_ what: String) -> ImportError {
    ImportError(.broken, "\(file.name) is broken: \(what)", hint: ZipDirectory.again)
  }
}
