/// The codes of a JPEG's planes, ready to be looked up.
struct ScanCodes {
  /// By plane, one behind the other: what codes of DC stand for, the coefficients that codes of AC begin, and the steps over them.
  private let tables: [UInt32]
  /// By plane, DC's and AC's.
  private let codes: [HuffmanCode]

  init(_ components: [BaselineJPEG.Component]) {
    tables = components.flatMap { $0.dc.symbols + $0.ac.values() + $0.ac.steps() }
    codes = components.flatMap { [$0.dc, $0.ac] }
  }

  /// Lends them.
  func withLookup<R>(_ body: (Lookup) -> R) -> R {
    tables.withUnsafeBufferPointer { tables in
      codes.withUnsafeBufferPointer { codes in
        // An array without elements is the only one without an address, and a JPEG has a plane.
        guard let tables = tables.baseAddress, let codes = codes.baseAddress else { preconditionFailure("a JPEG without planes") }
        return body(Lookup(tables: tables, codes: codes))
      }
    }
  }

  /// Looks codes up. `bits` must have been refilled.
  struct Lookup {
    fileprivate let tables: UnsafePointer<UInt32>
    fileprivate let codes: UnsafePointer<HuffmanCode>

    /// The code of a DC difference: length << 8 | bits of the difference; 0 when there is none.
    @inline(__always)
    func dc(_ plane: Int, _ bits: JPEGBits) -> Int {
      let entry = Int(truncatingIfNeeded: tables[3 &* plane &* HuffmanCode.tableSize &+ bits.peek(HuffmanCode.lookupBits)])
      return entry != 0 ? entry : longCode(2 * plane, bits.peek(16))
    }

    /// The code of a coefficient: length << 8 | symbol; 0 when there is none that means something.
    @inline(__always)
    func ac(_ plane: Int, _ bits: JPEGBits) -> Int {
      let entry = longCode(2 * plane + 1, bits.peek(16))
      return HuffmanCode.isMeaningful(entry & 0xFF) ? entry : 0
    }

    /// As in `HuffmanCode.values`.
    @inline(__always)
    func values(_ plane: Int) -> UnsafePointer<UInt32> { tables + (3 &* plane &+ 1) &* HuffmanCode.tableSize }

    /// As in `HuffmanCode.steps`.
    @inline(__always)
    func steps(_ plane: Int) -> UnsafePointer<UInt32> { tables + (3 &* plane &+ 2) &* HuffmanCode.tableSize }

    @inline(never)
    private func longCode(_ index: Int, _ bits: Int) -> Int { codes[index].symbol(bits) }
  }
}
