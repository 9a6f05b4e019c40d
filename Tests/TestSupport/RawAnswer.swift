/// An answer of HTTP/1.1, taken apart from the bytes of its connection.
package struct RawAnswer: Sendable {
  package let status: Int
  /// In their order, names in lower case.
  package let fields: [(name: String, value: String)]
  /// The bytes of its body, without the frames of chunks.
  package let body: [UInt8]

  /// - Parameter bytes: All that came before the server closed the connection.
  package init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
    self.status = status
    fields = lines.dropFirst().map { line in
      let name = line.prefix { $0 != ":" }
      return (name.lowercased(), line.dropFirst(name.count + 1).drop { $0 == " " }.description)
    }
    let rest = bytes[end.upperBound...]
    let isChunked = fields.contains { $0.name == "transfer-encoding" && $0.value.lowercased() == "chunked" }
    body = isChunked ? RawAnswer.joined(rest) : Array(rest)
  }

  /// The value of the first field of that name, in lower case; `nil` when there is none.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  /// The contents of chunks; what follows a broken one is left out.
  private static func joined(_ chunks: ArraySlice<UInt8>) -> [UInt8] {
    var (rest, body) = (chunks, [UInt8]())
    let lineEnd = Array("\r\n".utf8)
    while let end = rest.firstRange(of: lineEnd) {
      guard let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), count > 0 else { break }
      let content = rest[end.upperBound...].prefix(count)
      body += content
      rest = rest[content.endIndex...].dropFirst(2)
    }
    return body
  }
}
