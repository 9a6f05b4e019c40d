import Files
import Foundation
import Glibc
import HealthModel
import HealthStore
import Hummingbird
import NIOCore

/// A copy of a library on its way to a browser. Its file is gone from the folder before the first byte is sent, and from the disk with the last.
final class BackupStream: Sendable {
  /// The size of the copy, in bytes.
  let bytes: Int64
  private let descriptor: Int32
  /// Reading from the disk blocks.
  private let reading = WorkLanes("hsync.backup", count: 1)

  private static let partBytes = 256 << 10

  /// Copies the library at `path`. Blocks until the copy is whole and checked.
  ///
  /// - Throws: `StoreError`, as `Backup`.
  init(of path: String) throws {
    let temporary = (NSTemporaryDirectory() as NSString).appendingPathComponent("hsync-backup.\(RandomBytes.text(8)).db")
    let backup = try Backup(of: path, beside: temporary) { _, _ in }
    descriptor = open(backup.file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw WebError(.cannotRead, "can't read the copy", hint: nil, kind: .io) }
    bytes = backup.bytes
    backup.file.discard()
  }

  deinit { close(descriptor) }

  /// The whole copy, part by part.
  var body: ResponseBody {
    ResponseBody(contentLength: Int(bytes)) { writer in
      while let part = try await self.part() { try await writer.write(part) }
      try await writer.finish(nil)
    }
  }

  private func part() async throws -> ByteBuffer? {
    try await reading.run { [self] in
      let part = try [UInt8](unsafeUninitializedCapacity: BackupStream.partBytes) { buffer, count in
        let read = readPart(of: descriptor, into: UnsafeMutableRawBufferPointer(buffer))
        guard read >= 0 else { throw WebError(.cannotRead, "can't read the copy", hint: nil, kind: .io) }
        count = read
      }
      return part.isEmpty ? nil : ByteBuffer(bytes: part)
    }
  }
}
