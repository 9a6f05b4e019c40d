import FoodScan
import HealthModel
import HealthStore

/// An uploaded photo and the codes that were read in it.
struct SentPhoto: Sendable {
  /// The name that the browser sent, made safe to show.
  let name: String
  let digest: PhotoDigest
  let outcome: Result<PhotoReading, ScanError>

  /// Photos of a form.
  static let most = 20

  /// The codes that were read with certainty.
  var barcodes: [Barcode] { (try? outcome.get())?.barcodes ?? [] }

  /// The reason why the photo gives no product number, as a sentence; `nil` = it gives one.
  var fault: String? {
    switch outcome {
    case .failure(let error): return error.message.withFullStop
    case .success(let reading):
      guard reading.barcodes.isEmpty else { return nil }
      let advice = "Try a sharper photo with the code in the middle, or type the number."
      if let nearly = reading.closeCalls.first {
        return "A code in \(name) couldn't be read reliably (possibly \(nearly.barcode.text)). \(advice)"
      }
      if !reading.others.isEmpty { return "The codes in \(name) don't identify a product. Photograph the barcode with digits below it." }
      return "No barcode was found in \(name). \(advice)"
    }
  }
}

/// Reads the barcodes of sent photos, as `hsync scan` does. Two at a time, because a large one takes much memory.
struct PhotoReader: Sendable {
  private let lanes = WorkLanes("hsync.scanning", count: 2)

  /// Reads a photo.
  ///
  /// - Throws: `CancellationError`.
  func read(_ bytes: [UInt8], named name: String) async throws -> SentPhoto {
    let name = ForeignText.cleaned(name) ?? "the photo"
    return try await lanes.run {
      let outcome = Result { () throws(ScanError) in try ScanRecipe().read(bytes, named: name) }
      return SentPhoto(name: name, digest: PhotoDigest(of: bytes), outcome: outcome)
    }
  }
}
