/// What was noted while one region was read.
struct RegionNotes {
  /// The codes that won, surest first.
  var winners: [(code: SymbolCode, proposer: Proposer, strength: Float)] = []
  /// The codes that were nearly read, the best fit of each.
  private(set) var nearMisses: [NearMiss] = []
  /// Where along the bars the strip at hand lies, 0…1.
  var height: Float = 0
  /// Whether black and white are exchanged in the strip at hand.
  var isInverted = false
  /// The fits, if a trace was asked for.
  private(set) var attempts: [ReadingTrace.Attempt] = []
  /// Time spent, if a trace was asked for.
  private(set) var times: [(ReadingTrace.Step, Duration)] = []
  private let region: Int
  private let pass: RegionReader.Pass
  private let isTraced: Bool

  /// Notes on region `region`; attempts and times are kept for a trace.
  init(region: Int, pass: RegionReader.Pass, isTraced: Bool) {
    self.region = region
    self.pass = pass
    self.isTraced = isTraced
  }

  /// The time, if it is of interest.
  var now: ContinuousClock.Instant? { isTraced ? .now : nil }

  /// Notes the time since `began` for a step.
  mutating func spent(on step: ReadingTrace.Step, since began: ContinuousClock.Instant?) {
    if let began { times.append((step, .now - began)) }
  }

  /// Notes a fit. One that isn't strong enough alone is a near miss, until a code wins.
  mutating func add(_ fit: SymbolFit, _ proposer: Proposer, _ verdict: Verdict) {
    if isTraced {
      attempts.append(
        ReadingTrace.Attempt(
          region: region, pass: pass.rawValue, height: height, isInverted: isInverted, proposer: proposer, fit: fit, verdict: verdict))
    }
    switch verdict {
    case .accepted: note(fit, .closeRival)
    case .refused(.poorFit): break  // no symbol
    case .refused(let reason): note(fit, reason)
    }
  }

  private mutating func note(_ fit: SymbolFit, _ reason: Verdict.Reason) {
    let miss = NearMiss(code: fit.code, rival: fit.rival, reason: reason, lead: fit.margin / max(fit.cost, 0.02))
    if let known = nearMisses.firstIndex(where: { $0.code == fit.code }) {
      if nearMisses[known].lead < miss.lead { nearMisses[known] = miss }
    } else {
      nearMisses.append(miss)
    }
  }
}
