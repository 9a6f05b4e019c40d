/// A zip archive: its members, checked before any of them is read. Nothing of it is ever written under a member's own name.
struct ZipArchive {
  /// The members in the order of the directory; folders are left out.
  let files: [ExportFile]

  /// Reads the directory.
  ///
  /// - Throws: `.cutOff` or `.broken` when the directory can't be read, `.dangerous` when its sizes can't be those of an export.
  init(_ file: RandomAccessFile) throws(ImportError) {
    let directory = try ZipDirectory(of: file)
    try Self.check(directory, archive: file.name)
    files = directory.members.filter { !$0.path.hasSuffix("/") }.map { member in
      ExportFile(path: member.path, bytes: member.bytes) { () throws(ImportError) in try ZipMemberSource(member, in: file) }
    }
  }

  /// The highest accepted compression ratio. Health exports are compressed 10 to 40 times, deflate's limit is 1032.
  static let highestRatio: Int64 = 200
  /// Members up to this size are never taken for a bomb, whatever their ratio: 16 MiB of blanks do no harm.
  static let harmlessBytes: Int64 = 16 << 20

  private static func check(_ directory: ZipDirectory, archive: String) throws(ImportError) {
    for member in directory.members where member.bytes > harmlessBytes && member.bytes / highestRatio > member.packedBytes {
      throw ImportError(
        .dangerous, "\(archive) claims to unpack \(member.packedBytes) bytes into \(member.bytes): that is a zip bomb, not an export",
        hint: "export it again")
    }
    // Members that share bytes are how a small archive becomes a huge one (D. Fifield, "A better zip bomb", 2019).
    var end: Int64 = 0
    for member in directory.members.sorted(by: { $0.offset < $1.offset }) {
      guard member.offset >= end else {
        throw ImportError(.dangerous, "\(archive) is broken or a zip bomb: its members overlap", hint: ZipDirectory.again)
      }
      guard member.offset <= directory.offset - 30, member.packedBytes <= directory.offset - 30 - member.offset else {
        throw ZipDirectory.broken(archive)
      }
      end = member.offset + 30 + member.packedBytes
    }
  }
}
