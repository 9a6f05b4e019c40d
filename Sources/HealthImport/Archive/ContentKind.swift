/// The kind of a file by its first bytes. File names aren't used, because phones localize them and users change them.
enum ContentKind: Sendable, Hashable {
  /// Apple Health's XML.
  case appleHealth
  /// Health Auto Export's JSON.
  case autoExport
  /// A JSON object that may be Health Auto Export's: its first bytes aren't enough to decide (`AutoExportSigns`).
  case json
  /// Any SQLite database.
  case database
  case zip, gzip
  /// XML or JSON in UTF-16.
  case utf16
  /// XML of another sort: `export_cda.xml` is one.
  case otherXML
  case empty, other

  /// The number of bytes examined: Apple's document type comes within the first hundred.
  static let headBytes = 4096

  /// Tells by the first bytes of a file, of which a few thousand are enough.
  init(ofHead head: [UInt8]) {
    if head.isEmpty {
      self = .empty
    } else if head.starts(with: "PK\u{3}\u{4}".utf8) || head.starts(with: "PK\u{5}\u{6}".utf8) {
      self = .zip
    } else if head.starts(with: "SQLite format 3\0".utf8) {
      self = .database
    } else if head.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if Self.isUTF16(head) {
      self = .utf16
    } else {
      self = Self.textKind(head)
    }
  }

  private static func textKind(_ head: [UInt8]) -> ContentKind {
    var words = Words(head)
    if words.take("<") {
      // The document type may be missing; `<HealthData` alone would also begin an element of another name.
      let isApple = ["<!DOCTYPE HealthData", "<HealthData"].contains { word in
        head.indices(of: word).contains { $0 == head.count || [0x20, 0x09, 0x0A, 0x0D, 0x3E, 0x5B, 0x2F].contains(head[$0]) }
      }
      return isApple ? .appleHealth : .otherXML
    }
    // {"data":{"metrics":[…
    guard words.take("{") else { return .other }
    // A head can be read without an error, so that `nil` is one that ends too early.
    guard let isAutoExport = try? AutoExportSigns.areIn(HeadSource(head), windowBytes: head.count) else { return .json }
    return isAutoExport ? .autoExport : .other
  }

  /// A byte order mark, or `<` or `{` with a zero beside it.
  private static func isUTF16(_ head: [UInt8]) -> Bool {
    let beginnings: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0], [0, 0x3C], [0x7B, 0], [0, 0x7B]]
    return beginnings.contains { head.starts(with: $0) }
  }
}

/// Takes one word after the other from a text, and the white space between them.
private struct Words {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
  }

  func startsWith(_ word: String) -> Bool { bytes[position...].starts(with: word.utf8) }

  mutating func take(_ word: String) -> Bool {
    guard startsWith(word) else { return false }
    position += word.utf8.count
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }
}

extension [UInt8] {
  /// Returns the positions after each occurrence of `word`.
  fileprivate func indices(of word: String) -> [Int] {
    let word = Array(word.utf8)
    guard count >= word.count else { return [] }
    return (0...count - word.count).filter { self[$0] == word[0] && self[$0..<$0 + word.count].elementsEqual(word) }.map { $0 + word.count }
  }
}
