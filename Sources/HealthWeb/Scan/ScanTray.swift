import FoodScan
import HealthModel

/// The codes that were read last, kept for the page that shows them: they aren't in addresses, which stay in histories.
final class ScanTray: Sendable {
  /// A code that was read.
  struct Code: Sendable, Equatable {
    let gtin: GTIN
    /// The digits as they were read.
    let text: String
    /// The photo's name.
    let photo: String
    /// Whether it was logged, or waits to be.
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

  /// Keeps a scan; its id.
  func keep(_ scan: Scan) -> String { scans.keep(scan) }

  /// The scan of an id; `nil` = it isn't kept any more.
  func scan(_ id: String) -> Scan? { scans[id] }

  /// Notes that a number was logged; the scan as it is now.
  func take(_ gtin: GTIN, in id: String) -> Scan? {
    scans.change(id) { scan in
      for code in scan.codes.indices where scan.codes[code].gtin == gtin { scan.codes[code].isTaken = true }
    }
  }
}
