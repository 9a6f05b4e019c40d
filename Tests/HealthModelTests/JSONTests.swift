import HealthModel
import TestSupport
import Testing

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "[]", "{}", #"{"b":1,"a":[1,2.50,-0,1e3]}"#, #"["\"\\\n\r\t\u0001é😀/"]"#, "18446744073709551615123", #"{"a":1,"a":2}"#,
  ])
  func whatWasReadIsWrittenAsItWas(text: String) throws { #expect(try JSON(parsing: text).text == text) }

  @Test func readsEscapesAndSpace() throws {
    #expect(try JSON(parsing: " [ \"\\u00e9\\ud83d\\ude00\\/\\b\\f\" ,\n1 ] ") == .array([.string("é😀/\u{8}\u{C}"), .number("1")]))
    #expect(try JSON(parsing: #""\ud83d\u0041 \udc00""#) == .string("\u{FFFD}A \u{FFFD}"))
  }

  @Test(arguments: [
    "", " ", "nul", "tru e", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "-", "1.", ".5", "1e", "+1", "\"abc", "\"\\x\"", "\"\\u12g4\"",
    "\"\u{1}\"", "[1]]", "{\"a\"}", "\"\\u+123\"", "NaN",
  ])
  func refusesWhatIsNoJSON(text: String) { #expect(throws: JSONError.self) { try JSON(parsing: text) } }

  /// The place is where a person looks in the file.
  @Test(arguments: [
    ("", "unexpected end at byte 0"), (" ", "unexpected end at byte 1"), ("[1,]", "unexpected character at byte 3"),
    (#"{"a":1,}"#, "a key was expected at byte 7"), ("{a:1}", "a key was expected at byte 1"), (#"{"a" 1}"#, "':' was expected at byte 5"),
    (#"{"a":1 "b":2}"#, "'}' was expected at byte 7"), ("[1 2]", "']' was expected at byte 3"),
    ("[1]]", "unexpected text after the value at byte 3"), ("01", "unexpected text after the value at byte 1"),
    ("-", "a digit was expected at byte 1"), ("1.", "a digit was expected at byte 2"), ("1e+", "a digit was expected at byte 3"),
    ("[tru]", "unexpected character at byte 1"), (#""abc"#, "a string without an end at byte 4"),
    (#""a\"#, "a string without an end at byte 3"),
    (#""\x""#, "an unknown escape at byte 3"), (#"["\u12g4"]"#, "four hexadecimal digits were expected at byte 4"),
    ("[0, \"é\u{1F}\"]", "a control character in a string at byte 8"),
    (String(repeating: "[", count: 600), "more than 512 levels at byte 513"),
  ])
  func aFaultHasItsReasonAndPlace(text: String, fault: String) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.description == fault)
  }

  @Test func theFirstByteThatIsNotUTF8IsThePlace() {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: Array("[\"é ".utf8) + [0xC3, 0x28] + Array("é\"]".utf8)) }
    #expect(error?.description == "text that isn't UTF-8 at byte 5")
  }

  @Test func halvesOfPairsAreRefusedWhereAsked() throws {
    let rules = JSON.ReadingRules(refusesHalves: true)
    #expect(try JSON(parsing: Array(#"{"\ud83d\ude00":"\ud83d\ude00\u0041"}"#.utf8), by: rules).text == #"{"😀":"😀A"}"#)
    for text in [#""\ud83d""#, #"{"\ude00":0}"#, #""\ud83d\n""#, #""\ud83d\ud83d\ude00""#] {
      let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8), by: rules) }
      #expect(error?.reason == "half of a surrogate pair")
    }
  }

  @Test func valuesAreTakenOneAfterTheOther() throws {
    try Array(#" [1,"a\n"] {"b":2}x"#.utf8).withUnsafeBufferPointer { bytes throws in
      var cursor = JSONCursor(bytes)
      #expect(try JSON(next: &cursor).text == #"[1,"a\n"]"#)
      #expect(cursor.position == 10)
      #expect(try JSON(next: &cursor).text == #"{"b":2}"#)
      let error = #expect(throws: JSONError.self) { try cursor.end() }
      #expect(error == JSONError(reason: "unexpected text after the value", offset: 18))
    }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    #expect(throws: JSONError.self) { try JSON(parsing: [UInt8](arrayLiteral: 0x22, 0xFF, 0x22)) }
    #expect(throws: JSONError.self) { try JSON(parsing: [UInt8](arrayLiteral: 0x22, 0x5C, 0x6E, 0xC3, 0x22)) }
  }

  @Test func refusesDepthThatWouldEndTheStack() {
    #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "[", count: 100_000)) }
    #expect(throws: Never.self) { try JSON(parsing: String(repeating: "[", count: 500) + String(repeating: "]", count: 500)) }
  }

  /// An empty object or array once kept its level for ever.
  @Test func emptyOnesAreNoDepth() {
    let page = "[" + Array(repeating: #"{"doubts":[],"extra":{}}"#, count: 1000).joined(separator: ",") + "]"
    #expect(throws: Never.self) { try JSON(parsing: page) }
  }

  /// 1.19 million of `{"":0}` once took 464 MB.
  @Test func valuesAreBounded() throws {
    let rules = JSON.ReadingRules(maxValues: 5)
    #expect(try JSON(parsing: Array(#"{"a":[1,2],"b":0}"#.utf8), by: rules).text == #"{"a":[1,2],"b":0}"#)
    let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(#"{"a":[1,2,3],"b":0}"#.utf8), by: rules) }
    #expect(error?.reason == JSONError.tooManyValues)
  }

  @Test func keysThatStandTwiceAreRefusedWhereAsked() throws {
    let rules = JSON.ReadingRules(refusesRepeatedKeys: true)
    let many = (0..<20).map { "\"k\($0)\":0" }.joined(separator: ",")
    for text in [#"{"a":1,"b":2,"a":1}"#, #"[{"x":{"a":1,"\u0061":1}}]"#, "{\(many),\"k3\":0}"] {
      let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8), by: rules) }
      #expect(error?.reason == "a key stands twice")
    }
    for text in [#"{"a":1,"b":{"a":2}}"#, "{\(many)}", #"[{"a":1},{"a":1}]"#] {
      #expect(try JSON(parsing: Array(text.utf8), by: rules).text == text)
    }
  }

  @Test func readsItsMembers() throws {
    let json = try JSON(parsing: #"{"s":"x","i":9007199254740993,"d":1.5,"b":false,"n":null,"a":[1]}"#)
    #expect(json["s"].string == "x")
    #expect(json["i"].int == 9_007_199_254_740_993)
    #expect(json["d"].double == 1.5)
    #expect(json["b"].bool == false)
    #expect(json["n"].isNull)
    #expect(json["absent"].isNull)
    #expect(json["a"].array?.count == 1)
    #expect(json["s"]["deeper"].isNull)
  }

  @Test func comparesWhatIsSaidAndNotHow() throws {
    #expect(try JSON(parsing: #"{"a":1.0,"b":[2]}"#).isEquivalent(to: JSON(parsing: #"{"b":[2e0],"a":1}"#)))
    #expect(try !JSON(parsing: #"{"a":1}"#).isEquivalent(to: JSON(parsing: #"{"a":1,"b":null}"#)))
    #expect(try !JSON(parsing: "[1,2]").isEquivalent(to: JSON(parsing: "[2,1]")))
  }

  @Test(arguments: [(161.7, "161.7"), (40.0, "40"), (-0.5, "-0.5"), (1e20, "1e+20"), (Double.nan, "null"), (Double.infinity, "null")])
  func writesNumbersAsShortAsTheyAre(value: Double, text: String) { #expect(JSON(value).text == text) }

  /// Bytes flipped in a good document either parse or are refused; nothing else happens.
  @Test func survivesDamage() {
    let good = Array(#"{"a":[1,2.5e-3,"x\u00e9\n",true,null,{"b":"😀"}],"c":-0.1}"#.utf8)
    var random = SeededGenerator(seed: 42)
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<2 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let json = try? JSON(parsing: bytes) { #expect((try? JSON(parsing: json.utf8)) == json) }
    }
  }
}
