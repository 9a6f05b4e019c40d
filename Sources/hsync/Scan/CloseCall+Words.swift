import BarReader
import FoodScan
import HealthModel

extension CloseCall {
  /// The message to the user: `nearly read 9521234543213, too close to 9521234543220: not used; take a sharper photo`.
  var sentence: String {
    let why =
      switch reason {
      case .closeRival: rival.map { "too close to \($0.text)" } ?? "too close to another code"
      case .repaired: "but only its check digit makes it that"
      case .poorFit: "but the bars don't fit it well"
      case .numberSystem: "but products have no UPC-E of number system 1"
      case .extremeInk: "but its bars are too thick or too thin"
      }
    return "nearly read \(barcode.text), \(why): not used; take a sharper photo"
  }

  /// As in JSON.
  func json(_ corners: [SIMD2<Float>]?) -> JSON {
    .object([
      ("symbology", .string(barcode.symbology.rawValue)), ("text", .string(barcode.text)), ("gtin", .string(barcode.gtin.description)),
      ("rival", JSON(rival?.text)), ("reason", .string(reason.rawValue)), ("corners", JSON(corners: corners)),
    ])
  }
}

extension JSON {
  /// Points as `[[x, y], …]` to a tenth of a pixel. `null` when there are none.
  init(corners: [SIMD2<Float>]?) {
    guard let corners else {
      self = .null
      return
    }
    func tenths(_ value: Float) -> JSON { JSON((Double(value) * 10).rounded() / 10) }
    self = .array(corners.map { .array([tenths($0.x), tenths($0.y)]) })
  }
}
