import HealthDesk
import HealthModel
import HealthStore
import HealthSync
import Settings

/// The state of a library and its backend in words: a line for each fact that applies.
struct SyncStatusWords {
  private let status: SyncStatus
  private let isSignedIn: Bool
  private let nowMs: Int64
  private let repeater: Repeater?

  /// - Parameter repeater: The automatic sync. `nil` = none, or it isn't mentioned.
  init(_ status: SyncStatus, isSignedIn: Bool, nowMs: Int64, repeater: Repeater?) {
    self.repeater = repeater
    self.status = status
    self.isSignedIn = isSignedIn
    self.nowMs = nowMs
  }

  var lines: [String] {
    var columns = Columns([.left, .left])
    for (name, text) in facts { columns.add([name, text]) }
    return columns.lines()
  }

  private var facts: [(String, String)] {
    var facts: [(String, String)] = [("backend", backend)]
    for (index, loss) in status.losses.enumerated() { facts.append((index == 0 ? "limits" : "", loss)) }
    facts.append(("last sync", status.lastOkAtMs.map(time) ?? "Never synced"))
    if let run = status.lastRun { facts.append(("last run", words(run))) }
    if let error = status.lastError {
      facts.append(("", Terminal.styled(error.message, .warning) + (error.advice.map { ": \($0)" } ?? "")))
      if let since = status.failingSinceMs {
        facts.append(("failing", "since \(time(since)), \(Quantity.count(status.failures, "request"))"))
      }
    }
    if let since = status.runningSinceMs { facts.append(("running", "since \(clock(since))")) }
    let waiting = status.pending.map { RecordWords.count($0.count, of: $0.kind) }
    facts.append(("waiting", waiting.isEmpty ? "nothing" : waiting.joined(separator: ", ")))
    if !status.untaken.isEmpty {
      let kinds = status.untaken.map { RecordWords.plural($0.kind) }.joined(separator: ", ")
      facts.append(("", "\(kinds): this backend has no place for them"))
    }
    if status.inFlight > 0 { facts.append(("in flight", "\(Quantity.count(status.inFlight, "record")), sent again first")) }
    if let next = status.next { facts += nextTry(next) }
    if !status.quarantined.isEmpty {
      let count = Quantity.count(status.quarantined.count, "record")
      facts.append(("refused", Terminal.styled("\(count) by the backend", .warning) + ": hsync queue"))
    }
    if status.conflicts > 0 {
      facts.append(("conflicts", "\(Quantity.count(status.conflicts, "edit")) lost against newer ones: hsync conflicts"))
    }
    let (up, down) = (Quantity.bytes(Int64(status.today.bytesUp)), Quantity.bytes(Int64(status.today.bytesDown)))
    facts.append(("today", "\(up) sent, \(down) received"))
    return facts
  }

  /// Returns the lines about the next attempt. An attempt that no schedule will make isn't announced; the backend's request to wait applies
  /// to users, too.
  private func nextTry(_ next: SyncStatus.NextAttempt) -> [(String, String)] {
    if let repeater { return [("next try", "\(clock(next.atMs)) \(repeater.words): \(words(next.reason))")] }
    return next.reason == .retryAfter ? [("not before", "\(clock(next.atMs)): \(words(next.reason))")] : []
  }

  private var backend: String {
    guard let url = status.url else { return "none: hsync login --url URL" }
    let dialect = status.dialect.map(SyncStatus.dialectName) ?? "hsync"
    return url + (dialect == "hsync" ? "" : " (\(dialect))") + (isSignedIn ? "" : ", signed out: hsync login")
  }

  /// `2026-02-10 12:03 (5 min ago) by a timer: 3 sent, 1 received`.
  private func words(_ run: OutboxQueue.PastRun) -> String {
    let who = ["person": "by hand", "timer": "by a timer", "watch": "by --watch", "refresh": "by hsync today"][run.reason] ?? run.reason
    guard run.endedMs != nil else {
      return "\(time(run.startedMs)) \(who): \(status.runningSinceMs == nil ? "was cut off; the next one goes on" : "is going on")"
    }
    if run.run.errorCode != nil { return "\(time(run.startedMs)) \(who): failed" }
    return "\(time(run.startedMs)) \(who): \(run.run.pushed) sent, \(run.run.pulled) received"
  }

  private func words(_ reason: BackendState.Block.Reason) -> String {
    switch reason {
    case .retryAfter: "the backend asked to wait until then"
    case .backoff: "after a failure; at once by hand"
    case .breaker: "after \(status.failures) failures in a row; at once by hand"
    case .budget: "the day's bytes are used up; at once by hand"
    }
  }

  private func time(_ ms: Int64) -> String { "\(clock(ms)) (\(Age(of: ms, at: nowMs).words))" }

  private func clock(_ ms: Int64) -> String {
    let moment = LocalClock.moment(atMs: ms)
    return "\(moment.day) \(moment.clock)"
  }
}
