import FoodScan
import HealthModel
import Synchronization

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

  /// What one form's photos gave.
  struct Scan: Sendable, Equatable {
    /// Each number once.
    var codes: [Code] = []
    /// Sentences about photos that gave nothing.
    var faults: [String] = []

    /// Of photos in their order.
    init(_ photos: [SentPhoto]) {
      for photo in photos {
        for barcode in photo.barcodes where !codes.contains(where: { $0.gtin == barcode.gtin }) {
          codes.append(Code(gtin: barcode.gtin, text: barcode.text, photo: photo.name))
        }
        if let fault = photo.fault { faults.append(fault) }
      }
    }
  }

  /// Scans kept at a time.
  private static let most = 100

  private let scans = Mutex<[(id: String, scan: Scan)]>([])

  /// Keeps a scan; its id.
  func keep(_ scan: Scan) -> String {
    let id = RandomBytes.text(16)
    scans.withLock { kept in
      if kept.count == ScanTray.most { kept.removeFirst() }
      kept.append((id, scan))
    }
    return id
  }

  /// The scan of an id; `nil` = it isn't kept any more.
  func scan(_ id: String) -> Scan? { scans.withLock { kept in kept.first { $0.id == id }?.scan } }

  /// Notes that a number was logged; the scan as it is now.
  func take(_ gtin: GTIN, in id: String) -> Scan? {
    scans.withLock { kept in
      guard let index = kept.firstIndex(where: { $0.id == id }) else { return nil }
      for code in kept[index].scan.codes.indices where kept[index].scan.codes[code].gtin == gtin {
        kept[index].scan.codes[code].isTaken = true
      }
      return kept[index].scan
    }
  }
}
