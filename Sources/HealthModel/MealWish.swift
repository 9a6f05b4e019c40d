/// A meal to be logged once its product can be looked up: everything but the product.
public struct MealWish: Sendable, Hashable {
  /// The time of the meal.
  public let eatenAt: Moment
  /// The meal of the day, `nil` to derive it from the time.
  public let slot: MealSlot?
  /// The amount, `nil` for the product's usual amount.
  public let amount: Amount?
  /// The person's own words, `nil` when there are none.
  public let note: String?
  /// The id that the entry is to have; `nil` = a new one. A request that arrives twice makes one entry by it.
  public let id: String?

  /// A queued meal with all its values.
  public init(eatenAt: Moment, slot: MealSlot?, amount: Amount?, note: String?, id: String? = nil) {
    self.eatenAt = eatenAt
    self.slot = slot
    self.amount = amount
    self.note = note
    self.id = id
  }

  /// `{"eaten_at_ms", "utc_offset_min", "slot", "amount", "note"}`, and `"id"` where there is one.
  public var json: JSON {
    .object(
      [
        ("eaten_at_ms", JSON(eatenAt.ms)), ("utc_offset_min", JSON(eatenAt.utcOffsetMin)), ("slot", JSON(slot?.rawValue)),
        ("amount", amount?.json ?? .null), ("note", JSON(note)),
      ] + (id.map { [("id", .string($0))] } ?? []))
  }

  /// Reads what `json` writes. `nil` when the time is missing.
  public init?(json: JSON) {
    guard let ms = json["eaten_at_ms"].int, let offset = json["utc_offset_min"].int else { return nil }
    let amount = json["amount"]
    self.init(
      eatenAt: Moment(ms: ms, utcOffsetMin: Int(offset)), slot: json["slot"].string.flatMap(MealSlot.init(rawValue:)),
      amount: amount.isNull ? nil : Amount(servings: amount["servings"].double, grams: amount["grams"].double), note: json["note"].string,
      id: json["id"].string.flatMap { RecordID.isUsable($0) ? $0 : nil })
  }
}
