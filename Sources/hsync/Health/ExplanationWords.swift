import HealthDesk
import HealthModel
import HealthStore

/// The explanation of a day's numbers, in lines that can be added up by hand.
struct ExplanationWords {
  private let day: DayExplanation

  init(_ explanation: DayExplanation) { day = explanation }

  var lines: [String] {
    var lines = [Terminal.styled("\(day.day.title)  \(day.zone)", .bold)]
    if day.sums.isEmpty, day.sleep.isEmpty, day.workouts.isEmpty, day.readings.isEmpty { return lines + ["no health data"] }
    for sum in day.sums { lines += ["", "\(sum.key)  \(number(sum.total))\(basis(sum))"] + parts(of: sum) }
    for night in day.sleep { lines += ["", title(of: night)] + parts(of: night) }
    if !day.workouts.isEmpty { lines += ["", "workouts  \(day.workouts.count { $0.sameAs == nil })"] + workouts }
    if !day.readings.isEmpty { lines += [""] + readings }
    return lines
  }

  /// Returns the origin of a total, if it isn't from samples alone.
  private func basis(_ sum: DayExplanation.Sum) -> String {
    switch sum.basis {
    case .samples: ""
    case .sums: "  (no samples; sums that another program made)"
    case .samplesAndSums: "  (samples end during the day; sums that another program made say more)"
    case .share: "  (no samples; the day's even share of a longer sum that another program made)"
    case .ring: "  (no samples; what the ring showed)"
    }
  }

  private func parts(of sum: DayExplanation.Sum) -> [String] {
    var columns = Columns([.left, .right, .right, .left])
    for part in sum.parts {
      columns.add([
        part.source + (part.isUserEntered ? " (typed in)" : ""), number(part.value), Quantity.minutes(part.minutes), "counts",
      ])
      for left in part.leftOut {
        let reason = left.countsAs.map { "is \($0.replacing("_", with: " "))" } ?? "left out: \(left.because) has that time"
        columns.add(["", number(left.value), Quantity.minutes(left.minutes), reason])
      }
    }
    return columns.lines(indent: 2)
  }

  private func title(of night: DayExplanation.Night) -> String {
    let start = Moment(ms: night.startMs, utcOffsetMin: night.utcOffsetMin)
    let end = Moment(ms: night.endMs, utcOffsetMin: night.utcOffsetMin)
    let from = start.day == day.day ? start.clock : "\(start.day) \(start.clock)"
    let inBed = night.inBedMin > 0 ? ", \(Quantity.minutes(night.inBedMin)) in bed" : ""
    let basis = night.isSum ? "  (no samples; summed up by another program)" : ""
    return "sleep  \(Quantity.minutes(night.asleepMin)) asleep\(inBed), \(from) to \(end.clock)\(basis)"
  }

  private func parts(of night: DayExplanation.Night) -> [String] {
    var columns = Columns([.left, .left, .right, .left])
    for part in night.parts { columns.add([part.source, part.stage.word, Quantity.minutes(part.minutes), "counts"]) }
    for left in night.leftOut {
      columns.add([left.source, left.stage.word, Quantity.minutes(left.minutes), "left out: \(left.because) has that time"])
    }
    return columns.lines(indent: 2)
  }

  private var workouts: [String] {
    var columns = Columns([.left, .left, .right, .left, .left])
    for workout in day.workouts {
      columns.add([
        Moment(ms: workout.startMs, utcOffsetMin: workout.utcOffsetMin).clock, workout.activity.replacing("_", with: " "),
        Quantity.minutes(workout.durationMin), workout.source, workout.sameAs.map { "left out: the same as that of \($0)" } ?? "counts",
      ])
    }
    return columns.lines(indent: 2)
  }

  private var readings: [String] {
    var columns = Columns([.left, .right, .left, .left])
    for reading in day.readings { columns.add([reading.key, number(reading.value), reading.how, reading.source ?? ""]) }
    return columns.lines()
  }

  /// Returns a number with at most one decimal, for comparison by eye.
  private func number(_ value: Double?) -> String {
    guard let value = value.map({ ($0 * 10).rounded() / 10 }) else { return "?" }
    guard value.magnitude < 1e12 else { return JSON(value).text }
    let whole = Int(nearest: value.rounded(.towardZero))
    return value == Double(whole) ? Quantity.grouped(whole) : Quantity.grouped(whole) + Quantity.fixed(value - Double(whole), 1).dropFirst()
  }
}
