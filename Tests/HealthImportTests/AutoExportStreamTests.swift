import HealthModel
import Testing

@testable import HealthImport

/// Walking through JSON piece by piece gives what reading it whole gives.
@Suite struct AutoExportStreamTests {
  /// Bytes in memory, handed out as few at a time as wanted.
  struct Bytes: ByteSource {
    let name = "test"
    var bytesTotal: Int64? { Int64(bytes.count) }
    var bytes: ArraySlice<UInt8>
    let pieceBytes: Int

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      let piece = bytes.prefix(min(pieceBytes, buffer.count))
      buffer.copyBytes(from: piece)
      bytes = bytes.dropFirst(piece.count)
      return piece.count
    }
  }

  private func stream(_ text: String, pieceBytes: Int = 1000, windowBytes: Int = 64) throws -> JSONStream {
    try JSONStream(Bytes(bytes: Array(text.utf8)[...], pieceBytes: pieceBytes), windowBytes: windowBytes)
  }

  /// The value rebuilt by stepping into everything that can be stepped into.
  private func rebuilt(_ stream: inout JSONStream) throws -> JSON {
    if try stream.enterObject() {
      var members: [JSON.Member] = []
      while let key = try stream.nextKey() { members.append(JSON.Member(key, try rebuilt(&stream))) }
      return .members(members)
    }
    guard try stream.enterArray() else { return try stream.value() }
    var elements: [JSON] = []
    while try stream.nextElement() { elements.append(try rebuilt(&stream)) }
    return .array(elements)
  }

  static let texts = [
    #"{"a":[1,-2.5e3,true,null,{"b":"c\"]}\\"}],"ü":{}, "d" : [ ] ,"e":"\u00fc\\" }"#, " [ ] ", "[[],[[]],{}]", "\"a\"", "-1.5",
    "\u{FEFF}{\"a\":0}",
  ]

  @Test(arguments: texts, [1, 3, 1000])
  func steppingGivesWhatReadingGives(text: String, pieceBytes: Int) throws {
    let whole = try JSON(parsing: text.replacing("\u{FEFF}", with: ""))
    for windowBytes in [1, 2, 7, 64] {
      var stepped = try stream(text, pieceBytes: pieceBytes, windowBytes: windowBytes)
      #expect(try rebuilt(&stepped) == whole)
      try stepped.finish()
      var taken = try stream(text, pieceBytes: pieceBytes, windowBytes: windowBytes)
      #expect(try taken.value() == whole)
      try taken.finish()
      var skipped = try stream(text, pieceBytes: pieceBytes, windowBytes: windowBytes)
      try skipped.skipValue()
      try skipped.finish()
    }
  }

  @Test(arguments: ["[1 2]", "[1,,2]", "[,1]", "{\"a\" 1}", "{1:2}", "{\"a\":}", "[}", "[1}", "[1,]"])
  func brokenTextIsRefused(text: String) throws {
    let error = try #require(throws: ImportError.self) {
      var stepped = try stream(text)
      _ = try rebuilt(&stepped)
    }
    #expect(error.code == .broken)
  }

  /// A value that ends in the window is read there, any other is put together first.
  @Test(arguments: [#"[1,{"a":tru}]"#, #"["ab\x"]"#, #"{"a":{"b":[1,]}}"#, #"[ {"a":1 "b":2}, 3]"#])
  func aFaultHasOnePlaceWhateverTheWindow(text: String) throws {
    let messages = try [1, 3, 64].map { windowBytes in
      try #require(throws: ImportError.self) {
        var stream = try stream(text, windowBytes: windowBytes)
        if try stream.enterArray() {
          while try stream.nextElement() { _ = try stream.value() }
        } else {
          _ = try stream.value()
        }
      }.message
    }
    #expect(Set(messages).count == 1, "\(messages)")
    #expect(messages[0].contains(" at byte "))
  }

  @Test(arguments: ["[1", "[", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "[\"a\\", ""])
  func missingEndIsCutOff(text: String) throws {
    let error = try #require(throws: ImportError.self) {
      var stepped = try stream(text)
      _ = try rebuilt(&stepped)
    }
    #expect(error.code == .cutOff)
  }

  @Test func deepNestingIsRefused() throws {
    let text = String(repeating: "[", count: 600)
    for steps in [0, 300] {
      let error = try #require(throws: ImportError.self) {
        var stream = try stream(text)
        for _ in 0..<steps {
          _ = try stream.enterArray()
          _ = try stream.nextElement()
        }
        try stream.skipValue()
      }
      #expect([.broken, .cutOff].contains(error.code))
    }
  }
}
