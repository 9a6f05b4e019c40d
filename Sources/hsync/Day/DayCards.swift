import HealthDesk
import HealthModel

/// The main figures of a day (steps, active energy, workouts, sleep), with those of the days before it as small bars.
struct DayCards {
  /// The last seven days, ending with the shown one; `nil` = nothing is known.
  private let week: [DaySummary?]

  /// - Parameter week: Days in their order, the one that is shown last; `nil` = nothing is known.
  init(_ week: [DaySummary?]) { self.week = week }

  /// `8,214 steps, 412 active kcal, 1 workout (45 min), 7 h 12 sleep`: for pipes. What isn't known is left out.
  var line: String {
    let facts = [
      today?.steps.map { "\(DayCards.whole($0)) steps" }, today?.activeKcal.map { "\(DayCards.whole($0)) active kcal" },
      today?.countedWorkouts.map { Quantity.count($0, "workout") + length }, today?.sleepMin.map { "\(Quantity.minutes($0)) sleep" },
    ].compactMap(\.self)
    return facts.isEmpty ? "no health data today" : facts.joined(separator: ", ")
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

  /// ` (45 min)`; empty without workouts, and where their time isn't known.
  private var length: String {
    guard today?.countedWorkouts ?? 0 > 0, let minutes = today?.workoutMin else { return "" }
    return " (\(Quantity.minutes(minutes)))"
  }

  private var cards: [Card] {
    let workouts = week.map { $0?.countedWorkouts.map(Double.init) }
    let inAll = workouts.compactMap(\.self).reduce(0, +)
    return [
      card("steps", of: \.steps, DayCards.whole), card("active kcal", of: \.activeKcal, DayCards.whole),
      Card(
        name: "workouts", figure: today?.countedWorkouts.map { "\($0)\(length)" } ?? DayCards.unknown,
        bars: Sparkline(workouts, startsAtZero: true).text, usual: inAll > 0 ? "\(Int(nearest: inAll)) in \(week.count) days" : ""),
      card("sleep", of: \.sleepMin, Quantity.minutes),
    ]
  }

  private func card(_ name: String, of value: (DaySummary) -> Double?, _ words: (Double) -> String) -> Card {
    let values = week.map { $0.flatMap(value) }
    let known = values.compactMap(\.self)
    let usual = known.count > 1 ? "mean \(words(known.reduce(0, +) / Double(known.count)))" : ""
    let figure = values.last.flatMap(\.self).map(words) ?? DayCards.unknown
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

  private static let unknown = "–"

  private static func whole(_ value: Double) -> String { Quantity.grouped(Int(nearest: value)) }
}
