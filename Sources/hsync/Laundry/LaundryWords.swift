import HealthDesk
import HealthModel
import LaundryPet

/// Laundry pets in words and characters.
enum LaundryWords {
  // MARK: - All pets

  /// One line for each pet; how to create one when there is none.
  ///
  /// - Parameter room: Columns of the screen. `nil` = a pipe: without health bars.
  static func dashboard(_ pets: [PetReading], within room: Int?) -> [String] {
    if pets.isEmpty { return ["No Pets Yet", "Create your first laundry pet to get started! hsync laundry add NAME"] }
    // Of all that stands in a line, the name and the percentage are the last to go.
    var columns = Columns([.left, .left, .left, .right, .left, .left], elastic: 1, dispensable: [2, 4, 0, 5])
    for pet in pets {
      columns.add([
        face(pet), pet.pet.name.onOneLine, room == nil ? "" : bar(pet.health.percent), "\(pet.health.percent)%", pet.status, laundry(pet),
      ])
    }
    return columns.lines(within: room)
  }

  /// `washing 42:15`, `Ready for dryer`; empty when idle.
  static func laundry(_ pet: PetReading) -> String {
    if pet.stage.isTimed, let timer = pet.timer { return "\(pet.stage.words) \(timer.text)" }
    return pet.stage.waitingLabel ?? ""
  }

  // MARK: - One pet

  /// All about a pet.
  static func detail(_ pet: PetReading) -> [String] {
    var lines = ["\(face(pet)) \(Terminal.styled(pet.pet.name.onOneLine, .bold)) \(pet.status)"]
    if pet.stage.isTimed, let timer = pet.timer {
      lines.append("  \(pet.stage.words)  \(countdown(timer))")
      if timer.isHeldBack { lines.append("  this clock was set back: the whole time is shown until the timer's start") }
    } else if let label = pet.stage.waitingLabel {
      lines.append("  \(label)")
    }
    let (history, settings) = (pet.history, pet.pet)
    return lines + [
      "  health    \(bar(pet.health.percent)) \(pet.health.percent)%", "  cycles    \(Quantity.grouped(history.cycles)) total",
      "  streak    \(history.streak) current, \(history.longestStreak) longest", "  settings  \(numbers(settings))",
      "  possible  \(pet.actions.map(\.words).joined(separator: ", "))", "  id        \(settings.id.printable)",
    ]
  }

  /// `wash 45 min, dry 60 min, every 7 days`.
  static func numbers(_ pet: Pet) -> String {
    "wash \(pet.washMinutes) min, dry \(pet.dryMinutes) min, every \(pet.everyDays == 1 ? "day" : "\(pet.everyDays) days")"
  }

  /// The result of a step: `(~o~) Snowy is getting clean! 45:00 left`.
  static func line(_ pet: PetReading, after event: PetEvent) -> String {
    let name = pet.pet.name.onOneLine
    let history = pet.history
    switch event {
    case .wash, .dry: return "\(face(pet)) \(name) \(pet.status) \(pet.timer?.text ?? "0:00") left"
    case .fold:
      let streak = history.streak == 1 ? "" : ", streak \(history.streak)"
      return "\(face(pet)) \(name) \(pet.status) \(Quantity.count(history.cycles, "cycle"))\(streak)"
    case .cancel: return "cancelled: the laundry of \(name) is \(pet.stage.words)"
    case .snooze: return "the notice of \(name) comes again in \(LaundryNotice.snoozeMs / 60_000) min"
    }
  }

  /// The end of a timer: `Wash Complete! Snowy is ready for the dryer`.
  static func end(_ pet: PetReading) -> String {
    "\(pet.stage == .washDone ? "Wash" : "Dry") Complete! \(pet.pet.name.onOneLine) is \(pet.stage.words)"
  }

  /// `████░░░░░░ 42:15 left, 6%`.
  static func countdown(_ timer: LaundryTimer) -> String { "\(bar(timer.percent)) \(timer.text) left, \(timer.percent)%" }

  /// Says on standard error that other pets have the name.
  static func warn(of changed: LaundryDesk.ChangedPet) {
    guard changed.namesakes > 0 else { return }
    let others = changed.namesakes == 1 ? "another pet is" : "\(changed.namesakes) other pets are"
    Output.notice("\(others) called \(changed.pet.pet.name.printable), too; their ids tell them apart: hsync laundry show ID")
  }

  // MARK: - Characters

  /// Ten blocks, the full ones rounded to the nearest; more than nothing is at least one.
  static func bar(_ percent: Int) -> String {
    let full = percent == 0 ? 0 : max(1, (percent + 5) / 10)
    return String(repeating: "█", count: full) + String(repeating: "░", count: 10 - full)
  }

  /// The pet's face, five characters.
  static func face(_ pet: PetReading) -> String {
    switch (pet.stage, pet.health.mood) {
    case (.washing, _): "(~o~)"
    case (.drying, _): "(=o=)"
    case (_, .happy): "(^_^)"
    case (_, .neutral): "(-_-)"
    case (_, .sad): "(._.)"
    case (_, .verySad): "(T_T)"
    case (_, .dead): "(X_X)"
    }
  }
}

extension LaundryGlance {
  /// The line of `hsync today`: `laundry: Snowy is ready for the dryer, Rex needs some laundry love, and 3 more`.
  var line: String {
    let shown = urgent.prefix(3).map { pet -> String in
      let name = pet.pet.name.onOneLine
      if pet.stage.isTimed, let timer = pet.timer { return "\(name) is \(pet.stage.words), \(timer.text) left" }
      return pet.stage.waitingLabel == nil ? "\(name) \(pet.status)" : "\(name) is \(pet.stage.words)"
    }
    if shown.isEmpty { return "laundry: \(Quantity.count(count, "pet")), nothing to do" }
    let rest = urgent.count - shown.count
    return "laundry: \(shown.joined(separator: "; "))\(rest > 0 ? "; and \(rest) more: hsync laundry" : "")"
  }
}
