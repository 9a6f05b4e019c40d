import Files
import Glibc
import HealthModel

/// The bytes of one photo, still encoded.
struct Photo {
  /// The origin of the bytes.
  let source: PhotoSource
  /// The whole file.
  let bytes: [UInt8]
  /// The format, detected by content.
  let format: PhotoFormat
  /// The camera's orientation. `.up` where the format's own decoder rotates the picture (HEIC), or none is given.
  let orientation: Orientation

  /// Reads a photo whole and looks what it is.
  ///
  /// The file is read rather than mapped: a mapped file that shrinks meanwhile would kill the process.
  init(reading source: PhotoSource, limits: PhotoLimits) throws(ScanError) {
    let bytes =
      switch source {
      case .file(let path): try Self.bytes(ofFile: path, source, limits)
      case .standardInput: try Self.bytes(of: STDIN_FILENO, expected: 0, source, limits)
      }
    try self.init(bytes: bytes, from: source)
  }

  /// Looks what the bytes are. Throws `.empty` and `.unsupportedFormat`.
  init(bytes: [UInt8], from source: PhotoSource) throws(ScanError) {
    guard !bytes.isEmpty else {
      throw ScanError(.empty, "\(source.label) is empty", hint: "check that it was copied completely")
    }
    format = try PhotoFormat(of: bytes, named: source)
    switch format {
    case .jpeg:
      let header = JPEGHeader(bytes)
      if let kind = header.unsupportedKind { throw .unsupportedKind(source, kind) }
      orientation = header.orientation
    case .tiff:
      let directory = bytes.withUnsafeBytes { (TIFFDirectory($0)?.isRaw, TIFFDirectory($0)?.value(.orientation)) }
      if directory.0 == true { throw ForeignFormat.raw.refusal(of: source) }
      orientation = Orientation(tag: directory.1)
    default: orientation = .up
    }
    self.source = source
    self.bytes = bytes
  }

  private static func bytes(ofFile path: String, _ source: PhotoSource, _ limits: PhotoLimits) throws(ScanError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .opening(path, errno, noun: "photo") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .opening(path, errno, noun: "photo") }
    if status.st_mode & S_IFMT == S_IFDIR { throw folderRefused(source) }
    // A file that isn't a photo needn't be read whole: a folder may contain videos.
    if status.st_mode & S_IFMT == S_IFREG, status.st_size > limits.maxBytes >> 8 {
      _ = try PhotoFormat(of: beginning(of: file), named: source)
    }
    guard status.st_size <= limits.maxBytes else { throw tooLong(source, limits) }
    return try bytes(of: file, expected: Int(status.st_size), source, limits)
  }

  /// Reads to the end; `expected` bytes are asked for first (0: unknown, as for pipes).
  private static func bytes(
    of file: Int32, expected: Int, _ source: PhotoSource, _ limits: PhotoLimits
  ) throws(ScanError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One more than expected, so that the read that finds the end is the second one.
    var room = expected > 0 ? expected + 1 : 1 << 16
    while true {
      var failure: Int32 = 0
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        count = readPart(of: file, into: UnsafeMutableRawBufferPointer(buffer))
        failure = errno
        filled = max(0, count)
      }
      if count < 0, failure == EISDIR { throw folderRefused(source) }
      guard count >= 0 else {
        throw ScanError(.readFailed, "can't read \(source.label): \(String(cString: strerror(failure)))")
      }
      if count == 0 { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
      guard bytes.count <= limits.maxBytes else { throw tooLong(source, limits) }
      room = max(1 << 16, min(bytes.count, 1 << 24))
    }
  }

  private static func beginning(of file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: PhotoFormat.signatureBytes) { buffer, filled in
      filled = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
    }
  }

  private static func folderRefused(_ source: PhotoSource) -> ScanError {
    ScanError(
      .isFolder, "\(source.label) is a folder",
      hint: source == .standardInput ? "give it a photo: < photo.jpg" : "scan the photos in it: \(.scanFolder(path: source.name))")
  }

  private static func tooLong(_ source: PhotoSource, _ limits: PhotoLimits) -> ScanError {
    ScanError(
      .tooManyBytes, "\(source.label) is too large: more than \(limits.maxBytes >> 20) MiB",
      hint: "scale it down first: vips thumbnail IN OUT 4000")
  }
}
