/// The praise for a day by its green macronutrients.
package enum DayPraise: String, Sendable, CaseIterable {
  /// Two are green.
  case great
  /// All three are green.
  case perfect

  /// The praise for a number of green macronutrients. `nil` = fewer than two.
  package init?(green: Int) {
    guard green >= 2 else { return nil }
    self = green == 2 ? .great : .perfect
  }
}
