import HealthModel

/// The history of the plan: what was in force on any day.
///
/// An answer about a day uses the entries dated up to that day and nothing else. So it doesn't depend on when it is asked, and entries made
/// later don't change the past, as long as they aren't dated back (`fault(adding:on:today:)`).
package struct DietHistory: Sendable {
  /// The versions of the profile, ascending by day, then id.
  package let versions: [DietVersion]
  /// Entries about milestones and lessons that were shown: a few dozen at most.
  private let shown: [Shown]
  /// Pauses, resumptions and stops by plan, ascending by day, then id.
  private let changes: [String: [Change]]

  private enum Shown: Equatable {
    case milestone(DietMilestone, plan: String)
    case lesson(DietTopic)
  }

  private enum ChangeKind { case pause, resume, stop }

  private struct Change {
    let id: String
    let day: Day
    let kind: ChangeKind
  }

  /// Builds the history of entries in any order.
  package init(_ events: [DietEvent]) {
    var versions: [DietVersion] = []
    var changes: [String: [Change]] = [:]
    var shown: [Shown] = []
    for event in events.sorted(by: { ($0.day, $0.id) < ($1.day, $1.id) }) {
      switch event.content {
      case .profile(let profile, let plan): versions.append(DietVersion(id: event.id, from: event.day, profile: profile, plan: plan))
      case .pause(let plan): changes[plan, default: []].append(Change(id: event.id, day: event.day, kind: .pause))
      case .resume(let plan): changes[plan, default: []].append(Change(id: event.id, day: event.day, kind: .resume))
      case .stop(let plan): changes[plan, default: []].append(Change(id: event.id, day: event.day, kind: .stop))
      case .milestone(let milestone, let plan, _): shown.append(.milestone(milestone, plan: plan))
      case .lesson(let topic): shown.append(.lesson(topic))
      }
    }
    self.versions = versions
    self.changes = changes
    self.shown = shown
  }

  /// The version in force on a day. `nil` = the plan wasn't set up yet.
  package func version(on day: Day) -> DietVersion? { versions.last { $0.from <= day } }

  /// The version in force on a day of a plan that goes on, be it paused. `nil` = there is none, or it is stopped.
  package func runningVersion(on day: Day) -> DietVersion? {
    if case .stopped? = state(on: day) { nil } else { version(on: day) }
  }

  /// The state on a day. `nil` = the plan wasn't set up yet.
  package func state(on day: Day) -> DietState? {
    guard let version = version(on: day) else { return nil }
    let run = run(of: version.plan, on: day)
    if let stoppedOn = run.stoppedOn { return .stopped(since: stoppedOn) }
    if day < version.plan.day { return .notStarted(days: version.plan.day.number - day.number) }
    guard version.profile.goal == .lose else { return .steady }
    let position = PhasePosition(planDay: run.planDay)
    return run.pausedSince.map { .paused(position, since: $0) } ?? .running(position)
  }

  /// The first day of the days without a pause that lead up to a day: the start of the plan or the last resumption. `nil` = not set up, not
  /// started, paused or stopped.
  package func activeSince(on day: Day) -> Day? {
    guard let version = version(on: day), state(on: day)?.isActive == true else { return nil }
    return max(version.plan.day, run(of: version.plan, on: day).resumedOn ?? version.plan.day)
  }

  /// The weight that the profile in force on a day states, kg, and the first day on which it stated that. `nil` = not set up yet.
  package func profileWeight(on day: Day) -> (kg: Double, since: Day)? {
    guard var index = versions.lastIndex(where: { $0.from <= day }) else { return nil }
    let kg = versions[index].profile.weightKg
    while index > 0, versions[index - 1].profile.weightKg == kg { index -= 1 }
    return (kg, versions[index].from)
  }

  /// Whether a milestone of a plan was shown or answered.
  package func isShown(_ milestone: DietMilestone, of plan: String) -> Bool { shown.contains(.milestone(milestone, plan: plan)) }

  /// Whether an explanation was shown.
  package func isShown(_ topic: DietTopic) -> Bool { shown.contains(.lesson(topic)) }

  /// Ids of versions, pauses, resumptions and stops dated after a day. A clock that ran ahead leaves such entries. A caller that adds an
  /// entry dated `day` should delete their records, so that they don't override the new one later. That changes no past day.
  package func entries(after day: Day) -> [String] {
    (versions.filter { $0.from > day }.map(\.id) + changes.values.joined().filter { $0.day > day }.map(\.id)).sorted()
  }

  private struct Run {
    var planDay = 1
    var pausedSince: Day?
    var resumedOn: Day?
    var stoppedOn: Day?
  }

  /// Counts the days from the start without paused ones: a pause on the 5th day and a resumption three days later make that one the 5th
  /// day.
  private func run(of plan: PlanStart, on day: Day) -> Run {
    var run = Run()
    var pausedDays = 0
    for change in changes[plan.id] ?? [] {
      guard change.day <= day else { break }
      switch change.kind {
      case .pause: run.pausedSince = run.pausedSince ?? change.day
      case .resume:
        guard let since = run.pausedSince else { continue }
        pausedDays += max(0, change.day.number - max(since, plan.day).number)
        (run.pausedSince, run.resumedOn) = (nil, change.day)
      case .stop:
        run.stoppedOn = change.day
        return run
      }
    }
    let last = run.pausedSince.map { max($0, plan.day) } ?? day
    run.planDay = last.number - plan.day.number - pausedDays + 1
    return run
  }
}
