import Files
import Foundation
import HealthModel

/// A file, or standard input for `-`, read whole.
struct InputText {
  /// The largest input in bytes, far more than a lifetime's plan.
  static let mostBytes = 64 << 20

  let bytes: [UInt8]

  /// - Throws: kind `.noInput` when there is no such file, `.noPermission`, `.io`, `.badData` above `mostBytes`.
  init(of path: String) throws(CommandError) {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputText.failure(errno, path) }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { readPart(of: descriptor, into: $0) }
      guard count >= 0 else { throw InputText.failure(errno, path) }
      if count == 0 { break }
      bytes += chunk[..<count]
      guard bytes.count <= InputText.mostBytes else {
        throw CommandError(.badData, "\(InputText.name(path)) has more than \(InputText.mostBytes >> 20) MiB")
      }
    }
    self.bytes = bytes
  }

  /// - Throws: kind `.badData` when it isn't UTF-8.
  var text: String {
    get throws(CommandError) {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw CommandError(.badData, "the text isn't UTF-8") }
      return text
    }
  }

  private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  private static func failure(_ number: Int32, _ path: String) -> CommandError {
    let message = "can't read \(name(path)): \(String(cString: strerror(number)))"
    switch number {
    case ENOENT, EISDIR, ENOTDIR: return CommandError(.noInput, message, hint: "name a file, or - for standard input")
    case EACCES, EPERM: return CommandError(.noPermission, message)
    default: return CommandError(.io, message)
    }
  }
}
