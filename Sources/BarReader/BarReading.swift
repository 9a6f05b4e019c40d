/// A code that the judge accepted, and where it is.
package struct BarReading: Sendable, Hashable {
  /// The code; its check digit is right.
  package let code: SymbolCode
  /// Where, in the pixels of the picture that was given.
  package let region: BarRegion
  /// Who proposed it first.
  package let proposer: Proposer
  /// Sum of the strips' strengths; 1 suffices.
  package let strength: Float
}

/// Who names codes for the judge to look at.
package enum Proposer: String, Sendable, CaseIterable {
  /// The search over widths between edges.
  case edges
  /// The alignment of a whole symbol on blurred bars.
  case alignment
  /// libzbar's line scanner on the same profile.
  case zbar
}
