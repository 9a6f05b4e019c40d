/// The part of a run that belongs to one way.
struct WayRun: Sendable {
  let way: any NoticeWay
  let agenda: NoticeAgenda
  let memory: any NoticeMemory
  let isPrivate: Bool
  let now: @Sendable () -> Int64
  let random: @Sendable () -> Double

  /// Delivers the way's due notices, one after the other, until it fails.
  ///
  /// - Returns: the deliveries that it made, or the memory's failure.
  func run() async -> Result<[NoticeDelivery], any Error> {
    var made: [NoticeDelivery] = []
    do {
      for notice in agenda.planned {
        let nowMs = now()
        guard nowMs <= notice.notice.notAfterMs, let time = agenda.time(of: notice, by: way.id, nowMs: nowMs), time <= nowMs else {
          continue
        }
        let (delivery, goesOn) = try await deliver(notice, nowMs: nowMs)
        made.append(delivery)
        if !goesOn { break }
      }
      return .success(made)
    } catch {
      return .failure(error)
    }
  }

  /// Delivers one. Returns its state, and whether the way can go on with others.
  private func deliver(_ notice: PlannedNotice, nowMs: Int64) async throws -> (NoticeDelivery, goesOn: Bool) {
    let attempts = (agenda.delivery(of: notice, by: way.id)?.attempts ?? 0) + 1
    func state(_ status: NoticeDelivery.Status, retryAfterMs: Int64 = 0, reason: String? = nil) -> NoticeDelivery {
      NoticeDelivery(
        noticeID: notice.id, way: way.id, status: status, attempts: attempts, atMs: now(), retryAfterMs: retryAfterMs, reason: reason)
    }
    try await memory.keep(state(.started))
    let result: NoticeDelivery
    var goesOn = true
    do throws(DeliveryFailure) {
      try await way.deliver(NoticeMessage(notice.notice, isPrivate: isPrivate, sentAtMs: nowMs))
      result = state(.delivered)
    } catch {
      goesOn = error.kind == .refused
      let restMs = goesOn ? 0 : try await rest(after: error)
      result =
        switch error.kind {
        case .unknown: state(.unknown, reason: error.reason)
        case .unreachable: state(.failed, retryAfterMs: restMs, reason: error.reason)
        case .refused: state(.failed, retryAfterMs: NoticeBackoff.longestMs, reason: error.reason)
        }
    }
    try await memory.keep(result)
    if result.status == .delivered, agenda.failures(of: way.id) > 0 { try await memory.endRest(of: way.id) }
    return (result, goesOn)
  }

  /// Lets the way rest, and returns for how many milliseconds.
  private func rest(after failure: DeliveryFailure) async throws -> Int64 {
    let failures = agenda.failures(of: way.id) + 1
    let delayMs = max(NoticeBackoff.delayMs(failures: failures, random: random()), min(failure.retryAfterMs ?? 0, NoticeBackoff.longestMs))
    try await memory.keep(WayRest(way: way.id, failures: failures, sinceMs: now(), delayMs: delayMs, reason: failure.reason))
    return delayMs
  }
}
