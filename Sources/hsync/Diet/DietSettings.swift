import DietPlan
import HealthDesk
import HealthModel
import HealthStore

/// The profile in force and the choices about notices.
struct DietSettings {
  let plan: PlanStart
  let profile: DietProfile
  let state: DietState
  let notices: NoticeChoice

  /// The settings today.
  ///
  /// - Throws: `DietError.notSetUp`.
  init(_ session: DietSession) throws {
    let today = session.now.day
    guard let version = try session.desk.history().version(on: today), let state = try session.desk.history().state(on: today) else {
      throw DietError.notSetUp
    }
    (plan, profile, self.state) = (version.plan, version.profile, state)
    notices = try session.desk.answers(today: today).notices
  }

  /// A setting a line.
  var lines: [String] {
    var columns = Columns([.left, .left], elastic: 1)
    for (name, value) in rows { columns.add([name, value]) }
    return columns.lines(within: Terminal.room)
  }

  private var rows: [(String, String)] {
    var rows = [
      ("start", "\(plan.day)"), ("state", stateWords), ("gender", DietWords.name(profile.sex)), ("age", "\(profile.age)"),
      ("height", "\(Quantity.rounded(profile.heightCm, steps: 100)) cm"), ("weight", Quantity.weight(profile.weightKg)),
      ("body fat", profile.bodyFatPercent.map { "\(Quantity.rounded($0, steps: 10)) %" } ?? "not known"),
      ("activity", DietWords.name(profile.activity)), ("goal", DietWords.name(profile.goal)),
    ]
    if let window = profile.window {
      rows += [("window", DietWords.span(window)), ("eating times", profile.mealTimes.map(DietWords.clock).joined(separator: ", "))]
    }
    if profile.goal == .lose { rows.append(("factor", profile.factor.rawValue)) }
    return rows + [
      ("macros", profile.lockedWeightKg.map { "locked at \(Quantity.weight($0))" } ?? "follow the latest weight"),
      ("active energy", profile.activeShare == 0 ? "not added" : "\(Quantity.rounded(profile.activeShare * 100, steps: 1)) % added"),
      ("notices", notices.isOn ? notices.voice.rawValue : "off"),
      ("weigh-in", notices.weighInMinute.map(DietWords.time) ?? "no reminder"),
    ]
  }

  private var stateWords: String {
    switch state {
    case .running(let position): "day \(position.planDay), \(DietWords.name(position.phase))"
    case .steady: "running"
    case .notStarted(let days): "starts in \(Quantity.count(days, "day"))"
    case .paused(_, let since): "paused since \(since)"
    case .stopped(let since): "stopped since \(since)"
    }
  }

  /// As in the JSON contract (`docs/json.md`).
  var json: JSON {
    .object([
      ("plan", .object([("id", .string(plan.id)), ("start", .string(plan.day.description)), ("state", .string(stateName))])),
      ("profile", profileJSON),
      (
        "notices",
        .object([
          ("on", .bool(notices.isOn)), ("voice", .string(notices.voice.rawValue)),
          ("weigh_in", JSON(notices.weighInMinute.map(DietWords.time))),
          ("milestones", .string(DietWords.time(notices.milestoneMinute))), ("absence", .string(DietWords.time(notices.absenceMinute))),
        ])
      ),
    ])
  }

  private var stateName: String {
    switch state {
    case .running, .steady: "running"
    case .notStarted: "not_started"
    case .paused: "paused"
    case .stopped: "stopped"
    }
  }

  private var profileJSON: JSON {
    .object([
      ("sex", .string(profile.sex.rawValue)), ("age", JSON(profile.age)), ("height_cm", JSON(profile.heightCm)),
      ("weight_kg", JSON(profile.weightKg)), ("body_fat_percent", JSON(number: profile.bodyFatPercent)),
      ("activity", .string(profile.activity.rawValue)), ("goal", .string(profile.goal.rawValue)),
      ("window", JSON(profile.window.map { "\(DietWords.time($0.startMin))-\(DietWords.time($0.endMin))" })),
      ("meals", .array(profile.mealTimes.map { .string(DietWords.time($0)) })), ("factor", .string(profile.factor.rawValue)),
      ("locked_weight_kg", JSON(number: profile.lockedWeightKg)), ("active_share", JSON(profile.activeShare)),
    ])
  }
}
