import Files
import Foundation
import HealthModel

/// The files that events are appended to, a JSON object a line: `events.jsonl`, and its predecessors as `events.1.jsonl` (the latest) to
/// `events.4.jsonl`.
///
/// Any number of programs may append at once: each line is one write at the file's end. A program that has the file open while another
/// renames it writes into the renamed file, so no line is lost.
package struct EventLog: Sendable {
  /// The folder of the files.
  package let folder: String
  /// The size in bytes at which the file is rotated.
  package let limit: Int64

  /// The number of files kept beside the current one.
  package static let kept = 4

  package init(folder: String, limit: Int64 = 1_000_000) {
    self.folder = folder
    self.limit = limit
  }

  /// The file that grows.
  package var path: String { folder + "/events.jsonl" }

  /// Appends a line. Best effort: a failure isn't an error of the recorded action.
  package func append(_ event: JSON) {
    var descriptor = openToAppend()
    if descriptor < 0, errno == ENOENT {
      makeFolder()
      descriptor = openToAppend()
    }
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var line = event.utf8
    line.append(UInt8(ascii: "\n"))
    // One write, so that the lines of two programs can't be mixed up.
    guard line.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) > 0 else { return }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_size >= limit { rotate() }
  }

  private func openToAppend() -> Int32 { open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) }

  /// Creates the folder if there is none, readable by its owner alone.
  package func makeFolder() {
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  // MARK: Reading

  /// One of the log's files with its current state.
  package struct File: Equatable {
    /// The id of the file, independent of its name: the time of its first event, in milliseconds since 1970.
    let id: Int64
    let bytes: [UInt8]
  }

  /// The files that have something in them, oldest first. Programs that append go on meanwhile; none renames.
  package func files() -> [File] {
    locked {
      EventLog.names.reversed().compactMap { name -> File? in
        guard let data = FileManager.default.contents(atPath: folder + "/" + name), !data.isEmpty else { return nil }
        let bytes = [UInt8](data)
        guard let first = EventLog.events(in: bytes).first?["at_ms"].int else { return nil }
        return File(id: first, bytes: bytes)
      }
    } ?? []
  }

  /// All events in the order in which they were written.
  package func events() -> [JSON] { files().flatMap { EventLog.events(in: $0.bytes) } }

  /// Returns the events of a file's lines. A line that was cut off by a full disk is left out; the next one, which
  /// follows it without a line feed, is read.
  package static func events(in bytes: [UInt8]) -> [JSON] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      if let event = try? JSON(parsing: Array(line)) { return event }
      let start = Array("{\"at_ms\":".utf8)
      let starts = line.indices.dropFirst().filter { line[$0...].starts(with: start) }
      return starts.last.flatMap { try? JSON(parsing: Array(line[$0...])) }
    }
  }

  /// Removes all files. Returns whether there were any.
  package func clear() -> Bool {
    locked { EventLog.names.map { unlink(folder + "/" + $0) == 0 }.contains(true) } ?? false
  }

  // MARK: Putting aside

  /// The latest first.
  private static let names = ["events.jsonl"] + (1...kept).map { "events.\($0).jsonl" }

  private func rotate() {
    _ = locked(waits: false) {
      var status = stat()
      // Another program may have done it.
      guard stat(path, &status) == 0, status.st_size >= limit else { return }
      let paths = EventLog.names.map { folder + "/" + $0 }
      // Up to the first name that is free, else over the oldest.
      let free = paths.indices.dropFirst().first { access(paths[$0], F_OK) != 0 } ?? EventLog.kept
      for n in stride(from: free, to: 0, by: -1) { rename(paths[n - 1], paths[n]) }
    }
  }

  /// Runs `body` while no other program renames the files, or relies on their names. `nil` = the lock isn't available.
  package func locked<T>(waits: Bool = true, _ body: () -> T) -> T? {
    let descriptor = open(folder + "/events.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return takeLock(of: descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) ? body() : nil
  }
}
