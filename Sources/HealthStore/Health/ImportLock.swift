import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Keeps all others from importing into the same library while it lives: a `flock` on a file beside it, which the system releases even
/// after `kill -9`. The file itself stays, with the time in it at which the last import began.
///
/// Whoever has it knows that an import that is still `running` in the library was interrupted.
final class ImportLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock of the library at `path`, without waiting.
  ///
  /// - Throws: kind `.tryAgain` if another import has it, `.noPermission` or `.cantCreate` if the file can't be made.
  init(besideLibrary path: String, at now: Moment) throws(StoreError) {
    let name = path + "-import-lock"
    let descriptor = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ImportLock.failure(errno, name) }
    self.descriptor = descriptor
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw ImportLock.failure(errno, name) }
      let since = readStart().map { " since \($0.clock)" } ?? ""
      throw StoreError(code: .importRunning, message: "an import is running\(since)", hint: "try again when it is done")
    }
    write(now)
  }

  deinit {
    // Closing alone leaves it to a child that was forked meanwhile and hasn't started its program yet.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Milliseconds and offset. Only for the sentence that a second import prints, so that it may fail.
  private func write(_ start: Moment) {
    let text = Array("\(start.ms) \(start.utcOffsetMin)\n".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.count, 0) }
  }

  private func readStart() -> Moment? {
    var bytes = [UInt8](repeating: 0, count: 40)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let numbers = String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).split(separator: " ")
    guard numbers.count == 2, let ms = Int64(numbers[0]), let offset = Int(numbers[1]) else { return nil }
    return Moment(ms: ms, utcOffsetMin: offset)
  }

  private static func failure(_ number: Int32, _ name: String) -> StoreError {
    let isRefused = number == EACCES || number == EPERM || number == EROFS
    return StoreError(
      code: isRefused ? .noPermission : .cantOpen, message: "can't lock \(name): \(String(cString: strerror(number)))",
      hint: "check the folder's rights and space")
  }
}
