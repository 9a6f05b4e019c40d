import TestSupport
import Testing

@testable import HealthWeb

/// Bodies of several parts, as browsers send them and as nobody should.
@Suite struct MultipartTests {
  private let type = "multipart/form-data; boundary=\(MultipartBody.boundary)"

  /// The parts of a body: name, file's name, contents.
  private struct Part: Equatable {
    let name: String
    let fileName: String?
    var bytes: [UInt8] = []
  }

  private func parts(
    _ body: [UInt8], type: String? = nil, limits: MultipartLimits = MultipartLimits(), pieces: Int = .max
  ) throws(MultipartFault) -> [Part] {
    var reader = try MultipartReader(contentType: type ?? self.type, limits: limits)
    var parts: [Part] = []
    var at = 0
    var isOpen = false
    while at < body.count {
      let end = pieces < body.count - at ? at + pieces : body.count
      for event in try reader.take(body[at..<end]) {
        switch event {
        case .part(let head):
          #expect(!isOpen)
          isOpen = true
          parts.append(Part(name: head.name, fileName: head.fileName))
        case .content(let bytes): parts[parts.count - 1].bytes += bytes
        case .end: isOpen = false
        }
      }
      at = end
    }
    try reader.finish()
    #expect(!isOpen)
    return parts
  }

  private var usual: MultipartBody {
    var body = MultipartBody([("token", "abc"), ("empty", "")])
    body.add(
      file: [0x0D, 0x0A, 0x2D, 0x2D] + Array("--\(MultipartBody.boundary)x\r\r\n--".utf8.dropFirst(3)) + [0, 255], named: "ü\"; x=.jpg")
    return body
  }

  @Test(arguments: [1, 2, 3, 7, 64, Int.max]) func aBodyIsTheSameInAnyPieces(pieces: Int) throws {
    let body = Array("preamble\r\n".utf8) + MultipartBody([("a", "1"), ("b", "\r\n--\r\n"), ("c", "")]).whole + Array("epilogue".utf8)
    let found = try parts(body, pieces: pieces)
    #expect(found.map(\.name) == ["a", "b", "c"] && found.map(\.fileName) == [nil, nil, nil])
    #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == ["1", "\r\n--\r\n", ""])
  }

  @Test func aFileMayHoldAnyBytes() throws {
    var random = SeededGenerator(seed: 7)
    let photo = (0..<300_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    var body = MultipartBody()
    body.add(file: photo, named: "lunch%22.jpg")
    body.add(file: [], named: "")
    let found = try parts(body.whole, pieces: 4096)
    #expect(found == [Part(name: "photo", fileName: "lunch\".jpg", bytes: photo), Part(name: "photo", fileName: "")])
  }

  @Test(arguments: [
    nil, "", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\"",
    "multipart/mixed; boundary=x",
    "multipart/form-data; boundary=\"x", "multipart/form-data; boundary=x; boundary=y", "multipart/form-data; boundary=\"x \"",
    "multipart/form-data; boundary=" + String(repeating: "x", count: 71), "multipart/form-data; boundary=ü",
  ])
  func withoutABoundaryThereIsNothing(type: String?) {
    #expect(throws: MultipartFault.notMultipart) { try MultipartReader(contentType: type) }
  }

  @Test func aBoundaryMayBeQuoted() throws {
    let body = "--a b\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n--a b--"
    #expect(
      try parts(Array(body.utf8), type: "Multipart/Form-Data; charset=utf-8; boundary=\"a b\"") == [
        Part(name: "x", fileName: nil, bytes: [0x31])
      ])
  }

  @Test(arguments: [
    "Content-Disposition: form-data\r\n", "Content-Disposition: attachment; name=\"a\"\r\n", "X: y\r\n", "no colon\r\n",
    "Content-Disposition: form-data; name=\"a\r\n", "Content-Disposition: form-data; name=\"a\"\r\n folded\r\n",
    "Content-Disposition: form-data; name=\"a\"\r\nContent-Disposition: form-data; name=\"b\"\r\n",
    "Content-Disposition: form-data; name=\"a\"; name=\"b\"\r\n", "Content-Disposition: form-data; name=\"a\"\0\r\n",
    "Content-Disposition: form-data; name=\"a\"\r\nContent-Type: multipart/mixed; boundary=y\r\n",
    "Content-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64\r\n", "",
    "Content-Disposition: form-data; name=\"a\" x\r\n",
    String(repeating: "X: y\r\n", count: 20) + "Content-Disposition: form-data; name=\"a\"\r\n",
  ])
  func aWrongHeadIsRefused(head: String) {
    let body = Array("--\(MultipartBody.boundary)\r\n\(head)\r\n1\r\n--\(MultipartBody.boundary)--\r\n".utf8)
    #expect(throws: MultipartFault.malformed) { try parts(body) }
    #expect(throws: MultipartFault.malformed) { try parts(body, pieces: 1) }
  }

  @Test func whatIsCutOffIsNoBody() {
    let body = MultipartBody([("a", "1"), ("b", "2")]).whole.dropLast(2)
    for length in 0..<body.count { #expect(throws: MultipartFault.cutOff) { try parts(Array(body.prefix(length))) } }
    #expect(throws: MultipartFault.malformed) { try parts(Array("--\(MultipartBody.boundary)x\r\n".utf8)) }
  }

  @Test func everySizeHasItsLimit() {
    var limits = MultipartLimits(bodyBytes: 4000, fileBytes: 100, fieldBytes: 10, parts: 3, headBytes: 200)
    func fault(_ body: MultipartBody) -> MultipartFault? {
      do throws(MultipartFault) { _ = try parts(body.whole, limits: limits) } catch { return error }
      return nil
    }
    #expect(fault(MultipartBody([("a", String(repeating: "x", count: 10))])) == nil)
    #expect(fault(MultipartBody([("a", String(repeating: "x", count: 11))])) == .partTooLarge)
    var file = MultipartBody()
    file.add(file: [UInt8](repeating: 1, count: 100), named: "x")
    #expect(fault(file) == nil)
    file.add(file: [UInt8](repeating: 1, count: 101), named: "x")
    #expect(fault(file) == .partTooLarge)
    #expect(fault(MultipartBody([("a", ""), ("b", ""), ("c", "")])) == nil)
    #expect(fault(MultipartBody([("a", ""), ("b", ""), ("c", ""), ("d", "")])) == .tooManyParts)
    #expect(fault(MultipartBody([(String(repeating: "n", count: 300), "")])) == .headTooLarge)
    limits.bodyBytes = 150
    #expect(fault(MultipartBody([("a", ""), ("b", "")])) == .bodyTooLarge)
  }

  /// Whatever is done to a body: it is read or refused, the same in one piece and in many, and nothing of it grows.
  @Test func mutatedBodiesAreReadOrRefused() {
    var random = SeededGenerator(seed: 20_260_210)
    let whole = usual.whole
    for _ in 0..<3000 {
      var body = whole
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let at = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: body[at] = UInt8.random(in: 0...255, using: &random)
        case 1: body.remove(at: at)
        case 2: body.insert(contentsOf: [0x0D, 0x0A], at: at)
        case 3: body.removeSubrange(at..<min(body.count, at + 20))
        default: body.insert(contentsOf: whole[at % whole.count..<min(whole.count, at % whole.count + 60)], at: at)
        }
        if body.isEmpty { body = [0] }
      }
      func outcome(_ pieces: Int) -> Result<[Part], MultipartFault> {
        Result { () throws(MultipartFault) in try parts(body, pieces: pieces) }
      }
      let (one, many) = (outcome(.max), outcome(Int.random(in: 1...20, using: &random)))
      #expect(one == many)
      if case .success(let parts) = one { #expect(parts.reduce(0) { $0 + $1.bytes.count } <= body.count) }
    }
  }
}
