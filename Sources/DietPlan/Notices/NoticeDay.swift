import HealthModel

/// The notices of one day, in no order.
struct NoticeDay {
  private let day: Day
  private let version: DietVersion
  private let state: DietState
  private let history: DietHistory
  private let log: DietLog
  private let choice: NoticeChoice
  private let zone: ZoneRules

  /// `nil` = the plan isn't set up, hasn't started or is stopped.
  init?(_ day: Day, history: DietHistory, log: DietLog, choice: NoticeChoice, zone: ZoneRules) {
    guard let version = history.version(on: day), let state = history.state(on: day) else { return nil }
    switch state {
    case .notStarted, .stopped: return nil
    case .running, .paused, .steady: break
    }
    (self.day, self.version, self.state, self.history) = (day, version, state, history)
    (self.log, self.choice, self.zone) = (log, choice, zone)
  }

  /// On a paused day only the reminder to weigh oneself, if that was chosen.
  var notices: [DietNotice] {
    guard state.isActive else { return weighIn }
    let absentDays = self.absentDays
    guard absentDays <= DietNotices.absences.max() ?? 0 else { return [] }
    return weighIn + meals + milestones + absence(absentDays)
  }

  /// Days in a row without a log, today included; days before the start and paused days don't count.
  private var absentDays: Int {
    let before = (history.activeSince(on: day) ?? day).adding(-1)
    let last = max(log.lastLoggedDay(through: day) ?? before, before)
    return day.number - last.number
  }

  private func absence(_ days: Int) -> [DietNotice] {
    guard DietNotices.absences.contains(days) else { return [] }
    let streak = LoggingStreak(loggedDays: log.loggedDays, today: day)
    return [notice("\(day)/absence", at: choice.absenceMinute, .absence(days: days, streakDays: streak.days))]
  }

  private var weighIn: [DietNotice] {
    guard let minute = choice.weighInMinute, log.weights.entry(on: day) == nil else { return [] }
    return [notice("\(day)/weight", at: minute, .weighIn)]
  }

  private var milestones: [DietNotice] {
    guard let position = state.position else { return [] }
    return DietMilestone.on(planDay: position.planDay).compactMap { milestone in
      guard !history.isShown(milestone, of: version.plan.id), let content = content(of: milestone) else { return nil }
      return notice("\(version.plan.id)/\(milestone.id)", at: choice.milestoneMinute, content)
    }
  }

  /// `nil` = there is nothing to announce: the floor can make diet and maintenance days equal.
  private func content(of milestone: DietMilestone) -> DietNotice.Content? {
    let diet = DietTarget.kcal(version.profile, in: .diet)
    let maintenance = DietTarget.kcal(version.profile, in: .maintenance)
    switch milestone {
    case .checkIn: return .checkIn
    case .dietBegins: return diet < maintenance ? .caloriesFall(fromKcal: maintenance, toKcal: diet) : nil
    case .maintenanceBegins: return diet < maintenance ? .caloriesRise(fromKcal: diet, toKcal: maintenance) : nil
    case .cycleCompleted(let cycle): return .cycleCompleted(cycle: cycle)
    case .review(let planDay): return .review(planDay: planDay)
    }
  }

  /// Two for each eating time. Times that daylight saving moves onto the same instant count once.
  private var meals: [DietNotice] {
    guard version.profile.goal == .lose, version.profile.window != nil else { return [] }
    var instants: Set<Int64> = []
    return version.profile.mealTimes.filter { (0..<1440).contains($0) }.flatMap { minute -> [DietNotice] in
      let eating = zone.moment(on: day, minute: minute)
      return instants.insert(eating.ms).inserted ? self.meal(minute, eatingAtMs: eating.ms) : []
    }
  }

  private func meal(_ minute: Int, eatingAtMs ms: Int64) -> [DietNotice] {
    // Instants are shifted, not clock times: half an hour before 03:15 is 01:45 on the night when 02:00 becomes 03:00.
    let leadMs = Int64(DietNotices.leadMin) * 60_000
    let slot = MealSlot(usualAt: Moment(ms: Int64(minute) * 60_000, utcOffsetMin: 0))
    let isLogged = log.hasMealLogged(in: ms...(ms + leadMs))
    let variant = abs(day.number) + minute
    return [
      notice("\(day)/meal-\(minute)/prepare", atMs: ms - leadMs, untilMs: ms, .prepare(slot, eatMinute: minute)),
      notice(
        "\(day)/meal-\(minute)/after", atMs: ms + leadMs, untilMs: ms + 3 * leadMs,
        isLogged ? .thanks(slot, variant: variant) : .reminder(slot)),
    ]
  }

  /// A notice at a local time that is of use until the end of the day.
  private func notice(_ id: String, at minute: Int, _ content: DietNotice.Content) -> DietNotice {
    let fire = zone.moment(on: day, minute: min(max(minute, 0), 1439)).ms
    return notice(id, atMs: fire, untilMs: max(fire, zone.moment(on: day.adding(1), minute: 0).ms - 1), content)
  }

  private func notice(_ id: String, atMs ms: Int64, untilMs: Int64, _ content: DietNotice.Content) -> DietNotice {
    DietNotice(id: "diet/\(id)", day: day, fireAt: zone.moment(atMs: ms), notAfterMs: untilMs, voice: choice.voice, content: content)
  }
}
