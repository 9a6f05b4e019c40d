import DietPlan
import HealthDesk
import HealthModel

/// The day of the plan in lines.
extension DietGlance {
  /// - Parameter room: Columns of the screen. `nil` = a pipe: one complete fact per line, without drawings.
  func lines(within room: Int?) -> [String] {
    let blank = room == nil ? [] : [""]
    let parts = [headLines(within: room), energyLines(within: room), weightLines, newsLines(within: room)].filter { !$0.isEmpty }
    return parts.enumerated().flatMap { ($0 == 0 ? [] : blank) + $1 }
  }

  // MARK: - Head

  private func headLines(within room: Int?) -> [String] {
    let sign = day.phase.map { DietWords.sign($0) + " " } ?? ""
    let title = Terminal.styled(day.day.title, .bold)
    let headline = sign + DietWords.headline(day)
    let fits = room.map { day.day.title.count + 3 + headline.count < $0 } ?? true
    var lines = fits ? ["\(title)  \(headline)"] : [title, headline]
    if let outlook = DietWords.outlook(day.state) { lines.append(outlook) }
    let streak = DietWords.streak(day.streak)
    lines.append(day.streak.isLoggedToday ? streak : Terminal.styled(streak, .dim))
    if let window = profile.window { lines.append(DietWords.window(window)) }
    if day.weight.wantsWeight, day.day == today, day.state.isActive {
      lines += FoldedText("⚖️ Log today's weight to track progress: hsync weight log KG", width: room).lines
    }
    return lines
  }

  // MARK: - Energy

  private func energyLines(within room: Int?) -> [String] {
    let eaten = day.eaten.energy { Quantity.grouped(Int(nearest: $0)) }
    let left = DietWords.remaining(day.remainingKcal)
    let figure = Terminal.styled("\(eaten) / \(Quantity.grouped(day.target.kcal)) cal", .bold)
    var lines = ["\(figure), \(left)"]
    if let room { lines.append(DietBar(day.ring, width: min(room, 60) - 7).text + " " + Quantity.fixed(day.ring.percent, 0) + " %") }
    var columns = Columns([.left, .right, .left, .left])
    for macro in Macro.allCases {
      let progress = day.progress[macro]
      columns.add([
        DietBar.letter(macro) + " " + macro.rawValue, DietWords.progress(progress), progress.smiley.map(DietWords.sign) ?? "",
        room == nil ? "" : DietBar.filled(progress.bar, width: 10),
      ])
    }
    lines += columns.lines(indent: 2, within: room)
    return lines + unknownLines(within: room)
  }

  private func unknownLines(within room: Int?) -> [String] {
    var notes: [String] = []
    if day.eaten.meals == 0, day.day == today { notes.append("No meals logged today. Log one: hsync log --name NAME --kcal N") }
    notes += day.eaten.unknowns
    if let active = day.target.activeKcal, day.target.addedKcal == 0 { notes.append("\(Quantity.energy(active)) active energy, not added") }
    if day.target.addedKcal > 0 { notes.append("target with \(DietWords.kcal(day.target.addedKcal)) of active energy") }
    return notes.flatMap { FoldedText($0, width: room.map { $0 - 2 }).lines }.map { "  " + Terminal.styled($0, .dim) }
  }

  // MARK: - Weight and news

  private var weightLines: [String] {
    guard let kg = day.weight.kg else { return [day.day == today ? "not weighed today" : "not weighed"] }
    let average = day.weight.averageKg.map { ", average \(Quantity.weight($0))" } ?? ""
    let trend = day.weight.trendKg.map { ", trend \(Quantity.weightDifference($0))" } ?? ""
    return ["weight \(Quantity.weight(kg))\(average)\(trend)"]
  }

  private func newsLines(within room: Int?) -> [String] {
    var news = announcements.map(\.sentence)
    if let review { news += DietWords.chosen.lines(review) }
    news += day.celebrations.compactMap(DietWords.chosen.words)
    if let praise = day.praise { news.append(praise == .perfect ? "perfect day" : "great day") }
    var lines = news.flatMap { FoldedText($0, width: room).lines }
    if let lesson {
      lines += FoldedText("\(DietWords.title(lesson, goal: day.goal)) hsync diet why \(lesson.rawValue)", width: room).lines
    }
    return lines
  }
}

/// A bar of letters: it can be read without colours.
struct DietBar {
  /// `[PPPCCCCFF?······]`.
  let text: String

  /// The parts of the ring, in its order.
  ///
  /// - Parameter width: Columns, brackets included; at least 3.
  init(_ ring: ProgressRing, width: Int) {
    let room = max(1, width - 2)
    let drawn = ring.drawn
    let parts = Macro.allCases.map { (DietBar.letter($0), drawn.macros[$0]) } + [("?", drawn.unknown)]
    var (bar, degrees) = ("", 0.0)
    for (letter, share) in parts {
      degrees += share
      // Ends are rounded, not lengths, so that the parts are as long as their sum.
      let end = min(room, Int(nearest: degrees / 360 * Double(room)))
      bar += String(repeating: letter, count: max(0, end - bar.count))
    }
    text = "[" + bar + String(repeating: "·", count: room - bar.count) + "]"
  }

  /// `P`, `C` or `F`.
  static func letter(_ macro: Macro) -> String {
    switch macro {
    case .protein: "P"
    case .carbs: "C"
    case .fat: "F"
    }
  }

  /// `████░░░░░░`.
  ///
  /// - Parameter share: 0…1.
  static func filled(_ share: Double, width: Int) -> String {
    let full = min(width, max(0, Int(nearest: share * Double(width))))
    return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
  }
}
