import DayTotals
import HealthModel

/// The explanation of a day's numbers: each source's contribution, and the amounts left out with the source that had the time. Made by the same code that makes
/// the numbers.
package struct DayExplanation: Sendable, Hashable {
  package let day: Day
  /// IANA name of the zone whose midnight begins the day.
  package let zone: String
  /// The start of the day, in milliseconds since 1970; `endMs` is the start of the next.
  package let startMs: Int64
  package let endMs: Int64
  /// The sums of which anything is known, in the order of `Measure`.
  package let sums: [Sum]
  /// The nights and naps that ended on the day.
  package let sleep: [Night]
  /// Workouts that began on the day, in the order of time.
  package let workouts: [Workout]
  /// Numbers that are read off rather than summed up: heart, resting heart rate, variability, mindful minutes, weight.
  package let readings: [Reading]
  /// The day as shown by `hsync summary`. `nil` = nothing is known.
  package let shown: DaySummary?

  /// A measure's total and where it came from.
  package struct Sum: Sendable, Hashable {
    /// As in `DaySummary`'s JSON: `steps`, `active_kcal`.
    package let key: String
    /// `nil` = not known.
    package let total: Double?
    /// The origin of the total: samples, other programs' sums, both, the even share of a longer sum, or the ring.
    package let basis: Basis
    /// Sources in the order of their ranks; those without data on the day are missing.
    package let parts: [Part]
  }

  /// The basis of a total.
  package enum Basis: String, Sendable, Hashable {
    case samples, sums
    /// Samples end during the day, and sums are larger.
    case samplesAndSums = "samples_and_sums"
    /// Of a week, a month or a year.
    case share, ring
  }

  /// One source's part in a total.
  package struct Part: Sendable, Hashable {
    package let source: String
    /// Whether a person typed it in; that comes before everything.
    package let isUserEntered: Bool
    /// The value that counted, in the measure's unit, and the minutes in which it was measured.
    package let value: Double
    package let minutes: Double
    /// The time spans, in milliseconds since 1970; empty for sums that another program made.
    package let spans: [Range<Int64>]
    /// The values that didn't count.
    package let leftOut: [LeftOut]
  }

  /// An amount of a source that didn't count.
  package struct LeftOut: Sendable, Hashable {
    package let value: Double
    package let minutes: Double
    /// The time spans, in milliseconds since 1970; empty for sums that another program made.
    package let spans: [Range<Int64>]
    /// The source that had the time; the same one if it recorded a later version.
    package let because: String
    /// The type that it counts as instead: `distance_cycling` for what lies in a session of cycling of the same source.
    /// `nil` = it doesn't count.
    package var countsAs: String?
  }

  /// A night or a nap.
  package struct Night: Sendable, Hashable {
    package let startMs: Int64
    package let endMs: Int64
    /// Minutes east of UTC at its end.
    package let utcOffsetMin: Int
    package let asleepMin: Double
    /// Union over all sources; 0 = none recorded any.
    package let inBedMin: Double
    /// By source and stage, the longest first.
    package let parts: [Stage]
    /// Whether another program summed it up, without saying when each stage was.
    package let isSum: Bool
    /// The stages left out because a better ranked source has data for that time.
    package let leftOut: [LeftOutStage]
  }

  /// Minutes of a night that one source decided.
  package struct Stage: Sendable, Hashable {
    package let source: String
    package let stage: SleepStage
    package let minutes: Double
    /// The time spans, in milliseconds since 1970; empty where another program made the sum.
    package let spans: [Range<Int64>]
  }

  /// Minutes of a night that a source's word didn't count for.
  package struct LeftOutStage: Sendable, Hashable {
    package let source: String
    package let stage: SleepStage
    package let minutes: Double
    package let because: String
  }

  /// A workout that counts, or that is the same as one that does.
  package struct Workout: Sendable, Hashable {
    package let activity: String
    package let startMs: Int64
    package let endMs: Int64
    /// Minutes east of UTC at its start.
    package let utcOffsetMin: Int
    package let durationMin: Double
    package let source: String
    /// The source of the workout that counts instead. `nil` = this one counts.
    package let sameAs: String?
  }

  /// A number that is read off.
  package struct Reading: Sendable, Hashable {
    /// As in `DaySummary`'s JSON; `weight_kg`.
    package let key: String
    package let value: Double
    /// The method: `mean of 5-minute means of 312 readings`.
    package let how: String
    /// The source of the reading. `nil` = all sources together.
    package let source: String?
  }
}
