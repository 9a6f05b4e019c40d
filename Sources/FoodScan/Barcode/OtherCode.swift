import HealthModel

/// A code that was read and names no product: a web address in a QR code, a batch alone in a DataBar.
package struct OtherCode: Sendable, Hashable {
  /// The symbology.
  package let symbology: Symbology
  /// Its contents, GS1 elements in human-readable form. Untrusted text, which may contain line ends and control
  /// characters.
  package let text: String

  /// Creates a code from a symbol's contents.
  init(_ symbol: ZBarScanner.Symbol) {
    symbology = symbol.symbology
    let elements = symbol.isGS1 || symbol.symbology != .qr ? GS1ElementString(data: symbol.payload) : nil
    text = elements?.description ?? symbol.payload
  }

  /// The text on one line, at most 200 characters, without what could rewrite a terminal's screen. `nil` when nothing is left.
  package var shownText: String? { ForeignText.cleaned(text) }
}
