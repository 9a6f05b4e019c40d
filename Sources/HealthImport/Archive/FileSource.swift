import Files
import Glibc

/// A file or pipe, read as it lies there.
final class FileSource: ByteSource {
  let name: String
  let bytesTotal: Int64?

  private let descriptor: Int32
  private let isOurs: Bool
  private let stop: ReadingStop
  /// Bytes that were peeked at and are returned again by the next read.
  private var pending: ArraySlice<UInt8> = []

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: The name in messages; the path itself when `nil`.
  ///   - stop: Ends the waiting for a pipe.
  /// - Throws: `.notFound`, `.unreadable`.
  init(path: String, name: String? = nil, stop: ReadingStop = ReadingStop()) throws(ImportError) {
    self.name = name ?? path
    self.stop = stop
    var status = stat()
    // A named pipe would wait here until somebody writes to it; it is waited for where the waiting can be ended.
    let isPipe = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    descriptor = open(path, O_RDONLY | O_CLOEXEC | (isPipe ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw Self.failure(errno, self.name) }
    isOurs = true
    bytesTotal = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
  }

  /// Reads from a descriptor that someone else closes: standard input.
  init(descriptor: Int32, name: String, stop: ReadingStop = ReadingStop()) {
    self.descriptor = descriptor
    self.name = name
    self.stop = stop
    isOurs = false
    bytesTotal = nil
  }

  /// The name in sentences.
  var label: String { name == "-" ? "standard input" : name }

  deinit { if isOurs { close(descriptor) } }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if !pending.isEmpty {
      let count = min(pending.count, buffer.count)
      buffer.copyBytes(from: pending.prefix(count))
      pending = pending.dropFirst(count)
      return count
    }
    return try readDescriptor(into: buffer)
  }

  /// Returns the first unread bytes (see `ByteSource.head`) without consuming them.
  func peek() throws(ImportError) -> [UInt8] {
    var source = self
    let head = try source.head()
    pending = head[...]
    return head
  }

  private func readDescriptor(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while true {
      if bytesTotal == nil { try waitForBytes() }
      let count = readPart(of: descriptor, into: buffer)
      if count >= 0 { return count }
      if errno != EAGAIN { throw Self.failure(errno, name) }
    }
  }

  /// Waits until something can be read, or nothing will come any more.
  private func waitForBytes() throws(ImportError) {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if stop.isRaised { throw ImportError(.unreadable, "\(label) isn't read any further") }
      let count = poll(&watched, 1, 100)
      // An error of the descriptor is reported by the next read.
      if count > 0 || count < 0 && errno != EINTR { return }
    }
  }

  /// Returns the error for an `errno` about a file.
  static func failure(_ number: Int32, _ name: String) -> ImportError {
    let reason = String(cString: strerror(number))
    switch number {
    case ENOENT, ENOTDIR: return ImportError(.notFound, "no such file or folder: \(name)")
    case EACCES, EPERM: return ImportError(.unreadable, "\(name) can't be read: \(reason)", hint: "check its permissions: ls -ld \(name)")
    default: return ImportError(.unreadable, "\(name) can't be read: \(reason)")
    }
  }
}
