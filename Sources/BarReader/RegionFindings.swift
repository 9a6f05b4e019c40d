/// The findings of reading one region.
struct RegionFindings {
  /// The codes that won.
  var readings: [BarReading] = []
  /// The fits that count, up to the strip with which a code won.
  var voices: [PictureTally.Voice] = []
  private var misses: [(fit: SymbolFit, reason: Verdict.Reason, lead: Float)] = []
  /// The current strip's position along the bars, 0…1.
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
  private let isBesideCodes: Bool

  /// Findings in region `region`; attempts and times are kept for a trace. `isBesideCodes`: whether codes were read beside it, so that it is
  /// likely one.
  init(region: Int, pass: RegionReader.Pass, isBesideCodes: Bool, isTraced: Bool) {
    self.region = region
    self.isBesideCodes = isBesideCodes
    self.pass = pass
    self.isTraced = isTraced
  }

  /// Whether all strips are worth reading: in the most promising region, and beside codes, where a strip may lie between two rows of them.
  var isPromising: Bool { region == 0 || isBesideCodes }

  /// The time, if it is of interest.
  var now: ContinuousClock.Instant? { isTraced ? .now : nil }

  /// Keeps the time since `began` for a step.
  mutating func spent(on step: ReadingTrace.Step, since began: ContinuousClock.Instant?) {
    if let began { times.append((step, .now - began)) }
  }

  /// Keeps a fit. One that isn't strong enough alone is a near miss, until a code wins.
  mutating func add(_ fit: SymbolFit, _ proposer: Proposer, _ verdict: Verdict) {
    if isTraced {
      attempts.append(
        ReadingTrace.Attempt(
          region: region, pass: pass.rawValue, height: height, isInverted: isInverted, proposer: proposer, fit: fit, verdict: verdict))
    }
    switch verdict {
    case .accepted: addMiss(fit, .closeRival)
    case .refused(.poorFit), .refused(.numberSystem): break  // no symbol of a product
    case .refused(let reason): addMiss(fit, reason)
    }
  }

  /// The codes that were nearly read, the best fit of each.
  func nearMisses(in region: BarRegion) -> [NearMiss] {
    misses.map { NearMiss(code: $0.fit.code, rival: $0.fit.rival, reason: $0.reason, lead: $0.lead, region: region) }
  }

  private mutating func addMiss(_ fit: SymbolFit, _ reason: Verdict.Reason) {
    let miss = (fit, reason, fit.margin / max(fit.cost, Judge.smallestCost))
    if let known = misses.firstIndex(where: { $0.fit.code == fit.code }) {
      if misses[known].lead < miss.2 { misses[known] = miss }
    } else {
      misses.append(miss)
    }
  }
}
