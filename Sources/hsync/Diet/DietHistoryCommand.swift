import ArgumentParser
import Charts
import DietPlan
import HealthDesk
import HealthModel
import HealthStore
import Settings

/// `hsync diet history`.
struct DietHistoryCommand: ParsableCommand, OnlyShowing {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List days of the plan: phase, calories eaten, target and weight.",
    discussion: "Without --from, the last 28 days. --svg draws calories and weight with its average.")

  @Option(day: "The first day; -27 is 27 days ago, the default.")
  var from: TypedDay?

  @Option(day: "The last day (default: today).")
  var to: TypedDay?

  @Flag(help: "Print one JSON object per day, each on its own line.")
  var json = false

  @OptionGroup var picture: ChartOption

  @OptionGroup(title: "Library") var library: LibraryOptions

  func validate() throws { try picture.refuse(json: json) }

  func run() throws {
    let library = try library.open()
    let session = DietSession(library)
    let last = to?.day(from: session.now.day, .past) ?? session.now.day
    let first = from?.day(from: session.now.day, .past) ?? last.adding(1 - PhasePosition.cycleDays)
    guard first <= last else { throw ValidationError("--from is after --to.") }
    let days = try session.desk.days(first...last)
    if let file = picture.file {
      let weights = try WeightPicture(WeightLog(library, as: Configuration.atStart.health), from: first, through: last)
      // The plan may be younger than the meals.
      let eaten = try MealLog(library).energy(from: first, through: last)
      return try file.write(DietHistoryTable(days: days).picture(from: first, through: last, eaten: eaten, weight: weights.line))
    }
    if json { return days.forEach { Output.json($0.json) } }
    DietHistoryTable(days: days).lines(within: Terminal.room).forEach(Output.line)
  }
}

/// Days of the plan in a grid and a table.
struct DietHistoryTable {
  /// At least one, in their order.
  let days: [DietDay]

  /// On a screen a grid of weeks first: `●` within the target, `▲` over it, `·` nothing logged. Then a line for each day.
  func lines(within room: Int?) -> [String] {
    var columns = Columns([.left, .left, .right, .right, .right], dispensable: [4])
    columns.add(["", "phase", "eaten", "target", "weight"])
    for day in days {
      columns.add([
        room.map { $0 < 60 } ?? false ? String(day.day.description.dropFirst(5)) : day.day.title, phase(of: day),
        DietWords.eaten(day.eaten),
        Quantity.grouped(day.target.kcal), day.weight.kg.map { Quantity.weight($0) } ?? "",
      ])
    }
    let unknown = DietIntake(adding: days.map(\.eaten)).unknowns.flatMap { FoldedText($0, width: room).lines }.map {
      Terminal.styled($0, .dim)
    }
    return (room == nil ? [] : grid + [""]) + columns.lines(within: room) + unknown
  }

  private var grid: [String] {
    let weeks = stride(from: 0, to: min(days.count, 56), by: 7).map { days[$0..<min($0 + 7, days.count)] }
    let rows = weeks.map { week in
      week.map { day in day.eaten.meals == 0 ? "·" : day.remainingKcal < 0 ? "▲" : "●" }.joined(separator: " ")
        + "  " + (week.first.map(phase) ?? "")
    }
    return rows + [Terminal.styled("● within, ▲ over, · no meals", .dim)]
  }

  private func phase(of day: DietDay) -> String {
    if case .paused = day.state { return "Paused" }
    return day.phase.map(DietWords.name) ?? ""
  }

  /// Calories of the days as bars, and weights with their average.
  ///
  /// - Parameter eaten: The energy of the meals in kcal; days of which none is known are missing.
  func picture(from first: Day, through last: Day, eaten: [Day: Double], weight: LineChart) throws -> ChartSheet {
    let axis = try ChartDays(from: first, through: last)
    let values = (first.number...last.number).map { eaten[Day(number: $0)] }
    let energy = FigureChart(title: "eaten kcal", kind: .count, axis: axis, values: values, today: last)
    return ChartSheet(title: "\(first.title) to \(last.title)", charts: [energy.chart, weight])
  }
}
