import HealthModel

/// Numbers as the pages show them.
enum Figures {
  /// `8,214`; zero for what isn't known.
  @Sendable static func whole(_ value: Double?) -> String {
    let number = Int(nearest: value ?? 0)
    let digits = String(number.magnitude)
    var grouped = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { grouped.append(",") }
      grouped.append(digit)
    }
    return number < 0 ? "-" + grouped : grouped
  }

  /// `7 h 05`, `45 min`; zero for what isn't known.
  @Sendable static func minutes(_ value: Double?) -> String {
    let whole = Int(nearest: value ?? 0)
    return whole < 60 ? "\(whole) min" : "\(Figures.whole(Double(whole / 60))) h \(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }

  /// `72`, `72.5`: in steps of `1 / steps`, without needless zeros.
  static func decimal(_ value: Double, _ steps: Int) -> String { stepped(value, steps) }

  /// `12.5 g`: in steps of a tenth, without needless zeros.
  static func grams(_ value: Double) -> String { "\(stepped(value, 10)) g" }

  /// `1.5 servings (60 g)`, `30 g`, or nothing when nothing is known.
  static func amount(_ amount: Amount) -> String {
    let servings = amount.servings.map { "\(stepped($0, 100)) serving\($0 == 1 ? "" : "s")" }
    switch (servings, amount.grams.map(grams)) {
    case (let servings?, let grams?): return "\(servings) (\(grams))"
    case (let only?, nil), (nil, let only?): return only
    case (nil, nil): return ""
    }
  }

  /// `protein 12 g, carbs 30 g, fat 4.5 g`, only what is known.
  static func macros(_ nutrition: Nutrition) -> String {
    [("protein", nutrition.proteinG), ("carbs", nutrition.carbsG), ("fat", nutrition.fatG)]
      .compactMap { name, value in value.map { "\(name) \(grams($0))" } }.joined(separator: ", ")
  }

  /// `1 record`, `3 records`.
  static func count(_ number: Int, _ noun: String) -> String { "\(whole(Double(number))) \(noun)\(number == 1 ? "" : "s")" }

  /// `just now`, `5 min ago`, `3 h ago`, `2 days ago`.
  ///
  /// - Parameters: both in milliseconds since 1970.
  static func age(of instantMs: Int64, at nowMs: Int64) -> String {
    // As doubles, for a file may hold times that no clock shows.
    let minutes = Int(nearest: (Double(nowMs) - Double(instantMs)) / 60_000 - 0.5)
    switch minutes {
    case ..<1: return "just now"
    case ..<60: return "\(minutes) min ago"
    case ..<(48 * 60): return "\(minutes / 60) h ago"
    default: return "\(whole(Double(minutes / 1440))) days ago"
    }
  }

  private static func stepped(_ value: Double, _ steps: Int) -> String {
    guard value.magnitude < 1e12 else { return JSON(value).text }
    let scaled = Int(nearest: value * Double(steps))
    return JSON(Double(scaled) / Double(steps)).text
  }
}
