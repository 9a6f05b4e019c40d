import HealthDesk
import HealthModel

/// Statistics from the log: the success rate and duration of syncs, the time from a scan to the entry, the failure rate
/// of look-ups, and the number of retries by the user.
struct EventStatistics: Equatable {
  /// The manual syncs that ended.
  private(set) var syncs = 0
  private(set) var syncsThatWorked = 0
  /// The 95th percentile of the duration of successful manual syncs, in milliseconds. `nil` = there were none.
  private(set) var syncP95Ms: Int64?
  /// The meals that were logged, or that couldn't be.
  private(set) var logs = 0
  private(set) var failedLookups = 0
  /// The 95th percentile of the time from the scan, or the command, to the entry, in milliseconds.
  private(set) var scanToLogP95Ms: Int64?
  /// The actions of the user.
  private(set) var actions = 0
  /// The actions after a failed one of the same kind and barcode.
  private(set) var retries = 0

  /// Counts events in chronological order.
  init(_ events: [JSON]) {
    var syncMs: [Int64] = []
    var logMs: [Int64] = []
    var hasFailed: [String: Bool] = [:]
    var lastBarcode: String?
    for event in events {
      guard let action = event["action"].string else { continue }
      if event["event"].string == "primary_action_tapped" { lastBarcode = event["barcode"].string }
      // A failure names no barcode: it is that of the attempt before.
      let attempt = action == "food_log_submit" ? "\(action) \(event["barcode"].string ?? lastBarcode ?? "")" : action
      switch event["event"].string {
      case "primary_action_tapped":
        actions += 1
        if hasFailed[attempt] == true { retries += 1 }
      case "action_succeeded":
        hasFailed[attempt] = false
        let ms = event["latency_ms"].int ?? 0
        if action == "manual_sync" {
          syncs += 1
          syncsThatWorked += 1
          syncMs.append(ms)
        } else if action == "food_log_submit" {
          logs += 1
          logMs.append(ms)
        }
      case "action_failed":
        hasFailed[attempt] = true
        if action == "manual_sync" {
          syncs += 1
        } else if action == "food_log_submit" {
          logs += 1
          if event["stage"].string == "lookup" { failedLookups += 1 }
        }
      default: break
      }
    }
    syncP95Ms = EventStatistics.p95(syncMs)
    scanToLogP95Ms = EventStatistics.p95(logMs)
  }

  /// The smallest of the numbers that at least 95 of 100 don't exceed (nearest rank); `nil` without numbers. Of 1…100 it is 95, of 1…10 10.
  static func p95(_ numbers: [Int64]) -> Int64? {
    guard !numbers.isEmpty else { return nil }
    return numbers.sorted()[(numbers.count * 95 + 99) / 100 - 1]
  }

  /// The members of the JSON document.
  var members: [(String, JSON)] {
    func share(_ part: Int, of all: Int) -> JSON { all == 0 ? .null : JSON((Double(part) / Double(all) * 10_000).rounded() / 10_000) }
    return [
      ("syncs", JSON(syncs)), ("sync_success_rate", share(syncsThatWorked, of: syncs)),
      ("sync_p95_ms", syncP95Ms.map { JSON($0) } ?? .null), ("food_logs", JSON(logs)),
      ("scan_to_log_p95_ms", scanToLogP95Ms.map { JSON($0) } ?? .null), ("lookup_failure_rate", share(failedLookups, of: logs)),
      ("actions", JSON(actions)), ("retry_share", share(retries, of: actions)),
    ]
  }

  /// A name and a value a line.
  var rows: [[String]] {
    func part(_ part: Int, of all: Int, _ noun: String) -> String {
      guard all > 0 else { return "no \(noun) yet" }
      return "\(JSON((Double(part) / Double(all) * 1000).rounded() / 10).text) % of \(Quantity.count(all, noun))"
    }
    func duration(_ ms: Int64?) -> String { ms.map { $0 < 10_000 ? "\($0) ms" : "\($0 / 1000) s" } ?? "–" }
    return [
      ["sync success", part(syncsThatWorked, of: syncs, "manual sync")], ["sync latency p95", duration(syncP95Ms)],
      ["scan to log p95", duration(scanToLogP95Ms)], ["lookup failures", part(failedLookups, of: logs, "food log")],
      ["retries", part(retries, of: actions, "action")],
    ]
  }
}
