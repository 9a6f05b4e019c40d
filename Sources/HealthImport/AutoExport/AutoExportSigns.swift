/// Detects Health Auto Export's JSON: the root has a member `data`, an object with at least one of the app's parts.
/// Other members may precede it, in the root and in `data`.
enum AutoExportSigns {
  /// The parts that the app exports, by their keys in `data`.
  static let parts: Set<String> = [
    "metrics", "workouts", "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg", "heartRateNotifications",
  ]

  /// Returns whether the text matches; `nil` when it ends, or `limit` is reached, before that is clear.
  /// - Parameters:
  ///   - limit: the number of bytes to examine; `nil` = all.
  ///   - windowBytes: the number of bytes read at once.
  /// - Throws: `ImportError` of the source. Text that isn't JSON doesn't match.
  static func areIn(_ source: any ByteSource, limit: Int64? = nil, windowBytes: Int = 256 << 10) throws(ImportError) -> Bool? {
    try ImportError.typed(source.name) {
      do {
        var stream = try JSONStream(source, windowBytes: windowBytes)
        return try areIn(&stream, limit ?? .max)
      } catch let error as ImportError where error.code == .cutOff {
        return nil
      } catch let error as ImportError where error.code == .broken || error.code == .dangerous {
        return false
      }
    }
  }

  private static func areIn(_ stream: inout JSONStream, _ limit: Int64) throws -> Bool? {
    guard try stream.enterObject() else { return false }
    while let key = try stream.nextKey() {
      if key == "data", try stream.enterObject() {
        var isEmpty = true
        while let part = try stream.nextKey() {
          if parts.contains(part) { return true }
          isEmpty = false
          guard try pass(&stream, limit) else { return nil }
        }
        // An export of a day without anything.
        if isEmpty { return true }
      } else {
        guard try pass(&stream, limit) else { return nil }
      }
    }
    return false
  }

  private static func pass(_ stream: inout JSONStream, _ limit: Int64) throws -> Bool {
    try stream.skipValue()
    return stream.position <= limit
  }
}

/// The first bytes of a file, as a file.
struct HeadSource: ByteSource {
  let name = ""
  var bytesTotal: Int64? { nil }
  private var rest: ArraySlice<UInt8>

  /// Stands at the first of `bytes`.
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(rest.count, buffer.count)
    buffer.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }
}
