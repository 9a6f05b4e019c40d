import HealthModel
import TestSupport
import Testing

@testable import SyncBackend

/// The quick way through a push's body comes to what `JSON` and `MealRules` say, whatever the body.
@Suite struct PushScannerTests {
  private let limits = BackendLimits()

  /// Compares both ways; whether the quick one was taken.
  @discardableResult
  private func isQuick(_ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation) -> Bool {
    guard let quick = PushScanner.request(bytes, limits: limits) else { return false }
    let shown = "\(String(decoding: bytes, as: UTF8.self))"
    guard let thorough = try? PushRequest(unusual: bytes, limits: limits) else {
      Issue.record("taken, though it must be refused: \(shown)", sourceLocation: place)
      return true
    }
    if quick != thorough { Issue.record("read otherwise: \(shown)", sourceLocation: place) }
    return true
  }

  @Test func whatHsyncSendsIsReadTheQuickWay() throws {
    let records = [
      Sample.put("a", 10, kind: "meal", Sample.meal()), Sample.put("b", 20, dev: "77"), Sample.delete("c", 30),
      Sample.put("d", 40, kind: "meal", Sample.meal("name", #""Käse \"extra\" — 日本""#)),
      Sample.put("e", 50, #"{"a":[1,2.5e3,{"b":null}],"c":true}"#),
    ]
    let body = Client.pushBody(7, records)
    #expect(isQuick(body))
    let push = try #require(PushScanner.request(body, limits: limits))
    for record in push.records { #expect(throws: Never.self) { try record.get() } }
    #expect(push.records.count == records.count)
  }

  /// Bodies that are right or wrong in ways that the quick way must leave to the other.
  static let unusual: [String] = [
    #"{"push":1,"device":"aa","device":"bb","records":[]}"#, #"{"push":1,"records":[],"device":"aa"}"#,
    #"{"device":"aa","push":1,"records":[{"kind":"note","id":"a","hlc":"1","op":"put"}]}"#,
    #"{"device":"aa","push":1.0,"records":[]}"#, #"{"d\u0065vice":"aa","push":1,"records":[]}"#, "[]", "",
    #"{"device":"aa","push":1,"records":[1]}"#,
  ]

  @Test(arguments: unusual) func theRestIsReadTheOtherWay(_ body: String) {
    if PushScanner.request(Array(body.utf8), limits: limits) != nil { isQuick(Array(body.utf8)) }
  }

  /// Spellings of one record's members, the usual one first.
  static let members: [[String]] = [
    [#""kind":"meal""#, #""kind":"note""#, #""kind":"M""#, #""kind":"me\u0061l""#, #""kind":1"#, #""kind":"meal","kind":"note""#],
    [
      #""id":"0197""#, #""id":"""#, #""id":"a\u0000b""#, #""id":"a\nb""#, #""id":"é""#, "\"id\":\"\u{7F}\"", #""id":null"#,
      #""id":"\#(String(repeating: "x", count: 201))""#, #""id":"\#(String(repeating: "é", count: 150))""#,
    ],
    [#""hlc":"115587""#, #""hlc":"0""#, #""hlc":"+5""#, #""hlc":7"#, #""hlc":"1","hlc":"2""#, #""hlc":"\u0031""#],
    [#""op":"put""#, #""op":"del""#, #""op":"merge""#, #""op":"p\u0075t""#, #""op":"put","op":"del""#, #""op":true"#],
    [#""x":1"#, #""dev":"77""#, #""dev":"AA""#, #""dev":null"#, #""dev":"""#, #""k\"":"kind""#],
  ]

  @Test func bothWaysAgreeOnThousandsOfRecords() {
    var random = SeededGenerator(seed: 1)
    var quick = 0
    for _ in 0..<600 {
      var records: [String] = []
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        var parts = PushScannerTests.members.map { spellings in
          Int.random(in: 0..<4, using: &random) > 0 ? spellings[0] : spellings.randomElement(using: &random) ?? ""
        }
        parts.append("\"data\":\(data(&random))")
        if Int.random(in: 0..<8, using: &random) == 0 { parts.shuffle(using: &random) }
        if Int.random(in: 0..<12, using: &random) == 0 { parts.removeLast() }
        let space = Int.random(in: 0..<12, using: &random) == 0 ? " " : ""
        records.append("{\(parts.joined(separator: "\(space),"))}")
      }
      let body = #"{"device":"aa","push":3,"records":[\#(records.joined(separator: ","))],"more":[]}"#
      if isQuick(Array(body.utf8)) { quick += 1 }
      // The same with bytes changed: it must not crash, and not be taken when it can't be.
      for _ in 0..<4 { isQuick(mutated(Array(body.utf8), &random)) }
    }
    #expect(quick > 450)
  }

  // MARK: The cursor and the meal's check by themselves

  @Test func theCursorTakesWhatJSONTakes() {
    var random = SeededGenerator(seed: 2)
    var (taken, plain) = (0, 0)
    for round in 0..<4000 {
      var bytes = Array((round % 3 == 0 ? Sample.meal("note", value(&random)) : value(&random, depth: 4)).utf8)
      if round % 2 == 1 { bytes = mutated(bytes, &random) }
      let tree = try? JSON(parsing: bytes)
      let cursor: JSONCursor? = bytes.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        guard (try? cursor.value()) != nil, (try? cursor.end()) != nil else { return nil }
        return cursor
      }
      if (tree == nil) != (cursor == nil) { Issue.record("taken by one alone: \(String(decoding: bytes, as: UTF8.self))") }
      guard let tree, let cursor else { continue }
      taken += 1
      if cursor.isPlain {
        plain += 1
        if tree.utf8 != bytes { Issue.record("not plain: \(String(decoding: bytes, as: UTF8.self))") }
      }
    }
    #expect(taken > 2000 && taken < 3800)
    #expect(plain > 1000)
  }

  @Test(arguments: [511, 512, 513]) func theCursorStopsWhereJSONStops(_ levels: Int) {
    let bytes = Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    let isTaken = bytes.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes)
      return (try? cursor.value()) != nil
    }
    #expect(isTaken == (levels <= 512))
    #expect(((try? JSON(parsing: bytes)) != nil) == isTaken)
  }

  @Test func aMealThatPassesTheCheckPassesTheRules() throws {
    var random = SeededGenerator(seed: 3)
    var passed = 0
    for _ in 0..<4000 {
      let text = data(&random)
      let isRight = Array(text.utf8).withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        return (try? MealCheck.isRight(&cursor)) == true && cursor.isPlain
      }
      guard isRight else { continue }
      passed += 1
      do { try MealRules.check(try JSON(parsing: text)) } catch { Issue.record("passed, though \(error): \(text)") }
    }
    #expect(passed > 400)
  }

  // MARK: -

  /// A meal's data, in which up to two members are something else.
  private func data(_ random: inout SeededGenerator) -> String {
    let keys = [
      "day", "eaten_at_ms", "utc_offset_min", "slot", "name", "brand", "gtin", "amount", "nutrition", "provenance", "note", "created_at_ms",
    ]
    let text = Sample.meal(Bool.random(using: &random) ? "none" : keys.randomElement(using: &random) ?? "", value(&random))
    guard Int.random(in: 0..<4, using: &random) == 0 else { return text }
    // A key a second time.
    return text.dropLast() + ",\"\(keys.randomElement(using: &random) ?? "")\":\(value(&random))}"
  }

  /// A JSON value: of a kind that a meal has somewhere, spelt well or badly, or a nested one.
  private func value(_ random: inout SeededGenerator, depth: Int = 1) -> String {
    let simple = [
      "null", "true", "false", "0", "-0", "1.5", "-3", "60", "9999", "9999.5", "9998.99", "100000", "100000.1", "99999.999", "0.0", "1e3",
      "1E-400",
      "0.00000000000000000001", "1770724800000", "253402300799999", "253402300800000", "-840", "841", "99999999999999999999", #""""#,
      #""2026-02-10""#,
      #""2026-02-30""#, #""lunch""#, #""tea""#, #""09521234543213""#, #""x\"y\\z\n""#, #""\u00e9\ud83d\ude00""#, #""\/""#, #""Müsli 🥣""#,
      "\"\u{7F}\"", #"["all_zero"]"#, "[1]", "{}", "[]", " 1 ", "{ }", "01", "1.", "\"\\u-000\"", "\"\\ud800\"",
    ]
    if depth == 0 || Int.random(in: 0..<3, using: &random) > 0 { return simple.randomElement(using: &random) ?? "" }
    let names = ["servings", "grams", "energy_kcal", "fat_g", "doubts", "source", "basis", "x", #"s\u0065rvings"#]
    let members = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      "\"\(names.randomElement(using: &random) ?? "")\":\(value(&random, depth: depth - 1))"
    }
    return Bool.random(using: &random) ? "{\(members.joined(separator: ","))}" : "[\(value(&random, depth: depth - 1))]"
  }

  /// A byte or two removed, doubled or replaced.
  private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0...1, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(bytes[place], at: place)
      case 2: bytes[place] = Array(#"{}[]",:\0 1eu-."#.utf8).randomElement(using: &random) ?? 0
      default: bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
