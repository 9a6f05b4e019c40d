import Files
import Foundation
import Glibc
import HealthModel
import HealthStore
import Hummingbird
import NIOCore

/// A copy of a library, or of parts of it, on its way to a browser. Its file is unlinked before the first byte is sent, and its space is freed
/// after the last.
final class FileDownload: Sendable {
  /// The size of the copy, in bytes.
  let bytes: Int64
  private let descriptor: Int32
  /// Reading from the disk blocks.
  private let reading = WorkLanes("hsync.download", count: 1)

  private static let partBytes = 256 << 10

  /// Copies the library at `path`. Blocks until the copy is complete and checked.
  ///
  /// - Throws: `StoreError`, as `Backup`.
  init(ofLibrary path: String) throws {
    let backup = try Backup(of: path, beside: FileDownload.temporary("backup") + ".db") { _, _ in }
    descriptor = open(backup.file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileDownload.unreadable }
    bytes = backup.bytes
    backup.file.discard()
  }

  /// Writes the rows of these kinds, as `hsync export -` does. Blocks until they are all written.
  ///
  /// - Throws: `StoreError`, also when there is no room.
  init(of kinds: [ExportKind], as format: ExportFormat, from library: Library, atMs ms: Int64) throws {
    var lines = LinesFile(file: try NewFile(for: FileDownload.temporary("export")))
    let counts = try LibraryExport(library).write(kinds, as: format, into: &lines)
    // The last line says that nothing is missing.
    if format == .json {
      let members: [(String, JSON)] = [("kind", .string("export"))] + LibraryExport.members(counts, format, atMs: ms)
      try lines.write(JSON.object(members).utf8 + [UInt8(ascii: "\n")])
    }
    descriptor = open(lines.file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileDownload.unreadable }
    bytes = lines.bytes
    lines.file.discard()
  }

  deinit { close(descriptor) }

  /// The whole copy, part by part.
  var body: ResponseBody {
    ResponseBody(contentLength: Int(bytes)) { writer in
      while let part = try await self.part() { try await writer.write(part) }
      try await writer.finish(nil)
    }
  }

  /// The answer that a browser saves under that name.
  func response(type: String, named name: String) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: type, .contentLength: String(bytes), .contentDisposition: "attachment; filename=\"\(name)\"",
      ], body: body)
  }

  private func part() async throws -> ByteBuffer? {
    try await reading.run { [self] in
      let part = try [UInt8](unsafeUninitializedCapacity: FileDownload.partBytes) { buffer, count in
        let read = readPart(of: descriptor, into: UnsafeMutableRawBufferPointer(buffer))
        guard read >= 0 else { throw FileDownload.unreadable }
        count = read
      }
      return part.isEmpty ? nil : ByteBuffer(bytes: part)
    }
  }

  private static let unreadable = WebError(.cannotRead, "can't read the copy", hint: nil, kind: .io)

  private static func temporary(_ what: String) -> String {
    (NSTemporaryDirectory() as NSString).appendingPathComponent("hsync-\(what).\(RandomBytes.text(8))")
  }
}

/// Exported lines in a file that only its owner may read.
private struct LinesFile: ExportSink {
  let file: NewFile
  private(set) var bytes: Int64 = 0

  init(file: NewFile) { self.file = file }

  mutating func begin(_ kind: ExportKind) throws {}

  mutating func write(_ lines: [UInt8]) throws {
    let descriptor = open(file.path, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, writeWhole(lines, to: descriptor) else {
      throw WebError(.cannotRead, "can't write the export: \(String(cString: strerror(errno)))", hint: "free some space", kind: .io)
    }
    bytes += Int64(lines.count)
  }

  mutating func end(_ kind: ExportKind, count: Int) throws {}
}
