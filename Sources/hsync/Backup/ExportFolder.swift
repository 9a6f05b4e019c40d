import Files
import Foundation
import HealthModel
import HealthStore

/// A folder of exported files: created under a temporary name, and renamed when it is complete.
///
/// If it isn't published, it is removed.
final class ExportFolder: ExportSink {
  private let target: String
  private let path: String
  private let format: ExportFormat
  private let onBytes: (Int64) throws -> Void
  private var names: [String] = []
  private var descriptor: Int32 = -1
  private var written: Int64 = 0

  /// Creates the folder, 0700.
  ///
  /// - Parameter onBytes: called with the bytes written so far; what it throws ends the export.
  /// - Throws: kind `.cantCreate` when there is something in the target's place already, or its parent isn't there.
  init(_ target: String, format: ExportFormat, onBytes: @escaping (Int64) throws -> Void) throws {
    self.target = target.count > 1 && target.hasSuffix("/") ? String(target.dropLast()) : target
    self.format = format
    self.onBytes = onBytes
    path = self.target + ".\(getpid()).new"
    // An empty folder may be replaced.
    if let inside = try? FileManager.default.contentsOfDirectory(atPath: self.target), inside.isEmpty {
    } else if access(self.target, F_OK) == 0 {
      throw CommandError(.cantCreate, "\(self.target) already exists", hint: "name a new folder")
    }
    guard mkdir(path, 0o700) == 0 else { throw ExportFolder.failure("can't make \(self.target)") }
  }

  deinit {
    closeFile()
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  func begin(_ kind: ExportKind) throws { try open(kind.name + "." + format.fileExtension) }

  func write(_ lines: [UInt8]) throws {
    guard writeWhole(lines, to: descriptor) else { throw ExportFolder.failure("can't write \(target)") }
    written += Int64(lines.count)
    try onBytes(written)
  }

  func end(_ kind: ExportKind, count: Int) throws { try flushFile() }

  /// Adds a document and renames the folder to its final name.
  func publish(_ document: JSON, as name: String = "manifest.json") throws {
    try open(name)
    try write(document.utf8 + [UInt8(ascii: "\n")])
    try flushFile()
    guard rename(path, target) == 0 else { throw ExportFolder.failure("can't create \(target)") }
    names = []
  }

  private func open(_ name: String) throws {
    descriptor = Foundation.open(path + "/" + name, O_CREAT | O_WRONLY | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ExportFolder.failure("can't write \(target)") }
    names.append(name)
  }

  private func flushFile() throws {
    guard fsync(descriptor) == 0 else { throw ExportFolder.failure("can't write \(target)") }
    closeFile()
  }

  private func closeFile() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private static func failure(_ what: String) -> CommandError {
    let number = errno
    let reason = String(cString: strerror(number))
    return switch number {
    case ENOSPC, EDQUOT: CommandError(.io, "\(what): the disk is full", hint: "free some space, then try again")
    case EACCES, EPERM, EROFS: CommandError(.noPermission, "\(what): \(reason)", hint: "check the permissions of its folder")
    case EIO: CommandError(.io, "\(what): \(reason)")
    case ENOENT: CommandError(.cantCreate, "\(what): no such folder", hint: "create the folder above it first")
    default: CommandError(.cantCreate, "\(what): \(reason)")
    }
  }
}
