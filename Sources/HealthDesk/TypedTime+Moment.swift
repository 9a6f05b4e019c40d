import HealthModel
import WeekPlan

extension TypedTime {
  /// The instant that is meant.
  ///
  /// A time alone keeps the day of `kept`, a day alone keeps its time. A time that daylight saving skips is moved on, as clocks are; of one that
  /// comes twice, the first is taken.
  ///
  /// - Parameters:
  ///   - now: The user's time, from which `yesterday` and weekdays are counted, backwards.
  ///   - kept: The time that is changed; `nil` = now.
  ///   - slot: The meal of the day, if it is known: a day alone then means the usual time of that meal.
  /// - Throws: For a time before 1970-01-02, and after the year 9999.
  package func moment(at now: Moment, keeping kept: Moment? = nil, slot: MealSlot? = nil, by clock: any WallClock) throws(TypedFault)
    -> Moment
  {
    let kept = kept ?? now
    guard day != nil || self.clock != nil else { return now }
    let day = day?.day(from: now.day, .past) ?? kept.day
    guard TypedTime.days.contains(day) else {
      throw TypedFault("\(day) is out of range", hint: "days are from \(TypedTime.days.lowerBound) on")
    }
    let usual = slot.flatMap { slot in PlannedMeal.allCases.first { $0.slot == slot }?.usualMinute }
    let (minute, second) = (self.clock?.minute ?? usual ?? kept.minuteOfDay, self.clock?.second ?? 0)
    if let offsetMin {
      return Moment(ms: (Int64(day.number) * 86_400 + Int64((minute - offsetMin) * 60 + second)) * 1000, utcOffsetMin: offsetMin)
    }
    let start = clock.moment(on: day, hour: minute / 60, minute: minute % 60)
    return Moment(ms: start.ms + Int64(second) * 1000, utcOffsetMin: start.utcOffsetMin)
  }

  /// The days that can be meant, wherever the user is: records hold times from 1970 to 9999.
  private static let days = Day(number: 1)...Moment(ms: NumberRules.timesMs.upperBound, utcOffsetMin: 0).day.adding(-1)
}

/// The reason to ask whether a typed time is meant.
package enum TimeDoubt: Sendable, Equatable {
  /// It is on a day after today. A time later today is taken as it is: people log a meal while they cook it.
  case future
  /// It is more than a year ago, 366 days.
  case longAgo

  /// The doubt about a time, in the user's zone; `nil` = there is none.
  package init?(_ moment: Moment, at now: Moment, by clock: any WallClock) {
    self.init(clock.moment(atMs: moment.ms).day, today: now.day)
  }

  /// The doubt about a day.
  package init?(_ day: Day, today: Day) {
    if day > today {
      self = .future
    } else if day < today.adding(-366) {
      self = .longAgo
    } else {
      return nil
    }
  }

  /// `2062-11-10 is in the future`, `1990-11-10 is more than a year ago`.
  package func words(_ day: Day) -> String {
    switch self {
    case .future: "\(day) is in the future"
    case .longAgo: "\(day) is more than a year ago"
    }
  }
}
