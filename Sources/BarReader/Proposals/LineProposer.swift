/// Proposes codes on one line of brightness across the bars. libzbar's line scanner is one implementation.
///
/// A protocol, because only one module imports a C library: FoodScan. The proposed codes are only candidates: the judge
/// decides.
package protocol LineProposer: AnyObject {
  /// Calls `found` for each code in the samples (0 = black, in the order of the line, one or two a pixel), with the part of the line that it
  /// covers, lowest index first whichever way it is read, or `nil` where that isn't known. Remembers nothing from call to call.
  func codes(in samples: UnsafeBufferPointer<UInt8>, _ found: (SymbolCode, ClosedRange<Int>?) -> Void)
}
