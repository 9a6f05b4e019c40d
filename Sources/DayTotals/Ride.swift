/// A time in which the distance of a source isn't walked or run, but that of another activity: a ride, a swim, a descent.
///
/// Health Connect keeps one distance for everything; the sessions of the app that wrote it tell what was done.
package struct Ride: Sendable, Hashable {
  /// Milliseconds UTC.
  package var startMs: Int64
  /// First instant after it, milliseconds UTC.
  package var endMs: Int64
  /// The type that Apple has for its distance: `distance_cycling`.
  package var type: String

  /// A ride with everything given.
  package init(startMs: Int64, endMs: Int64, type: String) {
    self.startMs = startMs
    self.endMs = endMs
    self.type = type
  }

  /// Returns the type of the distance of an activity that isn't done on foot, as Apple names it. `nil` = it is done on
  /// foot, or may be.
  static func distanceType(of activity: String) -> String? { types[activity] }

  private static let types: [String: String] = [
    "cycling": "distance_cycling", "hand_cycling": "distance_cycling", "swimming": "distance_swimming", "water_polo": "distance_swimming",
    "underwater_diving": "distance_swimming", "rowing": "distance_rowing", "paddle_sports": "distance_paddle_sports",
    "downhill_skiing": "distance_downhill_snow_sports", "snowboarding": "distance_downhill_snow_sports",
    "cross_country_skiing": "distance_cross_country_skiing", "skating_sports": "distance_skating_sports",
    "wheelchair_walk_pace": "distance_wheelchair", "wheelchair_run_pace": "distance_wheelchair", "sailing": "distance_sailing",
    "surfing_sports": "distance_surfing_sports", "paragliding": "distance_paragliding", "elliptical": "distance_elliptical",
  ]

  /// Returns rides sorted by start and apart from each other: where two overlap, the one that began first has the time.
  static func apart(_ rides: [Ride]) -> [Ride] {
    var apart: [Ride] = []
    for ride in rides.sorted(by: { ($0.startMs, $0.endMs, $0.type) < ($1.startMs, $1.endMs, $1.type) }) {
      var ride = ride
      if let last = apart.last { ride.startMs = max(ride.startMs, last.endMs) }
      if ride.startMs < ride.endMs { apart.append(ride) }
    }
    return apart
  }

  /// Returns the parts of spans that lie in none of the rides, each with its share of its span's value. The others are
  /// reported to `witness`.
  /// - Parameters:
  ///   - spans: sorted by start.
  ///   - rides: sorted by start, apart.
  static func onFoot<W: MergeWitness>(_ spans: [Span], without rides: [Ride], of layer: Int32, telling witness: inout W) -> [Span] {
    var kept: [Span] = []
    kept.reserveCapacity(spans.count)
    var next = 0
    for span in spans {
      while next < rides.count, rides[next].endMs <= span.startMs { next += 1 }
      guard span.endMs > span.startMs else {
        if next < rides.count, rides[next].startMs <= span.startMs {
          witness.countedElsewhere(layer, fromMs: span.startMs, toMs: span.startMs, value: span.value, as: rides[next].type)
        } else {
          kept.append(span)
        }
        continue
      }
      let length = Double(span.endMs - span.startMs)
      func part(_ from: Int64, _ to: Int64) -> Double { span.value * (Double(to - from) / length) }
      func keep(_ from: Int64, _ to: Int64) {
        if from < to { kept.append(Span(startMs: from, endMs: to, value: part(from, to), writtenMs: span.writtenMs)) }
      }
      var now = span.startMs
      var place = next
      while place < rides.count, rides[place].startMs < span.endMs {
        let (from, to) = (max(now, rides[place].startMs), min(span.endMs, rides[place].endMs))
        keep(now, from)
        witness.countedElsewhere(layer, fromMs: from, toMs: to, value: part(from, to), as: rides[place].type)
        now = to
        place += 1
      }
      keep(now, span.endMs)
    }
    return kept.sorted { $0.startMs < $1.startMs }
  }
}
