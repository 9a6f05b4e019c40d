import HealthModel

/// Reads the head of an ECG file, which is lines of `label,value` before the microvolts. The labels are in the phone's language, their order
/// is the same everywhere: name and date of birth come first.
enum ECGFile {
  /// The head is shorter than this.
  private static let headBytes = 8 << 10

  /// Returns the fields of the header, without the person's name and date of birth; `nil` when the file isn't an ECG.
  /// - Throws: the errors of the source.
  static func attachment(_ source: any ByteSource, file: String) throws -> HealthAttachment? {
    let head = try firstBytes(source)
    var facts: [ImportedWorkout.Detail] = []
    var recordedAtMs: Int64?
    var times = TimeReader()
    let lines = head.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(40)
    for (index, line) in lines.enumerated() {
      // The first microvolts end the head.
      guard line.first.map({ $0 != 0x2D && $0 &- 0x30 > 9 }) ?? true else { break }
      guard index >= 2, let comma = line.firstIndex(of: 0x2C) else { continue }
      let key = text(line[..<comma])
      let value = text(line[(comma + 1)...])
      guard !value.isEmpty, key != "Name", key != "Date of Birth" else { continue }
      if recordedAtMs == nil, let instant = instant(value, &times) {
        recordedAtMs = instant
      } else {
        facts.append(.init(key: key, text: value))
      }
    }
    guard recordedAtMs != nil else { return nil }
    return HealthAttachment(file: file, kind: "ecg", recordedAtMs: recordedAtMs, facts: facts)
  }

  /// A field without its quotes, carriage return and control characters.
  private static func text(_ field: ArraySlice<UInt8>) -> String {
    let unquoted = field.filter { $0 >= 0x20 }
    let isQuoted = unquoted.count >= 2 && unquoted.first == 0x22 && unquoted.last == 0x22
    return String(decoding: isQuoted ? unquoted.dropFirst().dropLast()[...] : unquoted[...], as: UTF8.self)
  }

  private static func instant(_ text: String, _ times: inout TimeReader) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in bytes.baseAddress.flatMap { times.instant(ByteText(start: $0, count: bytes.count)) } }
  }

  private static func firstBytes(_ source: any ByteSource) throws -> [UInt8] {
    var source = source
    var isAtEnd = false
    var bytes: [UInt8] = []
    while bytes.count < headBytes, !isAtEnd {
      let piece = try [UInt8](unsafeUninitializedCapacity: headBytes - bytes.count) { buffer, count in
        count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      isAtEnd = piece.isEmpty
      bytes += piece
    }
    return bytes
  }
}
