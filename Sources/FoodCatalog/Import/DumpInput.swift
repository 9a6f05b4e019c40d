import Files
import Glibc
import Gzip

/// The bytes of a dump: a file, a pipe or standard input, unpacked if it is gzip.
final class DumpInput {
  /// Bytes of the file that were read, packed ones if it is packed.
  private(set) var bytesRead: Int64 = 0
  /// The size of the file. `nil` for a pipe.
  let bytesTotal: Int64?
  /// Its name in messages.
  let name: String

  private let descriptor: Int32
  private let isOurs: Bool
  private let isInterrupted: () -> Bool
  private var head: [UInt8] = []
  private var gzip: GzipReader?

  /// Opens a dump.
  ///
  /// - Parameters:
  ///   - path: A file; `-` is standard input.
  ///   - isInterrupted: Polled while a pipe is waited for.
  /// - Throws: `.notFound`, `.unreadable`; `CancellationError`.
  init(_ path: String, isInterrupted: @escaping () -> Bool) throws {
    isOurs = path != "-"
    name = isOurs ? path : "standard input"
    self.isInterrupted = isInterrupted
    var status = stat()
    // A named pipe would wait here until somebody writes to it; it is waited for where the waiting can be ended.
    let isPipe = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    descriptor = isOurs ? open(path, O_RDONLY | O_CLOEXEC | (isPipe ? O_NONBLOCK : 0)) : STDIN_FILENO
    bytesTotal = descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    guard descriptor >= 0 else { throw DumpInput.failure(errno, name) }
    var start = [UInt8](repeating: 0, count: 2)
    while head.count < 2 {
      let count = try start.withUnsafeMutableBytes { try part(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<(2 - head.count)])) }
      if count == 0 { break }
      head += start.prefix(count)
    }
    if Gzip.isCompressed(head) { gzip = GzipReader { [unowned self] in try packed(into: $0) } }
  }

  deinit { if isOurs && descriptor >= 0 { close(descriptor) } }

  /// Reads some bytes. Returns their number; 0 at the end.
  ///
  /// - Throws: `.unreadable`, `.damagedDump`; `CancellationError`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let gzip else { return try packed(into: buffer) }
    do { return try gzip.read(into: buffer) } catch let failure as Gzip.Failure {
      let fault = failure == .truncated ? "ends too early: it isn't the whole gzip file" : "is damaged: its gzip data are wrong"
      throw CatalogueError(.damagedDump, "\(name) \(fault)", hint: "download it again")
    }
  }

  private func packed(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard head.isEmpty else {
      let count = min(head.count, buffer.count)
      buffer.copyBytes(from: head.prefix(count))
      head.removeFirst(count)
      return count
    }
    return try part(into: buffer)
  }

  private func part(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      if bytesTotal == nil { try waitForBytes() }
      if isInterrupted() { throw CancellationError() }
      let count = readPart(of: descriptor, into: buffer)
      if count < 0, errno == EAGAIN { continue }
      guard count >= 0 else { throw DumpInput.failure(errno, name) }
      bytesRead += Int64(count)
      return count
    }
  }

  private func waitForBytes() throws {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      if isInterrupted() { throw CancellationError() }
      let count = poll(&watched, 1, 100)
      // An error of the descriptor is reported by the next read.
      if count > 0 || count < 0 && errno != EINTR { return }
    }
  }

  private static func failure(_ number: Int32, _ name: String) -> CatalogueError {
    let reason = String(cString: strerror(number)).lowercased()
    switch number {
    case ENOENT, ENOTDIR: return CatalogueError(.notFound, "no such file: \(name)")
    default: return CatalogueError(.unreadable, "\(name) can't be read: \(reason)")
    }
  }
}
