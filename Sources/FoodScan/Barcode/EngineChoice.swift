import BarReader

/// The choice of engines that read photos. The raw values are a contract: `--engine` takes them.
package enum EngineChoice: String, Sendable, CaseIterable {
  /// Our own reader alone; libzbar isn't loaded.
  case fit
  /// libzbar's image scanner alone, in passes over the whole picture.
  case zbar
  /// Our own reader, to which libzbar names codes on the same profiles.
  case both

  /// Creates the reader for one thread. `isTraced`: whether it records how it came to its results, which libzbar can't
  /// do.
  ///
  /// - Throws: `.libraryUnavailable` for `.zbar`. `.both` works without libzbar if it isn't installed.
  func makeReader(isTraced: Bool) throws(ScanError) -> any BarcodeReader {
    switch self {
    case .fit: FitReader(isTraced: isTraced)
    case .both: FitReader(lineProposer: ZBarWhenNeeded(), isTraced: isTraced)
    case .zbar: try ZBarLadder()
    }
  }
}

/// libzbar's line scanner, loaded when it is asked first: with the twenty libraries that it needs that takes 2 ms, and most photos are read before.
private final class ZBarWhenNeeded: LineProposer {
  private lazy var scanner = try? ZBarLineScanner()

  func codes(in samples: UnsafeBufferPointer<UInt8>, _ found: (SymbolCode, ClosedRange<Int>?) -> Void) {
    scanner?.codes(in: samples, found)
  }
}
