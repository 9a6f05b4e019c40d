import HealthModel

/// Numbers as people read them.
enum Quantity {
  /// `148 kcal`, `? kcal` when not known.
  static func energy(_ kcal: Double?) -> String { "\(kcal.map { rounded($0, steps: 1) } ?? "?") kcal" }

  /// `12.5 g`, without needless zeros.
  static func grams(_ grams: Double) -> String { "\(rounded(grams, steps: 10)) g" }

  /// `1.5 servings (60 g)`, `30 g`, or nothing when nothing is known.
  static func amount(_ amount: Amount) -> String {
    let servings = amount.servings.map { "\(rounded($0, steps: 100)) serving\($0 == 1 ? "" : "s")" }
    switch (servings, amount.grams.map(grams)) {
    case (let servings?, let grams?): return "\(servings) (\(grams))"
    case (let only?, nil), (nil, let only?): return only
    case (nil, nil): return ""
    }
  }

  /// `protein 12 g, carbs 30 g, fat 4.5 g`, only what is known.
  static func macros(_ nutrition: Nutrition) -> String {
    [("protein", nutrition.proteinG), ("carbs", nutrition.carbsG), ("fat", nutrition.fatG)]
      .compactMap { name, value in value.map { "\(name) \(grams($0))" } }
      .joined(separator: ", ")
  }

  /// `1 record`, `3 records`.
  static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  private static func rounded(_ value: Double, steps: Double) -> String { JSON((value * steps).rounded() / steps).text }
}
