/// The pages that are kept, of all sessions. When there are too many, those that were used least recently go.
struct PageShelf: Sendable {
  /// A page of a session.
  struct Address: Sendable, Hashable {
    let session: PageSession
    /// The path and query as they were sent.
    let target: String

    fileprivate var bytes: Int { target.utf8.count }
  }

  private struct Entry {
    let page: KeptPage
    let basis: KeptBasis
    /// Bytes of the page and its address.
    let bytes: Int
    /// The number of the last use.
    var used: Int
  }

  /// The largest number of pages: those that a few browsers show again and again.
  static let mostPages = 100
  /// The largest number of bytes of all pages: 2 MiB of the 60 MB that the server may need. A page has 2 to 170 KB, and an address at most
  /// 32 KB.
  static let mostBytes = 2 << 20

  private var entries: [Address: Entry] = [:]
  private var lastUse = 0
  /// Bytes of all pages and their addresses.
  private(set) var bytes = 0

  /// The number of pages.
  var count: Int { entries.count }

  /// The page at an address, if it was made from the same basis.
  mutating func page(at address: Address, _ basis: KeptBasis) -> KeptPage? {
    guard let entry = entries[address], entry.basis == basis else { return nil }
    lastUse += 1
    entries[address]?.used = lastUse
    return entry.page
  }

  /// Keeps a page, in place of an earlier one. One that would displace all others isn't kept.
  mutating func put(_ page: KeptPage, at address: Address, _ basis: KeptBasis) {
    remove(address)
    let needed = page.bytes + address.bytes
    guard needed <= PageShelf.mostBytes / 2 else { return }
    while entries.count >= PageShelf.mostPages || bytes + needed > PageShelf.mostBytes,
      let oldest = entries.min(by: { $0.value.used < $1.value.used })
    {
      remove(oldest.key)
    }
    lastUse += 1
    entries[address] = Entry(page: page, basis: basis, bytes: needed, used: lastUse)
    bytes += needed
  }

  private mutating func remove(_ address: Address) { bytes -= entries.removeValue(forKey: address)?.bytes ?? 0 }
}
