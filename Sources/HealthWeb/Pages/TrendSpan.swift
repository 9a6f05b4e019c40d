import HealthModel

/// The days that the trends show.
struct TrendSpan: Sendable, Equatable {
  let first: Day
  let last: Day
  /// The tab of the span; `nil` = a range chosen by the user.
  let name: Name?

  enum Name: String, CaseIterable, Sendable {
    case week
    case month
    case year

    var days: Int {
      switch self {
      case .week: 7
      case .month: 30
      case .year: 365
      }
    }
    var title: String { rawValue.asTitle }
  }

  /// The span of a tab that ends with `last`.
  init(_ name: Name, through last: Day) { self.init(first: last.adding(1 - name.days), last: last, name: name) }

  private init(first: Day, last: Day, name: Name?) { (self.first, self.last, self.name) = (first, last, name) }

  /// Reads the span from a query: `range=month`, or `from` and `to` as `2026-02-10`; a week without either.
  ///
  /// - Throws: `Refusal` if a day is invalid, or the first day is after the last.
  init(_ query: Form, today: Day) throws(Refusal) {
    guard let from = query["from"], !from.isEmpty else {
      self.init(query["range"].flatMap(Name.init) ?? .week, through: today)
      return
    }
    let to = query["to"] ?? ""
    guard let first = Day(from), let last = to.isEmpty ? today : Day(to), first <= last else {
      throw Refusal(
        status: .badRequest, title: "Invalid range", message: "The first day must not be after the last. <a href=\"/trends\">Trends</a>")
    }
    self.init(first: first, last: last, name: nil)
  }
}
