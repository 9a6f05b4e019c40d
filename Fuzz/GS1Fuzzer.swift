import HealthModel

/// The contents of QR codes, DataBars and user input: GS1 elements, a Digital Link, a typed number.
struct GS1Fuzzer: Fuzzer {
  func read(_ input: UnsafeRawBufferPointer) -> Bool {
    let text = String(decoding: input, as: UTF8.self)
    for elements in [GS1ElementString(data: text), GS1ElementString(bracketed: text)].compactMap({ $0 }) {
      precondition(!elements.elements.isEmpty && elements.elements.allSatisfy { (1...90).contains($0.value.utf8.count) })
      check(elements.gtin)
    }
    check(GS1DigitalLink(text)?.gtin)
    for gtin in GTIN.readings(of: text) { check(gtin) }
    return true
  }

  private func check(_ gtin: GTIN?) {
    if let gtin { precondition(gtin.number > 0 && gtin.number < 100_000_000_000_000) }
  }
}
