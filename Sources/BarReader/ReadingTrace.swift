/// The intermediate findings of a reading, for `--explain` and for tests. Kept only when asked for.
package struct ReadingTrace: Sendable {
  /// One pass over the picture, at one size.
  package struct Look: Sendable {
    /// Width of the examined picture, in pixels.
    package let width: Int
    /// Height of the examined picture, in pixels.
    package let height: Int
    /// The longest side at which regions were searched.
    package let detectorSide: Int
    /// The regions that looked like bars, in that picture's pixels, most promising first.
    package internal(set) var regions: [BarRegion]
    /// Each symbol that was fitted, in order.
    package internal(set) var attempts: [Attempt] = []
  }

  /// One fit, and the judge's verdict.
  package struct Attempt: Sendable {
    /// Index among the look's regions.
    package let region: Int
    /// 1 = clear bars, 2 = blurred ones, 3 = clear ones at the picture's border, 4 = rough ones.
    package let pass: Int
    /// The strip's position along the bars, 0…1.
    package let height: Float
    /// Whether black and white were exchanged.
    package let isInverted: Bool
    /// The proposer of the fit.
    package let proposer: Proposer
    /// The fit.
    package let fit: SymbolFit
    /// Accepted, or why not.
    package let verdict: Verdict
  }

  /// A step of a reading whose time is measured.
  package enum Step: String, Sendable, CaseIterable { case decode, detect, profile, propose, fit, zbar }

  /// The looks in their order.
  package internal(set) var looks: [Look] = []
  /// Time spent, by step, in the order of the steps; those that weren't made are left out.
  package var times: [(step: Step, duration: Duration)] { Step.allCases.compactMap { step in durations[step].map { (step, $0) } } }
  private var durations: [Step: Duration] = [:]

  /// Nothing seen yet.
  package init() {}

  /// Adds a region to the last look.
  mutating func add(_ region: BarRegion) {
    guard let last = looks.indices.last else { return }
    looks[last].regions.append(region)
  }

  /// Adds time spent on a step.
  package mutating func add(_ duration: Duration, to step: Step) { durations[step, default: .zero] += duration }
}
