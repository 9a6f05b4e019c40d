extension SymbolCode {
  /// Writes where the symbol's edges are, in modules from its left end: `kind.edgeCount` ascending positions, the first of which turns black.
  func writeEdges(to edges: UnsafeMutablePointer<Int32>) {
    var count = 0
    var module: Int32 = 0
    func element(_ width: Int32) {
      edges[count] = module
      count &+= 1
      module &+= width
    }
    func guardBars(_ elements: Int) { for _ in 0..<elements { element(1) } }
    func digit(_ digit: Int, isSetB: Bool) {
      let widths = DigitPattern.widths[digit]
      for index in 0..<4 { element(widths[isSetB ? 3 - index : index]) }
    }

    guardBars(3)
    let parity = parity
    // EAN-13's first digit and UPC-E's number system have no bars of their own.
    let first = kind == .ean8 ? 0 : 1
    for place in 0..<kind.barDigitCount {
      if place == kind.firstRightDigit { guardBars(5) }
      digit(self[first + place], isSetB: place < kind.firstRightDigit && parity >> (5 - place) & 1 == 1)
    }
    // UPC-E ends with 010101, of which the last edge is the end itself; the others with 101.
    guardBars(kind == .upcE ? 6 : 3)
    edges[count] = module
  }

  /// The set B digits among the left six; the leftmost is the highest of six bits.
  var parity: Int {
    switch kind {
    case .ean13: DigitPattern.parityOfFirstDigit[self[0]]
    case .ean8: 0
    case .upcE: self[0] == 0 ? DigitPattern.parityOfCheckDigit[self[7]] : ~DigitPattern.parityOfCheckDigit[self[7]] & 63
    }
  }
}
