import DietPlan
import HealthDesk
import HealthModel

/// A week in numbers: a line per day, then sums and means.
struct WeekTable {
  let glance: WeekGlance
  /// Today; days after it have no numbers yet.
  let today: Day
  /// The terminal's columns; less important columns are left out if they don't fit. `nil` = a pipe: all columns, no bars.
  let room: Int?

  /// A heading, seven days, sums, means and on a screen a bar for each day.
  var lines: [String] {
    let week = glance.week
    guard !glance.isEmpty else { return ["nothing is known of \(week), \(week.monday) to \(week.sunday)"] }
    var columns = Columns([.left, .right, .right, .right, .right, .right, .right, .right, .right], dispensable: [8, 3, 4, 2])
    columns.add(["", "steps", "active", "distance", "workouts", "sleep", isNarrow ? "kcal" : "eaten", "plan", "weight"])
    for day in glance.days { columns.add([name(of: day.day)] + cells(of: day)) }
    columns.add(["sum"] + sums)
    columns.add(["mean"] + means)
    if room != nil { columns.add([""] + bars) }
    return [heading, ""] + columns.lines(within: room)
      + glance.intake.unknowns.flatMap { FoldedText($0, width: room).lines }.map {
        Terminal.styled($0, .dim)
      }
  }

  /// Whether every column counts.
  private var isNarrow: Bool { room.map { $0 < 80 } ?? false }

  private var heading: String {
    let week = glance.week
    let span = isNarrow ? "\(week.monday) to \(week.sunday)" : "\(week.monday.title) to \(week.sunday.title)"
    return Terminal.styled("\(week)", .bold) + "  " + span
  }

  /// `Tue 2026-02-10`, `Tue 10` where there is little room.
  private func name(of day: Day) -> String {
    let whole = day.title
    let name = isNarrow ? "\(whole.prefix(3)) \(day.civil.day)" : whole
    return day == today ? Terminal.styled(name, .bold) : name
  }

  private func cells(of day: WeekGlance.DayFigures) -> [String] {
    let none = day.day > today ? "" : "–"
    let health = day.health.map(DayNumbers.init)
    let total = day.plan.items.count
    return [
      health?.steps ?? none, day.health?.activeKcal.map(kcal) ?? none, health?.distance ?? none, health?.workouts ?? none,
      health?.sleep ?? none, day.meals.isEmpty ? none : eaten(day.intake), total == 0 ? "" : "\(day.plan.done)/\(total)",
      day.weightKg.map { Quantity.weight($0) } ?? "",
    ]
  }

  private var sums: [String] {
    let workouts = glance.sum(.workouts).map { count in
      count == 0 ? "0" : "\(Int(nearest: count))" + (glance.sum(.workoutMin).map { " (\(Quantity.minutes($0)))" } ?? "")
    }
    let planned = glance.planned
    return [
      glance.sum(.steps).map(WeekTable.whole) ?? "", glance.sum(.activeKcal).map(kcal) ?? "",
      glance.sum(.distanceM).map { Quantity.distance($0) } ?? "", workouts ?? "", "",
      glance.intake.meals == 0 ? "" : eaten(glance.intake), planned.total == 0 ? "" : "\(planned.done)/\(planned.total)", "",
    ]
  }

  private var means: [String] {
    [
      glance.mean(.steps).map(WeekTable.whole) ?? "", glance.mean(.activeKcal).map(kcal) ?? "",
      glance.mean(.distanceM).map { Quantity.distance($0) } ?? "", "", glance.mean(.sleepMin).map(Quantity.minutes) ?? "",
      glance.mean(.energyKcal).map(kcal) ?? "", "", glance.mean(.weightKg).map { Quantity.weight($0) } ?? "",
    ]
  }

  private var bars: [String] {
    func bars(_ figure: WeekGlance.Figure) -> String { Sparkline(glance.values(figure), startsAtZero: figure.hasSum).text }
    return [
      bars(.steps), bars(.activeKcal), bars(.distanceM), bars(.workouts), bars(.sleepMin), bars(.energyKcal), "", bars(.weightKg),
    ]
  }

  /// `1,850 kcal + ?`; `1,850+?` where there is little room.
  private func eaten(_ intake: DietIntake) -> String {
    let words = intake.energy(kcal)
    return isNarrow ? words.filter { $0 != " " } : words
  }

  private func kcal(_ value: Double) -> String { WeekTable.whole(value) + (isNarrow ? "" : " kcal") }

  private static func whole(_ value: Double) -> String { Quantity.grouped(Int(nearest: value)) }
}
