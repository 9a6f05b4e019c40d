/// What a reader saw on its way to a result, for `--explain` and for tests. Kept only when asked for.
package struct ReadingTrace: Sendable {
  /// One look at the picture, at one size.
  package struct Look: Sendable {
    /// Of the picture looked at, in pixels.
    package let width: Int
    /// Of the picture looked at, in pixels.
    package let height: Int
    /// The longest side at which regions were searched.
    package let detectorSide: Int
    /// What looked like bars, in that picture's pixels, most promising first.
    package let regions: [BarRegion]
    /// Each symbol that was fitted, in order.
    package internal(set) var attempts: [Attempt] = []
  }

  /// One fit, and what the judge said.
  package struct Attempt: Sendable {
    /// Index among the look's regions.
    package let region: Int
    /// 1 = clear bars, 2 = blurred ones.
    package let pass: Int
    /// Where along the bars the strip was taken, 0…1.
    package let height: Float
    /// Who proposed it.
    package let proposer: Proposer
    /// The fit.
    package let fit: SymbolFit
    /// Accepted, or why not.
    package let verdict: Verdict
  }

  /// The looks in their order.
  package internal(set) var looks: [Look] = []
  /// Time spent, by step.
  package internal(set) var times: [(step: Step, duration: Duration)] = []

  /// What time is spent on.
  package enum Step: String, Sendable, CaseIterable { case decode, detect, profile, propose, fit, zbar }

  package init() {}
}
