import HealthDesk
import HealthModel
import HealthStore

extension SyncFault {
  /// The name of the check that finds it; it doesn't change from release to release.
  package var check: String {
    switch self {
    case .clock: "clock"
    case .device, .pushNumber, .cursor, .flight: "sync"
    case .unreadable, .misfits: "entries"
    case .foreign, .missing: "schema"
    }
  }

  /// The fault in one line, without anything personal.
  package var words: String {
    switch self {
    case .clock(let aheadMs, let records):
      "versions are \(Quantity.count(Int(clamping: aheadMs / 86_400_000), "day")) ahead of this computer's clock"
        + (records > 0 ? ", of \(Quantity.count(records, "entry"))" : "")
    case .device: "the id of this device can't be one"
    case .pushNumber: "the number of the last push can't be right"
    case .cursor: "the place up to which changes were pulled can't be right"
    case .flight: "what was being sent can't be sent again"
    case .unreadable(let rows):
      "\(Quantity.count(rows.count, "entry")) can't be synced or exported, because a column contains a value that JSON can't represent: "
        + SyncFault.list(rows)
    case .misfits(let rows):
      "\(Quantity.count(rows.count, "entry")) can't be read, because a value has the wrong type for its column, or the id isn't text: "
        + SyncFault.list(rows)
    case .foreign(let names): "triggers or views that hsync didn't make, or that were changed: \(SyncFault.list(names))"
    case .missing(let names): "triggers or indexes are missing: \(SyncFault.list(names))"
    }
  }

  /// The repair, in words that follow "would" or form an imperative.
  package var remedy: String {
    switch self {
    case .clock: "set them to now; if this computer's clock is wrong, set that first (date)"
    case .device: "give this device a new id"
    case .pushNumber: "count anew; a backend that knows more gives this device a new name"
    case .cursor: "pull everything again with the next sync"
    case .flight: "forget that body; its records are sent again"
    case .misfits: "take them out, keeping them in a file; what a backend has of them comes back with the next sync"
    case .unreadable: "take out what isn't JSON, keeping it in a file"
    case .foreign: "remove them, keeping their SQL in a file"
    case .missing: "make them again"
    }
  }

  /// Whether the fault affects everything; the others show effects later.
  var isSevere: Bool {
    switch self {
    case .clock(let aheadMs, _): aheadMs > 366 * 86_400_000
    case .device, .pushNumber, .cursor, .flight, .unreadable, .misfits, .missing: true
    case .foreign: false
    }
  }

  private static func list(_ rows: [DamagedRow]) -> String { list(rows.map { "\($0.kind) \($0.id)" }) }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).map { $0.printable }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
  }
}
