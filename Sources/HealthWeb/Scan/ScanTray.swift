import FoodScan
import HealthModel

/// The codes that were read last, kept for the page that shows them. They aren't in addresses, because browsers keep those in their history.
final class ScanTray: Sendable {
  /// A code that was read.
  struct Code: Sendable, Equatable {
    let gtin: GTIN
    /// The digits as they were read.
    let text: String
    /// The photo's name.
    let photo: String
    /// Whether it was logged or is queued to be logged.
    var isTaken = false
  }

  /// The result of the photos of one form.
  struct Scan: Sendable, Equatable {
    /// Each number once.
    var codes: [Code] = []
    /// Sentences about photos that gave nothing.
    var faults: [String] = []
    /// When the photos came, milliseconds since 1970.
    let atMs: Int64

    /// Collects the results of photos, in their order.
    init(_ photos: [SentPhoto], atMs: Int64) {
      self.atMs = atMs
      for photo in photos {
        for barcode in photo.barcodes where !codes.contains(where: { $0.gtin == barcode.gtin }) {
          codes.append(Code(gtin: barcode.gtin, text: barcode.text, photo: photo.name))
        }
        if let fault = photo.fault { faults.append(fault) }
      }
    }
  }

  private let scans = KeptByID<Scan>()

  /// Stores a scan and returns its id.
  func keep(_ scan: Scan) -> String { scans.keep(scan) }

  /// Returns the scan with an id; `nil` = it is no longer kept.
  func scan(_ id: String) -> Scan? { scans[id] }

  /// Marks a number as logged and returns the updated scan.
  func take(_ gtin: GTIN, in id: String) -> Scan? {
    scans.change(id) { scan in
      for code in scan.codes.indices where scan.codes[code].gtin == gtin { scan.codes[code].isTaken = true }
    }
  }
}
