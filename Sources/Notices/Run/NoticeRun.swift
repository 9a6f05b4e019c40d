import HealthModel

/// Delivers what is due, by all ways at once.
///
/// A notice is shown at most once by each way: its delivery is kept as started before it is made, and one that was
/// interrupted isn't repeated. A way that fails is tried again after a pause until the notice's last time. One way's
/// failure or slowness doesn't hold up another one.
package struct NoticeRun: Sendable {
  private let memory: any NoticeMemory
  private let ways: [any NoticeWay]
  private let lockPath: String
  private let settings: NoticeSettings
  private let now: @Sendable () -> Int64
  private let random: @Sendable () -> Double

  /// Most deliveries of notices that are no longer planned that are remembered: of five ways, 4,000 notices.
  package static let remembered = 20_000
  /// Milliseconds after which a run that found another one delivering should look again.
  package static let secondLookMs: Int64 = 60_000

  /// A run.
  ///
  /// - Parameters:
  ///   - ways: Each id once.
  ///   - lockPath: A file that all processes that use the memory lock while they deliver.
  ///   - now: The clock, in milliseconds UTC.
  ///   - random: Numbers of 0..<1, for pauses.
  package init(
    memory: some NoticeMemory, ways: [any NoticeWay], lockPath: String, settings: NoticeSettings, now: @escaping @Sendable () -> Int64,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.memory = memory
    self.ways = ways
    self.lockPath = lockPath
    self.settings = settings
    self.now = now
    self.random = random
  }

  /// Delivers all that is due, and says when to run again. While another process delivers, nothing is done.
  ///
  /// - Throws: When the memory or the lock fails. A delivery that couldn't be recorded before isn't made.
  package func run() async throws -> NoticeReport {
    guard let lock = try NoticeLock.take(lockPath) else {
      return NoticeReport(isDeliveredElsewhere: true, nextWakeMs: now() + NoticeRun.secondLookMs)
    }
    defer { withExtendedLifetime(lock) {} }
    var report = NoticeReport()
    report.deliveries = try await settleInterrupted()
    let agenda = try await agenda()
    let results = await withTaskGroup(of: Result<[NoticeDelivery], any Error>.self) { group in
      for way in ways {
        let run = WayRun(way: way, agenda: agenda, memory: memory, isPrivate: settings.isPrivate, now: now, random: random)
        group.addTask { await run.run() }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for result in results { report.deliveries += try result.get() }
    try await settle(&report)
    report.deliveries.sort { ($0.noticeID, $0.way) < ($1.noticeID, $1.way) }
    return report
  }

  private func agenda() async throws -> NoticeAgenda {
    NoticeAgenda(
      planned: try await memory.planned(), deliveries: try await memory.deliveries(), rests: try await memory.rests(),
      quiet: settings.quiet, zone: settings.zone)
  }

  /// Nobody else is delivering, so a delivery that is under way was cut off.
  private func settleInterrupted() async throws -> [NoticeDelivery] {
    var settled: [NoticeDelivery] = []
    for delivery in try await memory.deliveries() where delivery.status == .started {
      let unknown = NoticeDelivery(
        noticeID: delivery.noticeID, way: delivery.way, status: .unknown, attempts: delivery.attempts, atMs: now(),
        reason: "interrupted while it was delivered")
      try await memory.keep(unknown)
      settled.append(unknown)
    }
    return settled
  }

  /// Takes out of the plan what is done or too late, and finds the next time.
  private func settle(_ report: inout NoticeReport) async throws {
    let agenda = try await agenda()
    let (names, nowMs) = (ways.map(\.id), now())
    for notice in agenda.planned {
      if agenda.isDone(notice, by: names) {
        try await memory.finish(noticeID: notice.id)
      } else if nowMs > notice.notice.notAfterMs {
        report.deliveries += try await expire(notice, agenda, nowMs: nowMs)
        if !names.contains(where: { agenda.delivery(of: notice, by: $0)?.status.isFinal == true }) { report.missed.append(notice) }
        try await memory.apply([.miss(notice)])
      }
    }
    try await memory.forgetDeliveries(keeping: NoticeRun.remembered)
    report.nextWakeMs = try await self.agenda().nextWakeMs(ways: names, nowMs: nowMs)
  }

  /// Gives up the ways that tried to deliver a notice and never did.
  private func expire(_ notice: PlannedNotice, _ agenda: NoticeAgenda, nowMs: Int64) async throws -> [NoticeDelivery] {
    var expired: [NoticeDelivery] = []
    for way in ways {
      guard let last = agenda.delivery(of: notice, by: way.id), last.status == .failed else { continue }
      let delivery = NoticeDelivery(
        noticeID: notice.id, way: way.id, status: .expired, attempts: last.attempts, atMs: nowMs, reason: last.reason)
      try await memory.keep(delivery)
      expired.append(delivery)
    }
    return expired
  }
}

/// The user's settings that a run needs.
package struct NoticeSettings: Sendable {
  /// Whether titles and texts hold nothing personal.
  package let isPrivate: Bool
  /// The quiet hours; `nil` = none.
  package let quiet: QuietHours?
  /// The zone whose clocks they are read on.
  package let zone: ZoneRules

  /// Settings with everything given.
  package init(isPrivate: Bool = false, quiet: QuietHours? = nil, zone: ZoneRules) {
    self.isPrivate = isPrivate
    self.quiet = quiet
    self.zone = zone
  }
}
