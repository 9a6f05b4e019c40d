/// Bounds on one pull: a backend that always has more must not keep the lock for ever.
///
/// The pages that were pulled are kept, with their cursor; the next run goes on from there.
package struct PullBounds: Sendable, Codable, Equatable {
  /// Most pages of a run: twenty million records.
  static let mostPages = 20_000
  /// After so many milliseconds of pulling no further page is asked for: 15 min.
  static let mostMs: Int64 = 15 * 60_000

  private var pages = 0
  /// The time of the request for the first page, by the boot clock. `nil` = there was none.
  private var startedBootMs: Int64?
  /// The end of the last page.
  private var cursor: String?

  /// Nothing was pulled yet.
  init() {}

  /// Takes note of a request. `false` = there were enough.
  mutating func asks(at now: SyncInstant) -> Bool {
    let started = startedBootMs ?? now.bootMs
    startedBootMs = started
    return pages < PullBounds.mostPages && now.bootMs - started <= PullBounds.mostMs
  }

  /// Takes note of a page. `false` = more is promised behind it, but it ends where the one before did.
  mutating func turn(to page: ChangesPage) -> Bool {
    pages += 1
    guard !page.more || page.next != cursor else { return false }
    cursor = page.next
    return true
  }
}
