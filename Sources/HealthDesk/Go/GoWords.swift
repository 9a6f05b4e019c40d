import ActivityWindow
import Forecast
import HealthModel

/// The words of activity windows that commands and pages share.
package struct GoWords: Sendable {
  /// The dog's name, or "your dog".
  package let dogName: String

  /// The words for a profile.
  package init(_ profile: CoastProfile) { dogName = profile.dog?.name ?? Dog.fallbackName }

  /// `Swim`, `Swim with Rex`, `Run`, `Run with Rex`.
  package func title(_ mode: ActivityMode) -> String { (mode.isSwim ? "Swim" : "Run") + (mode.hasDog ? " with \(dogName)" : "") }

  /// `Heavy rain`, `Too hot for Rex`.
  package func reason(_ gate: Gate) -> String { gate == .tooHotForDog ? "Too hot for \(dogName)" : gate.rawValue }

  /// A day's best hour: `best 87 at 07:00`; `not recommended` where no hour scores above 0.
  package static func best(_ hour: PlanHour, in mode: ActivityMode) -> String {
    let score = hour.scores[mode].score
    return score == 0 ? "not recommended" : "best \(score) at \(hour.clock)"
  }

  /// The line of mood.
  package func line(_ mood: Mood) -> String {
    switch mood {
    case .dog(.tooHot): return "Paws off the pavement -- too hot for \(dogName)."
    case .dog(.earlyMorning): return "\(dogName.asTitle) says: early morning or bust."
    case .dog(.safe): return "Safe for paws. Go get sandy."
    case .tier(let tier, let index):
      let lines = GoWords.lines(tier)
      return lines[min(max(index, 0), lines.count - 1)]
    }
  }

  private static func lines(_ tier: Tier) -> [String] {
    switch tier {
    case .perfect:
      [
        "The coast is calling. Go now.", "Sea glass smooth. You know what to do.", "If the ocean could text, it'd say 'come over.'",
      ]
    case .good: ["Pretty good out there. A few things to know.", "Not bad at all. Check the details."]
    case .meh: ["Could go either way. Your call.", "Meh, but you've seen worse."]
    case .bad: ["Hard pass today. Netflix won't judge.", "The coast says not today. Trust it."]
    case .nope: ["Somewhere between 'no' and 'absolutely not.'"]
    }
  }
}

// MARK: - Age and troubles

extension GoWords {
  /// `Updated 12m ago`, `Updated 3h+ ago`.
  package static func updated(_ age: ForecastAge) -> String {
    age.freshness == .veryStale ? "Updated 3h+ ago" : "Updated \(age.minutes)m ago"
  }

  /// The age for screen readers: `Data updated 12 minutes ago`, `Data is stale, updated 4 hours ago`.
  package static func spoken(_ age: ForecastAge) -> String {
    if age.freshness == .fresh { return "Data updated \(Quantity.count(age.minutes, "minute")) ago" }
    let hours = age.minutes / 60
    return "Data is stale, updated \(hours == 0 ? Quantity.count(age.minutes, "minute") : Quantity.count(hours, "hour")) ago"
  }

  /// The lines above a forecast that isn't new or not whole, the most important first.
  ///
  /// - Parameter clock: For times in them.
  package static func banners(_ view: GoView, by clock: any WallClock) -> [String] {
    var lines: [String] = []
    if view.isOffline {
      lines.append("Offline. Showing last known forecast.")
    } else {
      lines += troubles(view, by: clock)
    }
    if let age = view.age {
      if age.cancelsNotices {
        lines.append("Forecast data is stale. Notifications paused until data refreshes.")
      } else if age.freshness == .veryStale {
        lines.append("Last update was a while ago. Data may be off.")
      }
    }
    if let error = view.cacheError { lines.append("The forecast can't be kept: \(error.message).") }
    return lines
  }

  /// A line for each part in trouble, or a single one where all have the same.
  private static func troubles(_ view: GoView, by clock: any WallClock) -> [String] {
    var (lines, shared): ([String], [String]) = ([], [])
    for part in ForecastPart.allCases {
      guard let trouble = view.troubles[part], trouble != .offline else { continue }
      let line = "\(trouble.sentence(by: clock).asTitle)."
      lines.append(line)
      shared.append(line.replacing(part.noun, with: "Open-Meteo"))
    }
    let isShared = lines.count == ForecastPart.allCases.count && shared.allSatisfy { $0 == shared[0] }
    return isShared ? [shared[0]] : lines
  }
}

// MARK: - Hours

extension GoWords {
  /// A raw value of an hour with its label.
  package struct RawValue: Sendable, Hashable {
    /// `Wave height`.
    package let label: String
    /// `0.5`. `nil` = not known.
    package let value: String?
    /// `m`; empty for an index.
    package let unit: String

    /// `0.5 m`; `-- (no data)` if it isn't known.
    package var text: String { value.map { unit.isEmpty ? $0 : "\($0) \(unit)" } ?? "-- (no data)" }
  }

  /// The values of an hour that scores look at.
  package static func rawValues(_ hour: ForecastHour) -> [RawValue] {
    [
      RawValue(label: "Wave height", value: number(hour.waveM, decimals: 2), unit: "m"),
      RawValue(label: "Wind gusts", value: number(hour.gustMs, decimals: 1), unit: "m/s"),
      RawValue(label: "Feels like", value: number(hour.feelsC, decimals: 1), unit: "°C"),
      RawValue(label: "UV index", value: number(hour.uv, decimals: 1), unit: ""),
      RawValue(label: "Air quality (EU AQI)", value: number(hour.aqiEu, decimals: 0), unit: ""),
      RawValue(label: "Rain probability", value: number(hour.precipProb, decimals: 0), unit: "%"),
      RawValue(label: "Rain amount", value: number(hour.precipMm, decimals: 1), unit: "mm"),
    ]
  }

  /// The hour in a mode for screen readers: `07:00: score 92, Perfect. Waves calm, air quality good.`
  package func spoken(_ hour: PlanHour, in mode: ActivityMode) -> String {
    let score = hour.scores[mode]
    if hour.forecast.isEmpty { return "\(hour.clock): no forecast." }
    if let gate = score.gate { return "\(hour.clock): not recommended. \(reason(gate))." }
    let reasons = hour.chips(in: mode).prefix(2).map(\.text)
    let first = "\(hour.clock): score \(score.score), \(score.tier.rawValue)."
    guard let start = reasons.first else { return first }
    return "\(first) \(([start] + reasons.dropFirst().map { $0.prefix(1).lowercased() + $0.dropFirst() }).joined(separator: ", "))."
  }

  /// The texts of an hour's chips in a mode, with the dog's name.
  package func chips(_ hour: PlanHour, in mode: ActivityMode) -> [Chip] {
    hour.chips(in: mode).map { chip in
      chip.text == Gate.tooHotForDog.rawValue
        ? Chip(factor: chip.factor, text: reason(.tooHotForDog), emoji: chip.emoji, penalty: chip.penalty) : chip
    }
  }

  /// `Waves 0.85 m, at least 0.6 m`: a rule that applied.
  package static func words(_ rule: ScoreRule) -> String {
    let (label, unit, decimals) = field(rule.field)
    func shown(_ value: Double) -> String { (number(value, decimals: decimals) ?? "--") + (unit.isEmpty ? "" : " \(unit)") }
    return "\(label) \(shown(rule.value)), \(rule.isUpperLimit ? "at most" : "at least") \(shown(rule.threshold))"
  }

  /// The place of a finished workout among the windows of its day: `in the window 07:00-09:00`.
  package static func words(_ fit: WorkoutFit) -> String {
    guard let window = fit.window else {
      return fit.bestOfDay.map { "outside the windows; the best was \(span($0))" } ?? "on a day without windows"
    }
    let (inside, all) = (Int(nearest: fit.minutesInWindows), Int(nearest: fit.minutes))
    return inside == all ? "in the window \(span(window))" : "\(inside) of \(all) min in windows, \(span(window))"
  }

  /// The short word for a value: `waves`.
  package static func noun(_ field: ForecastHour.Field) -> String { GoWords.field(field).label.lowercased() }

  private static func field(_ field: ForecastHour.Field) -> (label: String, unit: String, decimals: Int) {
    switch field {
    case .waveM: ("Waves", "m", 2)
    case .gustMs: ("Gusts", "m/s", 1)
    case .windMs: ("Wind", "m/s", 1)
    case .feelsC: ("Feels like", "°C", 1)
    case .uv: ("UV index", "", 1)
    case .aqiEu: ("Air quality index", "", 0)
    case .precipMm: ("Rain", "mm", 1)
    case .precipProb: ("Rain probability", "%", 0)
    case .wavePeriodS: ("Wave period", "s", 1)
    case .pm10: ("PM10", "µg/m³", 1)
    case .pm25: ("PM2.5", "µg/m³", 1)
    }
  }

  /// A number with at most so many decimals, none that is 0 at its end: `0.85`, `0.6`, `29`. `nil` for `nil`.
  static func number(_ value: Double?, decimals: Int) -> String? {
    guard let value, abs(value) < 1e9 else { return nil }
    let factor = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let rounded = Int(nearest: value * Double(factor))
    let (whole, rest) = (rounded.magnitude / factor.magnitude, rounded.magnitude % factor.magnitude)
    var fraction = String(rest)
    fraction = String(repeating: "0", count: max(0, decimals - fraction.count)) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return (rounded < 0 ? "-" : "") + String(whole) + (rest == 0 ? "" : "." + fraction)
  }
}

// MARK: - Days and presets

extension GoWords {
  /// `Today`, `Tomorrow`, `Wednesday Jun 4`.
  package static func title(_ day: Day, today: Day) -> String {
    if day == today { return "Today" }
    if day == today.adding(1) { return "Tomorrow" }
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let (_, month, number) = day.civil
    return "\(weekdays[day.weekday - 1]) \(months[month - 1]) \(number)"
  }

  /// The name of a preset: `Balanced`.
  package static func title(_ preset: Preset) -> String { preset.rawValue.asTitle }

  /// `Smart defaults.`
  package static func tagline(_ preset: Preset) -> String {
    switch preset {
    case .chill: "More go, fewer warnings."
    case .balanced: "Smart defaults."
    case .strict: "Only when it's really good."
    }
  }

  /// The intent of a preset, without its numbers.
  package static func description(_ preset: Preset) -> String {
    switch preset {
    case .chill: "Higher tolerance for waves, heat, and AQI."
    case .balanced: "The recommended starting point."
    case .strict: "Lower tolerance across the board."
    }
  }
}
