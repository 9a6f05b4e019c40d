import Foundation
import HealthModel
import Testing

@Suite struct HintTests {
  private static func spoken(_ remedy: Remedy) -> String { "<\(remedy)>" }

  @Test(
    arguments: [
      ("", ""), ("check the address", "check the address"), ("see why: \(.queue); edit one", "see why: <queue>; edit one"),
      ("\(.sync)", "<sync>"),
      ("one of: \(1), \("b")", "one of: 1, b"), ("\("first; " as Hint)\(.doctor)", "first; <doctor>"),
    ] as [(Hint, String)])
  func aFaceNamesTheRemedies(hint: Hint, expected: String) {
    #expect(hint.words(Self.spoken) == expected)
  }

  @Test func aHintIsEqualHoweverItsTextWasPutTogether() {
    let name = "a.jpg"
    #expect("look at \(name): \(.doctor)" as Hint == "look at a.jpg: \(.doctor)")
    #expect("\("look" as Hint) at \(name)" as Hint == Hint("look at a.jpg"))
    #expect("see \(.queue)" as Hint != "see queue")
    #expect("\(.retryRecord(kind: "meal", id: "a"))" as Hint != "\(.retryRecord(kind: "meal", id: "b"))")
  }

  @Test(
    arguments: [
      ("check the address: \(.nameBackend)", "check the address"), ("check the address", "check the address"),
      ("see \(.queue), or: \(.nameBackend)", "see \(.queue), or"), ("\(.nameBackend)", ""), ("a: \(.nameBackend); b", "a; b"),
    ] as [(Hint, Hint)])
  func aRemedyIsTakenOutWithItsColon(hint: Hint, expected: Hint) {
    #expect(hint.without(.nameBackend) == expected)
  }

  @Test func aHintIsKeptAsJSON() throws {
    let hint: Hint = "send \(.retryRecord(kind: "meal", id: "m/\"3")) again, or \(.changeBackend(url: "https://x.example", dialect: nil))"
    #expect(try JSONDecoder().decode(Hint.self, from: JSONEncoder().encode(hint)) == hint)
  }
}
