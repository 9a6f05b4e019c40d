import DietPlan
import HealthModel
import HealthStore

/// The diet plan of a library: its days, set-up, explanations and history. Everything that is shown is computed when it is read.
package struct DietDesk: Sendable {
  let library: Library
  let settings: HealthSettings
  let records: DietRecords

  /// The plan of a library, with health data on the days that `settings` make of them.
  package init(_ library: Library, settings: HealthSettings) {
    self.library = library
    self.settings = settings
    records = DietRecords(library)
  }

  /// The most days of a history: ten years.
  package static let mostDays = 3653
}

// MARK: - Reading

extension DietDesk {
  /// The plan on a day.
  ///
  /// - Parameter today: The local day. On other days, the milestones are those of the day, whether they were shown or not.
  /// - Throws: `DietError.notSetUp`.
  package func glance(on day: Day, today: Day) throws -> DietGlance {
    SummaryLog(library, as: settings).follow()
    return try reading {
      let history = try history(on: day)
      let log = try reader.log(of: day...day)
      guard let shown = DietDay(day, history: history, log: log) else { throw DietError.notSetUp }
      let milestones =
        day == today ? history.openMilestones(on: day) : shown.state.position.map { DietMilestone.on(planDay: $0.planDay) } ?? []
      return DietGlance(
        today: today, day: shown, history: history, lesson: day == today ? history.lesson(for: shown) : nil, milestones: milestones,
        review: try review(milestones, of: day, history))
    }
  }

  /// The plan on a day on which it is active; `nil` = it isn't, or there is none. Without a plan it takes one statement.
  package func activeGlance(on day: Day, today: Day) throws -> DietGlance? {
    try history().state(on: day)?.isActive == true ? glance(on: day, today: today) : nil
  }

  /// The days of a range on which the plan was set up, in their order.
  ///
  /// - Parameter days: Where it is longer than `mostDays`, it begins later.
  /// - Throws: `DietError.notSetUp`.
  package func days(_ days: ClosedRange<Day>) throws -> [DietDay] {
    SummaryLog(library, as: settings).follow()
    return try reading {
      let history = try history(on: days.upperBound)
      let earliest = days.upperBound.adding(1 - DietDesk.mostDays)
      let first = max(days.lowerBound, earliest, history.versions.first?.from ?? earliest)
      let log = try reader.log(of: first...days.upperBound)
      return (first.number...days.upperBound.number).compactMap { DietDay(Day(number: $0), history: history, log: log) }
    }
  }

  /// The answer to a topic for a day.
  ///
  /// - Throws: `DietError.notSetUp`.
  package func why(_ topic: DietTopic, on day: Day) throws -> DietWhy {
    let glance = try glance(on: day, today: day)
    return DietWhy(topic, on: glance.day, history: glance.history)
  }

  /// The topics that were looked at before.
  package func seenTopics() throws -> Set<DietTopic> {
    let history = DietHistory(try records.events())
    return Set(DietTopic.allCases.filter(history.isShown))
  }

  /// The history of the plan; empty if none was ever set up.
  package func history() throws -> DietHistory { DietHistory(try records.events()) }

  /// The history of a plan that is set up on a day.
  func history(on day: Day) throws -> DietHistory {
    let history = try history()
    guard let first = history.versions.first else { throw DietError.notSetUp }
    guard first.from <= day else { throw DietError.notYetSetUp(on: day, first: first.from) }
    return history
  }

  /// Reads as of one moment. A transaction passes on only the library's own errors, so those of the plan are kept beside it.
  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    var failure: DietError?
    do {
      return try library.read { _ in
        do { return try body() } catch let error as DietError {
          failure = error
          throw error
        }
      }
    } catch {
      throw failure ?? error
    }
  }

  var reader: DietLogReader { DietLogReader(library, as: settings) }

  private func review(_ milestones: [DietMilestone], of day: Day, _ history: DietHistory) throws -> DietReview? {
    for case .review(let planDay) in milestones.reversed() { return try review(planDay: planDay, on: day, history) }
    return nil
  }

  private func review(planDay: Int, on day: Day, _ history: DietHistory) throws -> DietReview? {
    guard let plan = history.version(on: day)?.plan, plan.day <= day, day.number - plan.day.number < DietReview.reach else { return nil }
    return DietReview(planDay: planDay, on: day, history: history, log: try reader.log(of: plan.day...day))
  }
}
