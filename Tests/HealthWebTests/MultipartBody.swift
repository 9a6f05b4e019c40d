import DrawnCodes
import TestSupport

/// A body of `multipart/form-data`, as browsers make it.
struct MultipartBody: Sendable {
  static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"

  private(set) var bytes: [UInt8] = []

  /// A form with these fields.
  init(_ fields: [(String, String)] = []) { for (name, value) in fields { add(name, value) } }

  mutating func add(_ name: String, _ value: String) { part("name=\"\(name)\"", "", Array(value.utf8)) }

  mutating func add(file: [UInt8], named fileName: String, as name: String = "photo") {
    part("name=\"\(name)\"; filename=\"\(fileName)\"", "Content-Type: image/jpeg\r\n", file)
  }

  mutating func part(_ disposition: String, _ head: String, _ content: [UInt8]) {
    bytes += Array("--\(Self.boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n\(head)\r\n".utf8) + content + [0x0D, 0x0A]
  }

  /// With the closing boundary.
  var whole: [UInt8] { bytes + Array("--\(Self.boundary)--\r\n".utf8) }

  /// A sharp photo of a code: a real picture file.
  static func photo(_ digits: String = "9520000000004", seed: UInt64 = 1) -> [UInt8] { DrawnCode(.ean13, digits).picture(seed: seed).pgm }
}
