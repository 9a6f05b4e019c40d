import HealthDesk
import HealthModel

/// The summary of a scan of several photos, printed once at its end.
struct ScanDigest {
  /// The number of scanned photos.
  private(set) var photos = 0
  /// The hints for the errors, each once, in the order in which they came up. At most `mostHints`: those about single
  /// photos are in their JSON, too.
  private(set) var hints: [String] = []
  private var withCode = 0
  private var withoutCode = 0

  private static let mostHints = 5

  /// Counts one more photo.
  mutating func add(_ report: PhotoReport) {
    photos += 1
    if report.hasCode { withCode += 1 } else if report.wasRead { withoutCode += 1 }
    for hint in report.errors.compactMap(\.advice) where hints.count < ScanDigest.mostHints && !hints.contains(hint) { hints.append(hint) }
  }

  /// `310 photos: 290 with a barcode, 18 without, 2 unreadable`; `nil` of a single one, and where each had a barcode.
  var words: String? {
    guard photos > 1, withCode < photos else { return nil }
    let parts = [(withCode, "with a barcode"), (withoutCode, "without"), (photos - withCode - withoutCode, "unreadable")]
    return "\(Quantity.count(photos, "photo")): "
      + parts.filter { $0.0 > 0 }.map { "\(Quantity.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }
}
