import BarReader
import FoodScan
import HealthDesk

extension ScanExplanation {
  /// Returns the explanation for display: the regions examined, the attempts there and their results.
  ///
  /// - Parameter photo: Its name.
  func lines(of photo: String) -> [String] {
    let turned = orientation == 1 ? "" : ", stored turned (EXIF orientation \(orientation))"
    var lines = [Terminal.styled("\(photo): \(size.width) x \(size.height) pixels\(turned)", .bold)]
    if looks.isEmpty { lines.append("  read by libzbar over the whole picture, which doesn't tell how") }
    for (number, look) in zip(1..., looks) {
      let count = look.regions.count
      let found = count == 0 ? "nothing looks like bars" : "\(count) region\(count == 1 ? " looks" : "s look") like bars"
      lines.append("  look \(number) at \(look.size.width) x \(look.size.height), searched at \(look.detectorSide): \(found)")
      for (number, region) in zip(1..., look.regions) { lines += region.lines(number) }
    }
    if !times.isEmpty {
      lines.append("  time in ms: " + times.map { "\($0.step.rawValue) \(Quantity.fixed($0.ms, 1))" }.joined(separator: ", "))
    }
    return lines
  }
}

extension ScanExplanation.Region {
  fileprivate func lines(_ number: Int) -> [String] {
    let angle = turnedDegrees.isFinite ? Int(turnedDegrees.rounded()) : 0
    let lean = angle == 0 ? "bars upright" : angle.magnitude == 90 ? "bars lying" : "bars turned by \(angle) degrees"
    let at = "\(whole(middle.x)), \(whole(middle.y))"
    let head = "    region \(number): \(whole(extent.across)) x \(whole(extent.along)) pixels around \(at), \(lean)"
    guard !attempts.isEmpty else { return [head + ": no candidates"] }
    var columns = Columns([.right, .right, .left, .left, .right, .right, .left, .left], elastic: 7)
    columns.add(["pass", "at", "proposed by", "code", "residual", "margin", "over", "verdict"])
    var rows: [[String]] = []
    for attempt in attempts {
      let fit = attempt.fit
      rows.append([
        "\(attempt.pass)", "\(whole(attempt.height * 100)) %", attempt.proposer.rawValue + (attempt.isInverted ? ", inverted" : ""),
        fit.code.description,
        figure(fit.residual, 3), fit.rival == nil ? "" : figure(fit.margin, 2),
        fit.rival?.description ?? "", attempt.verdict.words,
      ])
    }
    // The same edges are found again when weaker ones are looked for.
    for (index, row) in rows.enumerated() where !rows[..<index].contains(row) { columns.add(row) }
    return [head] + columns.lines(indent: 6, within: Terminal.room)
  }

  private func whole(_ value: Float) -> String { figure(value, 0) }
}

extension Verdict {
  /// For a person.
  var words: String {
    switch self {
    case .accepted(let strength): "accepted, counts \(figure(strength, 2))"
    case .refused(.poorFit): "refused: the bars don't fit it well"
    case .refused(.closeRival): "refused: the other fits nearly as well"
    case .refused(.repaired): "refused: only the check digit makes it this code"
    case .refused(.numberSystem): "refused: products have no UPC-E of number system 1"
    case .refused(.extremeInk): "refused: its bars are too thick or too thin"
    }
  }

  /// As in JSON: `accepted` or the reason.
  var name: String {
    switch self {
    case .accepted: "accepted"
    case .refused(let reason): reason.rawValue
    }
  }
}

/// Returns the value with that many decimals; `?` for one that is out of range.
private func figure(_ value: Float, _ digits: Int) -> String { abs(value) < 1e9 ? Quantity.fixed(Double(value), digits) : "?" }
