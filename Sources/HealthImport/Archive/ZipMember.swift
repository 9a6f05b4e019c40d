/// One line of a zip archive's directory.
struct ZipMember {
  /// The path inside the archive, as the archive has it; `..` and leading slashes too.
  let path: String
  /// Unpacked size that the directory claims.
  let bytes: Int64
  /// Size inside the archive.
  let packedBytes: Int64
  /// The position of its local header.
  let offset: Int64
  /// CRC-32 of the unpacked bytes.
  let checksum: UInt32
  /// The compression method: 0 stored, 8 deflated; no others are supported.
  let method: UInt16
  /// It needs a password.
  let isEncrypted: Bool
}
