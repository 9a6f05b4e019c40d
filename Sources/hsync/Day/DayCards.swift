import HealthDesk
import HealthModel

/// The main figures of a day (steps, active energy, workouts, sleep), with those of the days before it as small bars.
struct DayCards {
  /// The last seven days, ending with the shown one; `nil` = nothing is known.
  private let week: [DaySummary?]

  /// - Parameter week: Days in their order, the one that is shown last; `nil` = nothing is known.
  init(_ week: [DaySummary?]) { self.week = week }

  /// `8,214 steps, 412 active kcal, 1 workout (45 min), 7 h 12 sleep`: for pipes. Zeros where nothing is known.
  var line: String {
    let count = today?.workouts ?? 0
    let length = count > 0 ? " (\(Quantity.minutes(today?.workoutMin ?? 0)))" : ""
    return [
      "\(DayCards.whole(today?.steps)) steps", "\(DayCards.whole(today?.activeKcal)) active kcal",
      Quantity.count(count, "workout") + length, "\(Quantity.minutes(today?.sleepMin ?? 0)) sleep",
    ].joined(separator: ", ")
  }

  /// Cards beside each other, or below each other where that is too wide.
  ///
  /// - Parameter room: Columns of the screen.
  func lines(within room: Int) -> [String] {
    let isKnown = week.contains { $0 != nil }
    return room < 4 * DayCards.leastWidth + 2 ? list(isKnown) : grid(within: room, isKnown)
  }

  /// The minimum width of a card in columns: `12 (10 h 45)` and two spaces.
  private static let leastWidth = 14
  /// The width in columns from which on a card has room for the usual value, and which it never exceeds.
  private static let comfortableWidth = 22
  private static let mostWidth = 26

  private struct Card {
    let name: String
    let figure: String
    let bars: String
    /// The usual value, from the same days as the bars; empty when nothing is known.
    let usual: String
  }

  private var today: DaySummary? { week.last ?? nil }

  private var cards: [Card] {
    let count = today?.workouts ?? 0
    let workouts = week.map { $0?.workouts.map(Double.init) }
    let inAll = workouts.compactMap(\.self).reduce(0, +)
    let length = count > 0 ? " (\(Quantity.minutes(today?.workoutMin ?? 0)))" : ""
    return [
      card("steps", DayCards.whole(today?.steps), of: \.steps, DayCards.whole),
      card("active kcal", DayCards.whole(today?.activeKcal), of: \.activeKcal, DayCards.whole),
      Card(
        name: "workouts", figure: "\(count)\(length)", bars: Sparkline(workouts, startsAtZero: true).text,
        usual: inAll > 0 ? "\(Int(nearest: inAll)) in \(week.count) days" : ""),
      card("sleep", Quantity.minutes(today?.sleepMin ?? 0), of: \.sleepMin) { Quantity.minutes($0 ?? 0) },
    ]
  }

  private func card(
    _ name: String, _ figure: String, of value: (DaySummary) -> Double?, _ words: (Double?) -> String
  ) -> Card {
    let values = week.map { $0.flatMap(value) }
    let known = values.compactMap(\.self)
    let usual = known.count > 1 ? "mean \(words(known.reduce(0, +) / Double(known.count)))" : ""
    return Card(name: name, figure: figure, bars: Sparkline(values, startsAtZero: true).text, usual: usual)
  }

  private func grid(within room: Int, _ isKnown: Bool) -> [String] {
    let width = min(DayCards.mostWidth, (room - 2) / 4)
    func line(_ cell: (Card) -> String) -> String {
      var line = "  " + cards.map { Columns.padded(cell($0), to: width) }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
    let head = [line { Terminal.styled($0.name, .dim) }, line { Terminal.styled($0.figure, .bold) }]
    guard isKnown else { return head }
    let hasUsual = width >= DayCards.comfortableWidth
    return head + [line { hasUsual && !$0.usual.isEmpty ? "\($0.bars) \(Terminal.styled($0.usual, .dim))" : $0.bars }]
  }

  private func list(_ isKnown: Bool) -> [String] {
    var columns = Columns([.left, .right, .left])
    for card in cards {
      columns.add([Terminal.styled(card.name, .dim), Terminal.styled(card.figure, .bold), isKnown ? card.bars : ""])
    }
    return columns.lines(indent: 2)
  }

  private static func whole(_ value: Double?) -> String { Quantity.grouped(Int(nearest: value ?? 0)) }
}
