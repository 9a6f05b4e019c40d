import DietPlan
import HealthModel
import HealthStore

/// Changes of the plan. Each is one change that `Library.undo` takes back.
extension DietDesk {
  /// The answers of the set-up so far; of a first one, the presets.
  ///
  /// - Parameter today: The start that is preset.
  package func answers(today: Day) throws -> DietAnswers {
    var answers = try records.answers(today: today) ?? DietAnswers(draft: DietDraft(start: today))
    // A plan that has ended starts anew today.
    if case .stopped? = try history().state(on: today) { answers.draft.start = today }
    return answers
  }

  /// The weight that the set-up presets, kg: the latest one of the last year, else by sex. `nil` = neither is known.
  package func presetWeightKg(sex: DietSex?, today: Day) throws -> Double? {
    let latest = try WeightLog(library, as: settings).latest(1).first.flatMap { today.adding(-365) <= $0.day ? $0.kg : nil }
    return DietDraft.presetWeightKg(sex: sex, lastLogged: latest)
  }

  /// Keeps answers of a set-up that isn't finished.
  package func keep(_ answers: DietAnswers, at now: Moment) throws {
    try records.change("answered a question of the diet plan", answers: answers, at: now)
  }

  /// Sets the plan up, or changes its answers: with the same start the plan goes on, with another one it starts anew.
  ///
  /// - Throws: `DietError.faults` with all reasons for refusing the answers.
  package func setUp(_ answers: DietAnswers, at now: Moment) throws {
    let history = try history()
    let today = now.day
    let current = history.version(on: today)
    let goesOn = history.runningVersion(on: today)?.plan.day == answers.draft.start
    let profile = try DietDesk.checked(answers.draft, isRunning: goesOn, today: today)
    let day = history.day(forStart: answers.draft.start, today: today)
    let event = try version(profile, of: goesOn ? current?.plan : nil, start: answers.draft.start, from: day, at: now)
    let isChanged = !goesOn || current?.profile != profile
    try add(
      isChanged ? [event] : [], title: current == nil ? "set up the diet plan" : "set up the diet plan again", answers: answers,
      to: history, from: day, at: now)
  }

  /// Changes the profile in force, the choices about notices, or both. The plan goes on; past days keep what they had.
  ///
  /// - Returns: Whether anything changed.
  /// - Throws: `DietError`: no plan is set up, it is stopped, or the new values are refused.
  @discardableResult
  package func edit(at now: Moment, _ change: (_ draft: inout DietDraft, _ notices: inout NoticeChoice) throws -> Void) throws -> Bool {
    let today = now.day
    let history = try history(on: today)
    guard let current = history.version(on: today) else { throw DietError.notSetUp }
    if case .stopped(let since)? = history.state(on: today) { throw DietError.faults([.alreadyStopped(since: since)]) }
    let stored = try answers(today: today)
    var draft = DietDraft(current.profile, start: current.plan.day)
    var notices = stored.notices
    try change(&draft, &notices)
    let profile = try DietDesk.checked(draft, isRunning: true, today: today)
    guard profile != current.profile || notices != stored.notices else { return false }
    let event = try version(profile, of: current.plan, start: current.plan.day, from: today, at: now)
    try add(
      profile == current.profile ? [] : [event], title: "changed the diet plan", answers: DietAnswers(draft: draft, notices: notices),
      to: history, from: today, at: now)
    return true
  }

  /// Pauses the plan: its days stop counting, at maintenance energy.
  ///
  /// - Parameters:
  ///   - first: The first day of the pause, today or later.
  ///   - last: The last one; `nil` = until the plan is resumed.
  /// - Throws: `DietError`.
  package func pause(from first: Day, through last: Day?, at now: Moment) throws {
    let history = try history(on: now.day)
    if first < now.day { throw DietError.faults([.dayHasPassed(first, today: now.day)]) }
    guard let plan = history.version(on: first)?.plan else { throw DietError.notSetUp }
    if let last, last < first { throw DietError.faults([.dayHasPassed(last, today: first)]) }
    try require(history, .pause(plan: plan.id), on: first, today: now.day)
    var events = [DietEvent(id: try newID(on: first, at: now), day: first, .pause(plan: plan.id))]
    if let last { events.append(DietEvent(id: try newID(on: last.adding(1), at: now), day: last.adding(1), .resume(plan: plan.id))) }
    try add(events, title: "paused the diet plan", to: history, from: first, at: now)
  }

  /// Continues a paused plan today.
  ///
  /// - Throws: `DietError`.
  package func resume(at now: Moment) throws {
    try end("resumed the diet plan", at: now) { .resume(plan: $0) }
  }

  /// Ends the plan: today is the first day without it.
  ///
  /// - Throws: `DietError`.
  package func stop(at now: Moment) throws {
    try end("stopped the diet plan", at: now) { .stop(plan: $0) }
  }

  /// Notes that an explanation and milestones of the plan of a day were shown. A library that can't be written is left as it is.
  package func keepShown(_ topics: [DietTopic] = [], _ milestones: [DietMilestone] = [], on day: Day, at now: Moment) {
    guard !topics.isEmpty || !milestones.isEmpty, let history = try? history() else { return }
    let plan = history.version(on: day)?.plan.id
    // The same ids on each device, so that what two of them note is one entry.
    let lessons = topics.filter { !history.isShown($0) }.map { DietEvent(id: "lesson/\($0.rawValue)", day: day, .lesson($0)) }
    let passed = milestones.compactMap { milestone in
      plan.map { DietEvent(id: "\($0)/\(milestone.id)", day: day, .milestone(milestone, plan: $0, answer: nil)) }
    }
    try? records.keepShown(lessons + passed, at: now)
  }

  /// Keeps the answer to the check-in of the second day.
  ///
  /// - Throws: `DietError`.
  package func answerCheckIn(_ answer: Bool, at now: Moment) throws {
    let history = try history(on: now.day)
    guard let plan = history.version(on: now.day)?.plan.id else { throw DietError.notSetUp }
    let event = DietEvent(id: "\(plan)/\(DietMilestone.checkIn.id)", day: now.day, .milestone(.checkIn, plan: plan, answer: answer))
    try records.change("answered the check-in", adding: [event], at: now)
  }

  // MARK: - Parts

  private func end(_ title: String, at now: Moment, _ content: (_ plan: String) -> DietEvent.Content) throws {
    let history = try history(on: now.day)
    guard let plan = history.version(on: now.day)?.plan else { throw DietError.notSetUp }
    try require(history, content(plan.id), on: now.day, today: now.day)
    let event = DietEvent(id: try newID(on: now.day, at: now), day: now.day, content(plan.id))
    try add([event], title: title, to: history, from: now.day, at: now)
  }

  /// Adds entries, and deletes later ones, which would override them.
  private func add(
    _ events: [DietEvent], title: String, answers: DietAnswers? = nil, to history: DietHistory, from day: Day, at now: Moment
  ) throws {
    let overridden = events.isEmpty ? [] : history.entries(after: day)
    try records.change(title, answers: answers, adding: events, deleting: overridden, at: now)
  }

  private func require(_ history: DietHistory, _ content: DietEvent.Content, on day: Day, today: Day) throws {
    if let fault = history.fault(adding: content, on: day, today: today) { throw DietError.faults([fault]) }
  }

  /// An id for a new entry that sorts behind those of its day, also when the clock was set back.
  private func newID(on day: Day, at now: Moment) throws -> String {
    let latest = try records.events().filter { $0.day == day }.compactMap { DietDesk.ms(ofID: $0.id) }.max()
    return RecordID.make(atMs: max(now.ms, latest.map { $0 + 1 } ?? now.ms))
  }

  /// The milliseconds in a UUIDv7: its first 48 bits. `nil` for other ids.
  private static func ms(ofID id: String) -> Int64? {
    guard RecordID.isUUID(id) else { return nil }
    return Int64(id.prefix(13).filter { $0 != "-" }, radix: 16)
  }

  private func version(
    _ profile: DietProfile, of plan: PlanStart?, start: Day, from day: Day, at now: Moment
  ) throws -> DietEvent {
    let id = try newID(on: day, at: now)
    return DietEvent(id: id, day: day, .profile(profile, plan: plan ?? PlanStart(id: id, day: start)))
  }

  /// - Parameter isRunning: The start of a plan that goes on may be any.
  private static func checked(_ draft: DietDraft, isRunning: Bool, today: Day) throws -> DietProfile {
    var draft = draft
    if isRunning { draft.start = today }
    do throws(DietFaults) {
      return try draft.profile(today: today)
    } catch {
      throw DietError.faults(error.faults)
    }
  }
}
