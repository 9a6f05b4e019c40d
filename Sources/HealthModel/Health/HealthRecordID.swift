/// The id that an export gives one of its records.
public enum HealthRecordID: Sendable, Hashable, Comparable {
  /// A UUID, in two halves of eight bytes, the first byte highest. It is one record's, whatever export names it.
  case uuid(UInt64, UInt64)
  /// Any other id, with its export's name before it: `health_connect/02`.
  case text(String)

  /// An id in the form in which workouts have it: the export's name, a slash and the id, of a UUID its 32 hexadecimal digits in lower case.
  public init(_ record: String) {
    self = record.utf8.firstIndex(of: UInt8(ascii: "/")).flatMap { Self.uuid(digits: record.utf8[$0...].dropFirst()) } ?? .text(record)
  }

  /// A UUID of 16 bytes; `nil` for any other number of bytes.
  public init?(uuid bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func half(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self = .uuid(half(bytes.prefix(8)), half(bytes.dropFirst(8)))
  }

  /// The form that `init(_:)` takes.
  /// - Parameter origin: the export that has the record.
  public func record(of origin: HealthOrigin) -> String {
    guard case .uuid = self else { return String(decoding: bytes, as: UTF8.self) }
    return "\(origin.rawValue)/\(Hexadecimal.text(bytes))"
  }

  /// The 16 bytes of a UUID, or the text in UTF-8.
  public var bytes: [UInt8] {
    switch self {
    case .uuid(let high, let low):
      [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
        for place in 0..<8 {
          let shift = UInt64(56 - 8 * place)
          buffer[place] = UInt8(truncatingIfNeeded: high >> shift)
          buffer[place + 8] = UInt8(truncatingIfNeeded: low >> shift)
        }
        count = 16
      }
    case .text(let record): Array(record.utf8)
    }
  }

  /// The UUID of 32 digits; `nil` for anything else.
  private static func uuid(digits: Substring.UTF8View) -> HealthRecordID? {
    guard digits.count == 32 else { return nil }
    var halves: (UInt64, UInt64) = (0, 0)
    for (place, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      if place < 16 { halves.0 = halves.0 << 4 | UInt64(value) } else { halves.1 = halves.1 << 4 | UInt64(value) }
    }
    return .uuid(halves.0, halves.1)
  }
}
