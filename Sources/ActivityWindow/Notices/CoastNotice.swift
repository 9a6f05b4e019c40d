import HealthModel

/// A notice that is wanted: when it fires, and the facts for its text.
package struct CoastNotice: Sendable, Hashable {
  /// The subject of a notice. The order is that of importance when there are more than may be sent.
  package enum Kind: String, Sendable, CaseIterable, Comparable {
    /// The best window of a day, on that day.
    case best
    /// The second window of a day, on that day.
    case backup
    /// The best window of the next day, in the morning.
    case tomorrow
    /// A window of the next day that starts before the morning's notices, in the evening.
    case evening
    /// Too hot for a run with the dog today.
    case heat

    package static func < (a: Kind, b: Kind) -> Bool { a.rank < b.rank }

    private var rank: Int { Kind.allCases.firstIndex(of: self) ?? Kind.allCases.count }
  }

  /// The text to use. The raw value is its name.
  package enum Template: String, Sendable, CaseIterable {
    /// The best window with a mean of 85 or more.
    case perfect
    /// The best window with a mean of 70 or more.
    case good
    /// The second window of a day.
    case backup
    /// A window of the next day.
    case tomorrow
    /// Too hot for a run with the dog.
    case heatWarning = "heat_warning"
  }

  /// The same for the same mode, kind, date and index: sixteen hexadecimal digits. A new plan replaces the notice by it.
  package let id: String
  /// The mode.
  package let mode: ActivityMode
  /// The subject.
  package let kind: Kind
  /// The text to use.
  package let template: Template
  /// The local date of the window at the place; of a heat warning the day that is too hot.
  package let date: Day
  /// The window. `nil` of a heat warning.
  package let window: GoodWindow?
  /// The backup that the same message announces as well, because it would have been sent in the same minute.
  package let also: GoodWindow?
  /// The part of the day in which the day's best window starts, for a backup that isn't the best. `nil` of other notices.
  package let bestPart: DayPart?
  /// The text of a positive chip that holds for every hour of the window: `Waves calm`. `nil` when there is none.
  package let topReason: String?
  /// The dog's name, or "your dog".
  package let dogName: String
  /// The time at which it fires, milliseconds since 1970.
  package let fireMs: Int64
  /// It must not fire at or after this time, milliseconds since 1970: the window's start, or the end of the hours that are too hot.
  package let notAfterMs: Int64

  /// `Swim window`, `Swim with Rex`, `Run window`, `Run with Rex`.
  package var title: String {
    let verb = mode.isSwim ? "Swim" : "Run"
    return mode.hasDog ? "\(verb) with \(dogName)" : "\(verb) window"
  }

  /// The mean score, 70…100. `nil` of a heat warning.
  package var meanScore: Double? { window?.meanScore }

  /// The link that it opens: to the start of the window; of a heat warning, to noon of the day.
  package var link: DeepLink { DeepLink(hour: window?.startTime ?? LocalText.time(date, 720), mode: mode) }

  /// The category for actions.
  package static let category = "activity_window"

  /// The starts of the windows that it announces, milliseconds since 1970.
  package var announcedMs: [Int64] { [window, also].compactMap { $0?.startMs } }

  /// The notice with the time of an earlier plan, if that is still to come on the same day and the new one has passed: quiet hours that end
  /// earlier than before must not lose it.
  func keeping(_ planned: CoastNotice?, after inputs: NoticeInputs) -> CoastNotice {
    guard let planned, fireMs <= inputs.nowMs, planned.fireMs > inputs.nowMs,
      inputs.deviceZone.moment(atMs: planned.fireMs).day == inputs.deviceZone.moment(atMs: fireMs).day
    else { return self }
    return CoastNotice(
      id: id, mode: mode, kind: kind, template: template, date: date, window: window, also: also, bestPart: bestPart,
      topReason: topReason, dogName: dogName, fireMs: planned.fireMs, notAfterMs: notAfterMs)
  }

  /// Its id, and that of the backup that shares its message.
  var ids: [String] { also == nil ? [id] : [id, CoastNotice.id(mode, .backup, date, 1)] }

  /// The hash of mode, kind, date and index.
  static func id(_ mode: ActivityMode, _ kind: Kind, _ date: Day, _ index: Int) -> String {
    StableHash("\(mode.rawValue)|\(kind.rawValue)|\(date)|\(index)").text
  }
}

/// A part of the day, for texts. The raw value is its name.
package enum DayPart: String, Sendable, CaseIterable {
  /// Before 12:00.
  case morning
  /// From 12:00.
  case afternoon
  /// From 17:00.
  case evening

  /// The part that a minute of the day is in.
  package init(minute: Int) { self = minute < 720 ? .morning : minute < 1020 ? .afternoon : .evening }
}

extension GoodWindow {
  /// The part of the day in which it starts, by the clock at the place.
  package var dayPart: DayPart { DayPart(minute: startMinute) }
}
