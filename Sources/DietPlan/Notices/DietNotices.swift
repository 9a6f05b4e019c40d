import HealthModel

/// The notices that the plan wants.
package enum DietNotices {
  /// Days in a row without a log that get a message. After the last one, there are no notices until the next log.
  package static let absences = [1, 3, 7]

  /// Minutes before an eating time at which to prepare, and after it at which to look for a meal.
  package static let leadMin = 30

  /// The notices of some days, ascending by time. Ids are unique.
  ///
  /// Those of the past are included; the caller drops what has fired or is no longer of use. Ask again after each change of logs, history,
  /// choices or zone: a later log turns a reminder into thanks, or removes a message about missing logs.
  ///
  /// - Parameter zone: The rules of the zone in which the user is now.
  package static func wanted(
    on days: ClosedRange<Day>, history: DietHistory, log: DietLog, choice: NoticeChoice, zone: ZoneRules
  ) -> [DietNotice] {
    guard choice.isOn else { return [] }
    let all = (days.lowerBound.number...days.upperBound.number).flatMap { number in
      NoticeDay(Day(number: number), history: history, log: log, choice: choice, zone: zone)?.notices ?? []
    }
    // An edit that moves the start of a plan may repeat a milestone.
    var ids: Set<String> = []
    return all.sorted { ($0.fireAt.ms, $0.id) < ($1.fireAt.ms, $1.id) }.filter { ids.insert($0.id).inserted }
  }
}
