import HealthModel

/// A code that was read and names no product: a web address in a QR code, a batch alone in a DataBar.
package struct OtherCode: Sendable, Hashable {
  /// Which kind it is.
  package let symbology: Symbology
  /// What it says, GS1 elements as people read them. A stranger's text: it may hold anything, line ends and control characters too.
  package let text: String

  /// What a symbol says.
  init(_ symbol: ZBarScanner.Symbol) {
    symbology = symbol.symbology
    let elements = symbol.isGS1 || symbol.symbology != .qr ? GS1ElementString(data: symbol.payload) : nil
    text = elements?.description ?? symbol.payload
  }

  /// The text on one line, at most 200 characters, without what could rewrite a terminal's screen. `nil` when nothing is left.
  package var shownText: String? { ForeignText.cleaned(text) }
}
