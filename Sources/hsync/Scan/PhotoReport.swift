import FoodScan
import HealthDesk
import HealthModel
import Products
import Usage

/// The result of one photo: for a person as lines, for a program as one JSON object.
struct PhotoReport {
  /// A barcode and the results for it.
  struct Find {
    let sighting: Sighting
    /// Its corners in the upright photo, `nil` if they aren't known.
    let corners: [SIMD2<Float>]?
    /// `nil` when nothing was looked up.
    var finding: FoodFinding?
    /// The entry's id, once it was logged.
    var mealID: String?

    var barcode: Barcode { sighting.barcode }
    var product: Product? { finding?.product }
    /// Whether all that is known about the number is that a shop gave it out.
    var isOfAShop: Bool { barcode.gtin.isInStore && finding?.decision.isFinal ?? true }
  }

  let photo: String
  /// The photo's name as shown on a line.
  var shownPhoto: String { photo.printable }
  var finds: [Find] = []
  /// Codes that were nearly read, with their corners in the upright photo.
  private(set) var uncertain: [(call: CloseCall, corners: [SIMD2<Float>]?)] = []
  /// Codes without a product number.
  private(set) var others: [OtherCode] = []
  /// Whether the picture could be decoded.
  private(set) var wasRead = false
  /// Whether a code was read in it.
  var hasCode: Bool { !finds.isEmpty || !others.isEmpty }
  /// The trace of the reading, if requested.
  private(set) var explanation: ScanExplanation?
  /// Additional notices for the user, after the lines.
  var notices: [String] = []
  private(set) var errors: [any UserFacingError] = []

  init(photo: String) { self.photo = photo }

  /// Takes the results of reading the photo.
  mutating func add(_ reading: PhotoReading, isExplained: Bool) {
    wasRead = true
    func upright(_ corners: [SIMD2<Float>]?) -> [SIMD2<Float>]? { reading.frame.flatMap { frame in corners?.map(frame.upright) } }
    finds = reading.sightings.map { Find(sighting: $0, corners: upright($0.corners)) }
    uncertain = reading.closeCalls.map { ($0, upright($0.corners)) }
    notices += reading.closestCalls.map { "\(shownPhoto): \($0.sentence)" }
    others = reading.others
    notices += others.map { "\(shownPhoto): \($0.symbology.title) that names no product: \($0.shownText ?? "nothing that can be shown")" }
    if isExplained { explanation = ScanExplanation(reading) }
  }

  mutating func fail(_ error: any UserFacingError) { errors.append(error) }

  var lines: [String] {
    finds.flatMap { find -> [String] in
      let head = "\(shownPhoto): \(find.barcode.text)"
      guard let product = find.product else { return [find.isOfAShop ? head + "  in-store code of the shop" : head] }
      return [head + "  " + product.headline] + product.doubtLines
    } + (explanation?.lines(of: shownPhoto) ?? [])
  }

  var json: JSON {
    var members: [(String, JSON)] = [
      ("photo", .string(photo)),
      ("barcodes", .array(finds.map(\.json))),
      ("uncertain", .array(uncertain.map { $0.call.json($0.corners) })),
      ("other_codes", .array(others.map { .object([("symbology", .string($0.symbology.rawValue)), ("text", .string($0.text))]) })),
      ("product", finds.lazy.compactMap(\.product).first?.json ?? .null),
      ("error", errors.first.map(\.json) ?? .null),
    ]
    if let explanation { members.append(("explain", explanation.json)) }
    return .object(members)
  }
}

extension PhotoReport.Find {
  var json: JSON {
    var members: [(String, JSON)] = [
      ("symbology", .string(barcode.symbology.rawValue)), ("text", .string(barcode.text)),
      ("gtin", .string(barcode.gtin.description)), ("in_store", .bool(barcode.gtin.isInStore)),
      ("engine", .string(sighting.engine.rawValue)), ("corners", JSON(corners: corners)),
    ]
    if let finding { members.append(("lookup", .string(finding.decision.word))) }
    if let product { members.append(("product", product.json)) }
    if let mealID { members.append(("meal_id", .string(mealID))) }
    return .object(members)
  }
}

extension LookupDecision {
  /// `found`, `not_found` or `pending`, as in JSON.
  var word: String {
    switch self {
    case .known: "found"
    case .onlyRead, .unknown: "not_found"
    case .pending: "pending"
    }
  }
}

extension UserFacingError {
  /// `{"code": "no", "message": …, "hint": …}`, as in JSON; the code is the kind's name in snake case.
  var json: JSON {
    .object([("code", .string(kind.name)), ("exit_code", JSON(kind.exitCode)), ("message", .string(message)), ("hint", JSON(advice))])
  }
}

extension Product {
  /// Name, brand and the main facts: `Oat Crunch · Hearth  368 kcal/100 g`.
  var headline: String {
    let title = [name, brand].compactMap(\.self).joined(separator: " · ")
    if let per100g { return "\(title)  \(Quantity.energy(per100g.energyKcal))/100 g" }
    if let perServing { return "\(title)  \(Quantity.energy(perServing.energyKcal))/serving" }
    return "\(title)  no nutrition known"
  }

  /// One line per doubt.
  var doubtLines: [String] { doubts.map { Terminal.styled("  ? \($0.sentence)", .warning) } }
}
