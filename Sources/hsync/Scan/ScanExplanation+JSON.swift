import BarReader
import FoodScan
import HealthModel

extension ScanExplanation {
  /// As in JSON.
  var json: JSON {
    .object([
      ("width", JSON(size.width)), ("height", JSON(size.height)), ("orientation", JSON(orientation)),
      ("looks", .array(looks.map(\.json))), ("times_ms", .object(times.map { ($0.step.rawValue, JSON(rounded($0.ms, 1000))) })),
    ])
  }
}

extension ScanExplanation.Look {
  fileprivate var json: JSON {
    .object([
      ("width", JSON(size.width)), ("height", JSON(size.height)), ("detector_side", JSON(detectorSide)),
      ("regions", .array(regions.map(\.json))),
    ])
  }
}

extension ScanExplanation.Region {
  fileprivate var json: JSON {
    .object([
      ("corners", JSON(corners: corners)), ("turned_deg", JSON(rounded(turnedDegrees, 10))), ("attempts", .array(attempts.map(\.json))),
    ])
  }
}

extension ReadingTrace.Attempt {
  fileprivate var json: JSON {
    var strength: Double?
    if case .accepted(let value) = verdict { strength = Double(value) }
    return .object([
      ("pass", JSON(pass)), ("height", JSON(rounded(Double(height), 1000))), ("is_inverted", .bool(isInverted)),
      ("proposer", .string(proposer.rawValue)),
      ("symbology", .string(fit.code.symbology.rawValue)), ("text", .string(fit.code.description)),
      ("residual", JSON(rounded(Double(fit.residual), 10_000))),
      ("margin", fit.rival == nil ? .null : JSON(rounded(Double(fit.margin), 1000))), ("rival", JSON(fit.rival?.description)),
      ("verdict", .string(verdict.name)), ("strength", strength.map { JSON(rounded($0, 1000)) } ?? .null),
    ])
  }
}

extension SymbolCode {
  /// The symbology that it is printed as.
  fileprivate var symbology: Symbology {
    switch kind {
    case .ean13: .ean13
    case .ean8: .ean8
    case .upcE: .upce
    }
  }
}

/// To that many steps of one.
private func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
