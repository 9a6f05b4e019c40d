/// A code that the judge accepted, and where it is.
package struct BarReading: Sendable, Hashable {
  /// The code; its check digit is right.
  package let code: SymbolCode
  /// The area of its bars, in the pixels of the input picture.
  package let region: BarRegion
  /// The proposer that found it first.
  package let proposer: Proposer
  /// Sum of the strips' strengths; 1 suffices.
  package let strength: Float
}

/// A code that was nearly read: a symbol is there, but which one isn't sure.
package struct NearMiss: Sendable, Hashable {
  /// The likeliest code; its check digit is right.
  package let code: SymbolCode
  /// The next likely one. `nil` when there is none near.
  package let rival: SymbolCode?
  /// The reason why it was rejected.
  package let reason: Verdict.Reason
  /// By how much the rival fits worse, relative to the code's own misfit; only the order means something.
  package let lead: Float
  /// The searched area, in the pixels of the input picture; larger than the symbol itself.
  package let region: BarRegion
}

/// The result of examining a picture once.
package struct BarFindings: Sendable {
  /// The codes that are sure, in the order of their regions.
  package var readings: [BarReading] = []
  /// Codes in regions where nothing is sure, the clearest first.
  package var nearMisses: [NearMiss] = []
}

/// The part of the reader that proposes codes to the judge.
package enum Proposer: String, Sendable, CaseIterable {
  /// The search over widths between edges.
  case edges
  /// The alignment of a whole symbol on blurred bars.
  case alignment
  /// libzbar's line scanner on the same profile.
  case zbar
}
