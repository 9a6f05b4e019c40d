import HealthModel
import Testing

@testable import HealthWeb

/// The bounds of the pages that are kept.
@Suite struct PageShelfTests {
  private func address(_ number: Int) -> PageShelf.Address {
    PageShelf.Address(session: PageSession(token: "t", library: "l"), target: "/\(number)")
  }

  private func basis(_ commits: Int64 = 1) -> KeptBasis {
    KeptBasis(commits: commits, settings: 0, configuration: nil, day: WebFixture.noon.day, utcOffsetMin: 60, step: nil, facts: [])
  }

  private func page(bytes: Int) -> KeptPage {
    KeptPage(MadePage(page: Page(title: "x", session: nil, content: HTML(text: String(repeating: "x", count: bytes)))))
  }

  @Test func aPageOfAnotherBasisOrAddressIsNone() {
    var shelf = PageShelf()
    shelf.put(page(bytes: 10), at: address(1), basis())
    #expect(shelf.page(at: address(1), basis()) != nil)
    #expect(shelf.page(at: address(1), basis(2)) == nil && shelf.page(at: address(2), basis()) == nil)
    let other = PageShelf.Address(session: PageSession(token: "u", library: "l"), target: "/1")
    #expect(shelf.page(at: other, basis()) == nil)
  }

  @Test func thePageThatWasUsedLeastRecentlyGoes() {
    var shelf = PageShelf()
    for number in 0..<PageShelf.mostPages { shelf.put(page(bytes: 10), at: address(number), basis()) }
    #expect(shelf.page(at: address(0), basis()) != nil)
    shelf.put(page(bytes: 10), at: address(-1), basis())
    #expect(shelf.count == PageShelf.mostPages && shelf.page(at: address(1), basis()) == nil && shelf.page(at: address(0), basis()) != nil)
  }

  @Test func theBytesAreBounded() {
    var shelf = PageShelf()
    for number in 0..<30 { shelf.put(page(bytes: 200_000), at: address(number), basis()) }
    #expect(shelf.bytes <= PageShelf.mostBytes && shelf.count == 10)
    shelf.put(page(bytes: PageShelf.mostBytes), at: address(99), basis())
    #expect(shelf.page(at: address(99), basis()) == nil && shelf.count == 10, "it would displace all others")
    for number in 0..<30 { shelf.put(page(bytes: 1), at: address(number), basis(2)) }
    #expect(shelf.count == 30 && shelf.bytes < 100_000, "a page takes the place of its predecessor")
  }

  @Test func idsOfEntriesAreReplacedTogether() throws {
    let session = PageSession(token: "t", library: "l")
    let ids = ["0197e2a4-6f00-7000-8000-00000000abcd", "0197e2a4-6f00-7000-8000-00000000beef"]
    let content: HTML =
      "\(session.entry(id: ids[0]))\(session.entry(id: ids[1]))\(session.entry(id: ids[0]))<input type=\"hidden\" name=\"id\" value=\"\(ids[0])\">"
    let kept = KeptPage(MadePage(page: Page(title: "x", session: session, content: content)))
    var seen: Set<String> = []
    for _ in 0..<2 {
      let text = kept.text(atMs: WebFixture.noon.ms)
      let new = text.matches(of: #/value="([0-9a-f-]{36})"/#).map { String($0.1) }
      #expect(new.count == 4 && new[0] == new[2] && new[0] != new[1] && new[3] == ids[0], "an id that isn't of a new entry stays")
      #expect(new.prefix(3).allSatisfy { RecordID.isUsable($0) && seen.insert($0).inserted || new[0] == $0 })
    }
  }
}
