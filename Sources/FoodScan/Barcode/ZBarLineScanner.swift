import BarReader
import CZBar

/// Proposes codes to the judge with libzbar's line scanner: it finds edges and measures digits in its own way, and so
/// proposes some codes that hsync's own search doesn't. Owns its handles. Use from one thread only.
final class ZBarLineScanner: LineProposer {
  private let decoder: OpaquePointer
  private let scanner: OpaquePointer
  /// The positions of the last edges, in 1/32 samples; a ring whose newest is at `(edgeCount - 1) % edges.count`.
  private var edges = [UInt32](repeating: 0, count: 64)
  private var edgeCount = 0

  /// Creates a scanner for EAN-13 (and with it UPC-A, as an EAN-13 that begins with 0), EAN-8 and UPC-E only.
  ///
  /// - Throws: `.libraryUnavailable`.
  init() throws(ScanError) {
    if let failure = hs_zbar_open() { throw .missing(failure, package: "libzbar0") }
    guard let decoder = hs_zbar_decoder_create() else { throw ScanError(.libraryUnavailable, "zbar could not make a decoder") }
    guard let scanner = hs_zbar_scanner_create(decoder) else {
      hs_zbar_decoder_destroy(decoder)
      throw ScanError(.libraryUnavailable, "zbar could not make a scanner")
    }
    self.decoder = decoder
    self.scanner = scanner
    hs_zbar_decoder_set_config(decoder, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    for symbology in [ZBAR_EAN13, ZBAR_EAN8, ZBAR_UPCE] { hs_zbar_decoder_set_config(decoder, symbology, ZBAR_CFG_ENABLE, 1) }
  }

  deinit {
    hs_zbar_scanner_destroy(scanner)
    hs_zbar_decoder_destroy(decoder)
  }

  func codes(in samples: UnsafeBufferPointer<UInt8>, _ found: (SymbolCode, ClosedRange<Int>?) -> Void) {
    // With the decoder's state goes the half of a code that it keeps until the other half comes: another line's must not complete it.
    hs_zbar_scanner_reset(scanner)
    edgeCount = 0
    var lastEdge = hs_zbar_scanner_get_edge(scanner, Self.edgeBits)
    func take(_ type: zbar_symbol_type_t) {
      let edge = hs_zbar_scanner_get_edge(scanner, Self.edgeBits)
      let isNewEdge = edge != lastEdge
      if isNewEdge {
        edges[edgeCount & 63] = edge
        edgeCount += 1
        lastEdge = edge
      }
      guard type.rawValue > ZBAR_PARTIAL.rawValue, let code = code(type) else { return }
      found(code, place(of: code.kind, among: samples.count, isFollowed: isNewEdge))
    }
    for sample in samples { take(hs_zbar_scan_y(scanner, Int32(sample))) }
    // The last edge, then the end of the line as if one were there: a quiet zone may end with the line.
    take(hs_zbar_scanner_flush(scanner))
    take(hs_zbar_scanner_flush(scanner))
  }

  /// Binary places of edges: what zbar interpolates to.
  private static let edgeBits: Int32 = 5

  private func code(_ type: zbar_symbol_type_t) -> SymbolCode? {
    guard let text = hs_zbar_decoder_get_data(decoder) else { return nil }
    return switch type {
    case ZBAR_EAN13: SymbolCode(.ean13, String(cString: text))
    case ZBAR_EAN8: SymbolCode(.ean8, String(cString: text))
    case ZBAR_UPCE: SymbolCode(.upcE, String(cString: text))
    default: nil
    }
  }

  /// From a symbol's first edge to its last.
  ///
  /// The decoder names a code when it has seen the space behind it. Mostly an edge ends that (`isFollowed`), or the line does. A UPC-E that runs
  /// forwards it names as soon as it has seen the space before the last bar. `nil` when no symbol can lie there: the halves of what was read aren't
  /// one behind the other.
  private func place(of kind: SymbolKind, among count: Int, isFollowed: Bool) -> ClosedRange<Int>? {
    // One edge may be still to come: the right one of a last bar.
    guard edgeCount >= kind.edgeCount - 1, kind.edgeCount < edges.count else { return nil }
    func edge(_ back: Int) -> Float { Float(edges[(edgeCount - 1 - back) & 63]) / 32 }
    // Two modules, however far the ink spread: a bar and a space of the guard.
    let guardPair = edge(1) - edge(3)
    let isBarToCome = isFollowed && kind == .upcE && edge(0) - edge(1) < 1.2 * guardPair
    let last = isBarToCome ? edge(0) + guardPair / 2 : edge(isFollowed ? 1 : 0)
    let oldest = kind.edgeCount - (isBarToCome ? 2 : isFollowed ? 0 : 1)
    guard oldest < edgeCount else { return nil }
    let (first, middle) = (edge(oldest), edge(oldest / 2))
    let ratio = (middle - first) / (last - middle)
    guard ratio > 0.4, ratio < 2.5 else { return nil }
    let (low, high) = (Int(first), Int(last.rounded(.up)))
    return low >= 0 && high < count ? low...high : nil
  }
}
