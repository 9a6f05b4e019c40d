import HealthModel
import HealthStore
import Notices

/// The notices of a library: planned ones, the last that ended, and the state of each way of delivery.
package struct NoticeGlance: Sendable {
  /// A notice with its deliveries.
  package struct Item: Sendable {
    /// The notice as it is kept.
    package let entry: NoticeEntry
    /// The notice as it was wanted.
    package let notice: WantedNotice
    /// Its state on each way that tried it.
    package let deliveries: [NoticeDeliveryEntry]
  }

  /// A way of delivery.
  package struct Way: Sendable {
    /// Its name: `desktop`.
    package let id: String
    /// Its rest after failures; `nil` = it works, as far as is known.
    package let rest: NoticeRestEntry?
  }

  /// Whether there are notices at all.
  package let isEnabled: Bool
  /// The ways that the user set up.
  package let ways: [Way]
  /// In the order in which they are due.
  package let planned: [Item]
  /// The last ones, the latest first.
  package let ended: [Item]

  /// Ended notices that are listed.
  private static let mostEnded = 20

  init(_ table: NoticeTable, ways: [String], isEnabled: Bool) throws {
    let deliveries = Dictionary(grouping: try table.deliveries(), by: \.noticeID)
    func items(_ entries: [NoticeEntry]) -> [Item] {
      entries.compactMap { entry in
        WantedNotice(json: entry.wanted).map { Item(entry: entry, notice: $0, deliveries: deliveries[entry.id] ?? []) }
      }
    }
    let rests = try Dictionary(table.rests().map { ($0.way, $0) }) { first, _ in first }
    self.isEnabled = isEnabled
    self.ways = ways.map { Way(id: $0, rest: rests[$0]) }
    planned = items(try table.planned())
    ended = items(try table.ended(NoticeGlance.mostEnded))
  }
}
