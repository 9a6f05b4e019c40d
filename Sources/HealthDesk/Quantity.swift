import HealthModel

/// Numbers in words, for all front ends.
package enum Quantity {
  /// `148 kcal`, `? kcal` when not known.
  package static func energy(_ kcal: Double?) -> String { "\(kcal.map { rounded($0, steps: 1) } ?? "?") kcal" }

  /// `12.5 g`, without needless zeros.
  package static func grams(_ grams: Double) -> String { "\(rounded(grams, steps: 10)) g" }

  /// `7 h 05`, `45 min`.
  package static func minutes(_ minutes: Double) -> String {
    let whole = Int(nearest: minutes)
    return whole < 60 ? "\(whole) min" : "\(whole / 60) h \(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }

  /// With so many digits behind the point, zeros included.
  package static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    // Beyond 2^53 there is nothing behind the point.
    guard value.magnitude < 1e12 else { return JSON(value).text }
    let scaled = Int64(nearest: value.magnitude * scale)
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
    let tail = String(part)
    let sign = value < 0 && scaled != 0 ? "-" : ""
    return sign + (digits == 0 ? "\(whole)" : "\(whole)." + String(repeating: "0", count: digits - tail.count) + tail)
  }

  /// `1.5 servings (60 g)`, `30 g`, or nothing when nothing is known.
  package static func amount(_ amount: Amount) -> String {
    let servings = amount.servings.map { "\(rounded($0, steps: 100)) serving\($0 == 1 ? "" : "s")" }
    switch (servings, amount.grams.map(grams)) {
    case (let servings?, let grams?): return "\(servings) (\(grams))"
    case (let only?, nil), (nil, let only?): return only
    case (nil, nil): return ""
    }
  }

  /// Returns `protein 12 g, carbs 30 g, fat 4.5 g`, without unknown values.
  package static func macros(_ nutrition: Nutrition) -> String {
    [("protein", nutrition.proteinG), ("carbs", nutrition.carbsG), ("fat", nutrition.fatG)]
      .compactMap { name, value in value.map { "\(name) \(grams($0))" } }
      .joined(separator: ", ")
  }

  /// `312 MB`, `1.2 GB`: powers of 1000, as `df -H` and shops have them.
  package static func bytes(_ bytes: Int64) -> String {
    switch bytes {
    case ..<10_000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1000) kB"
    case ..<1_000_000_000: "\(bytes / 1_000_000) MB"
    default: "\(rounded(Double(bytes) / 1e9, steps: 10)) GB"
    }
  }

  /// Returns `1,112,229`: digits in groups of three, for display.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude).utf8)
    var text = number < 0 ? [UInt8(ascii: "-")] : []
    for place in digits.indices {
      if place > 0, (digits.count - place) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digits[place])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `1 record`, `3 records`, `1,389 days`, `2 entries`.
  package static func count(_ count: Int, _ noun: String) -> String { "\(grouped(count)) \(count == 1 ? noun : plural(noun))" }

  /// `meals`, `summaries`.
  private static func plural(_ noun: String) -> String {
    guard noun.hasSuffix("y"), let before = noun.dropLast().last, !"aeiou".contains(before) else { return noun + "s" }
    return noun.dropLast() + "ies"
  }

  /// `12.5`: in steps of `1 / steps`, without needless zeros.
  package static func rounded(_ value: Double, steps: Double) -> String { JSON((value * steps).rounded() / steps).text }
}
