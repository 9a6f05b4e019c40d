import Foundation
import HealthModel
import HealthStore

/// The position up to which events were sent, in a small file beside the log. The file exists only while sending is allowed: events
/// recorded before that, or while it wasn't, are never sent.
package struct EventMark {
  /// A place in the log: everything before it was sent, or is not to be.
  package struct Place: Equatable {
    /// The id of the file (`EventLog.File.id`); 0 = before the first.
    var file: Int64
    /// The offset in the file, in bytes.
    var offset: Int
  }

  private let log: EventLog
  private var path: String { log.folder + "/events.sent" }

  package init(_ log: EventLog) { self.log = log }

  /// Creates the mark at the log's end when sending becomes allowed, and removes it when it no longer is.
  package func follow(isOptedIn: Bool) {
    guard isOptedIn else {
      unlink(path)
      return
    }
    if access(path, F_OK) == 0 { return }
    log.makeFolder()
    let last = log.files().last
    write(Place(file: last?.id ?? 0, offset: last?.bytes.count ?? 0))
  }

  /// Returns the mark; `nil` = nothing may be sent.
  package var place: Place? {
    guard let data = FileManager.default.contents(atPath: path), let json = try? JSON(parsing: Array(data)),
      let file = json["file"].int, let offset = json["offset"].int
    else { return nil }
    return Place(file: file, offset: Int(offset))
  }

  /// Replaces the mark atomically.
  package func write(_ place: Place) {
    let text = JSON.object([("file", JSON(place.file)), ("offset", JSON(place.offset))]).utf8 + [UInt8(ascii: "\n")]
    // If the mark can't be written, events are sent again.
    try? WholeFile.replace(path, with: text)
  }

  /// Returns the events that were recorded and not sent yet, oldest first, in portions of whole lines.
  ///
  /// - Parameter most: bytes of a portion; a single line may be longer.
  package func unsent(most: Int) -> [(place: Place, lines: [UInt8])] {
    guard let place else { return [] }
    let files = log.files()
    // The file of the mark may be gone: then all that is left came after it.
    let start = files.firstIndex { $0.id == place.file } ?? 0
    return files[start...].flatMap { file in
      var portions: [(place: Place, lines: [UInt8])] = []
      var from = file.id == place.file ? min(place.offset, file.bytes.count) : 0
      while from < file.bytes.count {
        let rest = file.bytes[from...]
        let end =
          rest.prefix(most).lastIndex(of: UInt8(ascii: "\n")) ?? rest.firstIndex(of: UInt8(ascii: "\n"))
        // A line that is being written.
        guard let end else { break }
        portions.append((Place(file: file.id, offset: from), Array(rest[...end])))
        from = end + 1
      }
      return portions
    }
  }
}
