/// One thing that was eaten: an entry of the meal log, with its nutrition frozen as it was known then.
public struct Meal: Sendable, Hashable {
  /// UUIDv7 for what hsync makes; any text for a row made elsewhere.
  public var id: String
  /// The time of the meal. Its local day is the meal's day.
  public var eatenAt: Moment
  /// The meal of the day it belongs to.
  public var slot: MealSlot
  /// Its name. Never empty.
  public var name: String
  /// `nil` when not known.
  public var brand: String?
  /// The number on the package, `nil` for what was logged by hand.
  public var gtin: GTIN?
  /// The amount eaten.
  public var amount: Amount
  /// The nutrition of the whole amount.
  public var nutrition: Nutrition
  /// The source of the nutrition.
  public var provenance: Provenance
  /// The person's own words, `nil` when there are none.
  public var note: String?
  /// The time at which the entry was made, in milliseconds since 1970.
  public var createdAtMs: Int64

  /// An entry with everything given.
  public init(
    id: String, eatenAt: Moment, slot: MealSlot, name: String, brand: String? = nil, gtin: GTIN? = nil, amount: Amount,
    nutrition: Nutrition, provenance: Provenance, note: String? = nil, createdAtMs: Int64
  ) {
    self.id = id
    self.eatenAt = eatenAt
    self.slot = slot
    self.name = name
    self.brand = brand
    self.gtin = gtin
    self.amount = amount
    self.nutrition = nutrition
    self.provenance = provenance
    self.note = note
    self.createdAtMs = createdAtMs
  }

  /// The entry in the form of the JSON contract (`docs/json.md`), its id first; a backend gets the same without `id`.
  public var json: JSON {
    .object([
      ("id", .string(id)), ("day", .string(eatenAt.day.description)), ("eaten_at_ms", JSON(eatenAt.ms)),
      ("utc_offset_min", JSON(eatenAt.utcOffsetMin)), ("slot", .string(slot.rawValue)), ("name", .string(name)),
      ("brand", JSON(brand)), ("gtin", JSON(gtin?.description)), ("amount", amount.json),
      ("nutrition", nutrition.json), ("provenance", provenance.json), ("note", JSON(note)),
      ("created_at_ms", JSON(createdAtMs)),
    ])
  }
}

/// A meal of the day.
public enum MealSlot: String, Sendable, CaseIterable {
  case breakfast, brunch, lunch, snack, dinner

  /// The default slot for a local time: breakfast 4–10:30, lunch 11:30–14:30, dinner 17:30–22, otherwise a snack. Never
  /// brunch.
  public init(usualAt moment: Moment) {
    switch moment.minuteOfDay {
    case 240..<630: self = .breakfast
    case 690..<870: self = .lunch
    case 1050..<1320: self = .dinner
    default: self = .snack
    }
  }
}

/// The amount eaten: servings of the product, grams (millilitres for drinks), or both.
public struct Amount: Sendable, Hashable {
  /// Number of servings, above 0. `nil` when the amount was given in grams.
  public var servings: Double?
  /// Grams, or millilitres for a drink. `nil` when not known.
  public var grams: Double?

  /// An amount in servings, grams, or both.
  public init(servings: Double? = nil, grams: Double? = nil) {
    self.servings = servings
    self.grams = grams
  }

  /// `{"servings": 1.5, "grams": null}`.
  public var json: JSON {
    .object([("servings", servings.map(JSON.init) ?? .null), ("grams", grams.map(JSON.init) ?? .null)])
  }
}

/// The source of a value, with the reasons for doubting it.
public struct Provenance: Sendable, Hashable {
  /// `user`, `open_food_facts`, `product_file`, `usda`, …
  public var source: String
  /// The source's own revision of the product, `nil` when it has none.
  public var revision: String?
  /// The values that the stored amounts were computed from.
  public var basis: Basis
  /// Codes of `Doubt`, empty when nothing is doubtful.
  public var doubts: [Doubt]

  /// The amount that the source's numbers refer to.
  public enum Basis: String, Sendable, CaseIterable {
    case per100g = "100g"
    case perServing = "serving"
    case manual
  }

  /// A provenance with everything given.
  public init(source: String, revision: String? = nil, basis: Basis, doubts: [Doubt] = []) {
    self.source = source
    self.revision = revision
    self.basis = basis
    self.doubts = doubts
  }

  /// Entered by a person.
  public static let manual = Provenance(source: "user", basis: .manual)

  /// `{"source": "open_food_facts", "revision": "42", "basis": "100g", "doubts": ["macros_over_105g"]}`.
  public var json: JSON {
    .object([
      ("source", .string(source)), ("revision", JSON(revision)), ("basis", .string(basis.rawValue)),
      ("doubts", .array(doubts.map { .string($0.rawValue) })),
    ])
  }
}
