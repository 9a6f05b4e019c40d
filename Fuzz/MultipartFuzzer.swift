@testable import HealthWeb

/// The reader of uploads: the same body in one piece and in pieces of a size that the first byte says is the same form, or the same fault, and no part
/// is larger than the body.
struct MultipartFuzzer: Fuzzer {
  /// Small, so that inputs reach them.
  private let limits = MultipartLimits(bodyBytes: 3000, fileBytes: 1000, fieldBytes: 500, parts: 8, headBytes: 300)

  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    guard let size = input.first else { return false }
    let bytes = Array(input.dropFirst())
    _ = String(validating: bytes, as: UTF8.self).flatMap { HeaderValue($0) }
    let one = outcome(bytes, pieces: bytes.count)
    precondition(one == outcome(bytes, pieces: Int(size % 64) + 1), "the pieces make a difference")
    guard case .success(let parts) = one else { return true }
    precondition(parts.reduce(0) { $0 + $1.bytes.count } <= bytes.count && parts.count <= limits.parts)
    return true
  }

  private struct Part: Equatable {
    let head: MultipartHead
    var bytes: [UInt8] = []
  }

  private func outcome(_ bytes: [UInt8], pieces: Int) -> Result<[Part], MultipartFault> {
    Result { () throws(MultipartFault) in
      var reader = try MultipartReader(contentType: "multipart/form-data; boundary=b", limits: limits)
      var parts: [Part] = []
      for start in stride(from: 0, to: bytes.count, by: max(1, pieces)) {
        for event in try reader.take(bytes[start..<min(bytes.count, start + pieces)]) {
          switch event {
          case .part(let head): parts.append(Part(head: head))
          case .content(let content): parts[parts.count - 1].bytes += content
          case .end: break
          }
        }
      }
      try reader.finish()
      return parts
    }
  }
}
