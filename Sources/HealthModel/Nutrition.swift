/// Amounts of energy and nutrients. The reference amount is given by the containing value: 100 g, a serving, or the
/// amount eaten.
///
/// `nil` means not known and is never 0.
public struct Nutrition: Sendable, Hashable {
  /// Energy in kilocalories.
  public var energyKcal: Double?
  /// Protein in grams.
  public var proteinG: Double?
  /// Carbohydrates (as on a label of the EU: without fibre) in grams.
  public var carbsG: Double?
  /// Fat in grams.
  public var fatG: Double?
  /// Sugars in grams, a part of the carbohydrates.
  public var sugarsG: Double?
  /// Saturated fat in grams, a part of the fat.
  public var saturatedFatG: Double?
  /// Fibre in grams.
  public var fiberG: Double?
  /// Salt in grams; sodium is salt / 2.5.
  public var saltG: Double?

  /// Values that aren't given are unknown.
  public init(
    energyKcal: Double? = nil, proteinG: Double? = nil, carbsG: Double? = nil, fatG: Double? = nil,
    sugarsG: Double? = nil, saturatedFatG: Double? = nil, fiberG: Double? = nil, saltG: Double? = nil
  ) {
    self.energyKcal = energyKcal
    self.proteinG = proteinG
    self.carbsG = carbsG
    self.fatG = fatG
    self.sugarsG = sugarsG
    self.saturatedFatG = saturatedFatG
    self.fiberG = fiberG
    self.saltG = saltG
  }

  /// The name of each value in JSON and in tables, unit last, and where it is kept here. In the order in which they are shown.
  public static var fields: [(name: String, path: WritableKeyPath<Nutrition, Double?> & Sendable)] {
    [
      ("energy_kcal", \.energyKcal), ("protein_g", \.proteinG), ("carbs_g", \.carbsG), ("fat_g", \.fatG),
      ("sugars_g", \.sugarsG), ("saturated_fat_g", \.saturatedFatG), ("fiber_g", \.fiberG), ("salt_g", \.saltG),
    ]
  }

  /// Whether nothing at all is known.
  public var isEmpty: Bool { Nutrition.fields.allSatisfy { self[keyPath: $0.path] == nil } }

  /// Returns each known value times `factor`, rounded to the precision of a label: energy to 0.1 kcal, the rest to 0.01
  /// g.
  ///
  /// 539 kcal per 100 g times 0.3 is 161.7.
  public func scaled(by factor: Double) -> Nutrition {
    map { name, value in
      let steps: Double = name == "energy_kcal" ? 10 : 100
      return (value * factor * steps).rounded() / steps
    }
  }

  /// The sums, where what isn't known on one side counts as nothing, and stays unknown when it is on both.
  public static func + (a: Nutrition, b: Nutrition) -> Nutrition {
    var sum = Nutrition()
    for (_, path) in fields {
      switch (a[keyPath: path], b[keyPath: path]) {
      case (nil, nil): continue
      case (let x, let y): sum[keyPath: path] = (((x ?? 0) + (y ?? 0)) * 1000).rounded() / 1000
      }
    }
    return sum
  }

  /// `{"energy_kcal": 161.7, …}`, `null` for what isn't known.
  public var json: JSON {
    .object(Nutrition.fields.map { ($0.name, self[keyPath: $0.path].map(JSON.init) ?? .null) })
  }

  /// Reads what `json` writes; a missing key is not known.
  public init(json: JSON) {
    self.init()
    for (name, path) in Nutrition.fields { self[keyPath: path] = json[name].double }
  }

  private func map(_ transform: (String, Double) -> Double) -> Nutrition {
    var result = Nutrition()
    for (name, path) in Nutrition.fields { result[keyPath: path] = self[keyPath: path].map { transform(name, $0) } }
    return result
  }
}
