/// Several exports of the same days: the one that knows until later counts, in every order of import and from one folder.
extension PhoneCase {
  static let accounts: [PhoneCase] =
    sums + corrections + means + extremes + sameSpans + apples + sessions

  /// The rows of two exports: in both orders, and from a folder under both orders of names.
  private static func both(_ id: String, zone: String = "UTC", _ expected: String, _ a: PhoneExport, _ b: PhoneExport) -> [PhoneCase] {
    orders(id, zone: zone, expected, a, b) + [
      PhoneCase("\(id), in a folder", zone: zone, expected, [.folder([a, b])]),
      PhoneCase("\(id), in a folder under other names", zone: zone, expected, [.folder([b, a])]),
    ]
  }

  /// The rows of two exports in both orders.
  private static func orders(_ id: String, zone: String = "UTC", _ expected: String, _ a: PhoneExport, _ b: PhoneExport) -> [PhoneCase] {
    [PhoneCase("\(id), older first", zone: zone, expected, [a, b]), PhoneCase("\(id), newer first", zone: zone, expected, [b, a])]
  }

  /// The rows of three exports in all six orders.
  static func sixOrders(_ id: String, _ expected: String, _ exports: [PhoneExport]) -> [PhoneCase] {
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { order in
      PhoneCase("\(id), \(order.map(String.init).joined())", expected, order.map { exports[$0] })
    }
  }

  /// A day that was exported while it went on, and complete.
  private static let sums: [PhoneCase] =
    both(
      "a day so far and the day", "13 steps=8000 | 14 steps=7000 | 15 steps=6500", .steps("13/00:00=8000 14/00:00=100"),
      .steps("13/00:00=8000 14/00:00=7000 15/00:00=6500"))
    + both(
      "measures of a day", "14 distance_m=5000 flights=9 active_kcal=400 basal_kcal=1700 exercise_min=30 mindful_min=10",
      .metrics(measures("13/00:00=1 14/00:00=", [90, 1, 20, 300, 2, 3])),
      .metrics(measures("15/00:00=1 14/00:00=", [5000, 9, 400, 1700, 30, 10])))
    + both(
      "an hour so far and the hour", "14 steps=850", .steps("14/09:00=400 14/10:00=50"), .steps("14/10:00=350 14/11:00=100"))
    + both("a minute so far and the minute", "14 steps=109", .steps("14/12:07=70 14/12:08=3"), .steps("14/12:08=30 14/12:09=9"))
    + both(
      "a day of one device", "14 steps=7000", .steps("13/00:00=1@Watch 14/00:00=100@Watch"),
      .steps("14/00:00=7000@Watch 15/00:00=1@Watch"))
    + both(
      "a week so far and the week", "03 steps=1000 | 10 steps=2000", .steps("02/00:00=7000 09/00:00=700"),
      .steps("02/00:00=7000 09/00:00=14000 16/00:00=70"))
    + both(
      "a day printed in two zones", "14 steps=7000", .steps("13/00:00=1 14/00:00=100", zone: "+0900"),
      .steps("14/00:00=7000 15/00:00=1", zone: "+0100"))
    + orders(
      "a device's day printed in two zones", "14 steps=5000", .steps("13/00:00=1@Watch 14/00:00=7000@Watch", zone: "+0900"),
      .steps("14/00:00=5000@Watch 15/00:00=1@Watch", zone: "+0100"))
    + both(
      "a day of 23 hours", zone: "America/Los_Angeles", "08 steps=7000", .steps("07/00:00=1 08/00:00=100", zone: "-0800"),
      .steps("08/00:00=7000 09/00:00z-0700=1", zone: "-0800"))
    + both(
      "a day told to its end", "14 steps=7000", .steps("13/00:00~13/23:59:59=1 14/00:00~14/23:59:59=100"),
      .steps("14/00:00~14/23:59:59=7000 15/00:00~15/23:59:59=1"))
    + both(
      "a day told to its end, and hours of the evening", "14 steps=7000", .steps("14/00:00~14/23:59:59=100"),
      .metrics([("step_count", "count", "14/00:00~14/23:59:59=7000"), ("active_energy", "kcal", "14/21:00~14/22:00=9")]))

  /// All measures that are sums, with a value each behind the items.
  private static func measures(_ items: String, _ values: [Int]) -> [(name: String, units: String, items: String)] {
    let names = [
      ("walking_running_distance", "m"), ("flights_climbed", "count"), ("active_energy", "kcal"), ("basal_energy", "kcal"),
      ("apple_exercise_time", "min"), ("mindful_minutes", "min"),
    ]
    return zip(names, values).map { ($0.0, $0.1, "\(items)\($1)") }
  }

  /// A newer export that says less says what is right.
  private static let corrections: [PhoneCase] =
    both("a corrected day", "14 steps=6900", .steps("14/00:00=7000 15/00:00=1"), .steps("14/00:00=6900 15/00:00=1 16/00:00=1"))
    + sixOrders(
      "three exports of a day", "14 steps=6900",
      [.steps("13/00:00=1 14/00:00=100"), .steps("14/00:00=7000 15/00:00=1"), .steps("14/00:00=6900 16/00:00=1")])
    // What a third export confirms is as recent as that.
    + sixOrders(
      "a day that is confirmed", "14 steps=7000",
      [.steps("14/00:00=7000 15/00:00=1"), .steps("14/00:00=100 16/00:00=1"), .steps("14/00:00=7000 17/00:00=1")])
    + both(
      "a corrected day of other sources", "14 steps=6000", .steps("14/00:00=7000@Watch|iPhone 15/00:00=1"),
      .steps("14/00:00=6000@App|Watch|iPhone 16/00:00=1"))
    + both(
      "two devices aren't one account", "14 steps=100", .steps("14/08:00~14/09:00=100@Watch"),
      .steps("14/08:00~14/09:00=120@iPhone 14/23:00~14/23:30=0@iPhone"))
    + [
      PhoneCase(
        "the same files again and again", "14 steps=7000",
        [
          .steps("13/00:00=1 14/00:00=100"), .steps("14/00:00=7000 15/00:00=1"), .steps("13/00:00=1 14/00:00=100"),
          .steps("14/00:00=7000 15/00:00=1"), .steps("13/00:00=1 14/00:00=100"),
        ]),
      PhoneCase("two of one time in a folder", "14 steps=7000", [.folder([.steps("14/00:00=7000"), .steps("14/00:00=100")])]),
      PhoneCase("the same, other names", "14 steps=7000", [.folder([.steps("14/00:00=100"), .steps("14/00:00=7000")])]),
      PhoneCase(
        "an older export proves what a newer one left open", "14 steps=7000",
        [
          .appleSteps("14/08:00~14/09:00=500", madeAt: "14/10:00"),
          .metrics([("step_count", "count", "14/00:00=7000"), ("active_energy", "kcal", "14/20:00=1")]),
          .steps("12/00:00=1 13/00:00=1 14/00:00=100"),
        ]),
    ]

  /// Means and latest readings.
  private static let means: [PhoneCase] =
    both(
      "readings of a day", "14 resting_bpm=56 hrv_ms=45 weight_kg=70",
      .metrics([
        ("resting_heart_rate", "bpm", "14/00:00=61"), ("heart_rate_variability", "ms", "14/00:00=30"),
        ("weight_body_mass", "kg", "14/00:00=71"),
      ]),
      .metrics([
        ("resting_heart_rate", "bpm", "14/00:00=56"), ("heart_rate_variability", "ms", "14/00:00=45"),
        ("weight_body_mass", "kg", "14/00:00=70"),
        ("step_count", "count", "15/00:00=1"),
      ]))
    + both(
      "readings of other sources", "14 resting_bpm=56 hrv_ms=45",
      .metrics([("resting_heart_rate", "bpm", "14/00:00=61@A-Watch"), ("heart_rate_variability", "ms", "14/00:00=30@A-Watch")]),
      .metrics([
        ("resting_heart_rate", "bpm", "14/00:00=56@A-Watch|Ring"), ("heart_rate_variability", "ms", "14/00:00=45@A-Watch|Ring"),
        ("step_count", "count", "15/00:00=1"),
      ]))
    + both(
      "an hour's mean", "14 heart_avg_bpm=75", .metric("heart_rate", "bpm", "14/08:00=50:60:80 14/09:00=60:70:75"),
      .metric("heart_rate", "bpm", "14/09:00=60:90:130 15/10:00=60:61:62"))
    + both(
      "readings of unnamed sources", "14 resting_bpm=56", .metric("resting_heart_rate", "bpm", "14/00:00=61@Watch"),
      .metrics([("resting_heart_rate", "bpm", "14/00:00=56"), ("step_count", "count", "15/00:00=1")]))
    + both(
      "readings of two devices are ranked", "14 resting_bpm=61", .metric("resting_heart_rate", "bpm", "14/00:00=61@Watch"),
      .metrics([("resting_heart_rate", "bpm", "14/00:00=56@Ring"), ("step_count", "count", "15/00:00=1")]))

  /// Lowest, mean and highest.
  private static let extremes: [PhoneCase] =
    both(
      "a day's range", "14 heart_min_bpm=48 heart_avg_bpm=72 heart_max_bpm=140",
      .metric("heart_rate", "bpm", "13/00:00=50:60:70 14/00:00=60:70:80"),
      .metric("heart_rate", "bpm", "14/00:00=48:72:140 15/00:00=50:60:70"))
    + both(
      "a corrected range", "14 heart_min_bpm=50 heart_avg_bpm=70 heart_max_bpm=130",
      .metric("heart_rate", "bpm", "13/00:00=50:60:70 14/00:00=20:80:250"),
      .metric("heart_rate", "bpm", "14/00:00=50:70:130 15/00:00=50:60:70"))
    + both(
      "a corrected range of other sources", "14 heart_min_bpm=50 heart_avg_bpm=70 heart_max_bpm=130",
      .metric("heart_rate", "bpm", "13/00:00=50:60:70@Watch 14/00:00=20:80:250@Watch"),
      .metric("heart_rate", "bpm", "14/00:00=50:70:130@Strap|Watch 15/00:00=50:60:70@Watch"))

  /// Times at the borders of what an export knows.
  private static let sameSpans: [PhoneCase] =
    both(
      "a workout makes an export know longer", "14 steps=7000", .steps("14/00:00=100"),
      .parts(steps: "14/00:00=7000", workout: "14/20:00~14/21:00"))
    + both(
      "a night makes an export know longer", "14 steps=7000", .steps("14/00:00=100"),
      .auto(
        #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-03-14 00:00:00 +0000","qty":7000}]},"#
          + #"{"name":"sleep_analysis","units":"hr","data":[{"date":"2026-03-15","core":7,"#
          + #""sleepStart":"2026-03-14 23:00:00 +0000","sleepEnd":"2026-03-15 06:30:00 +0000"}]}]}}"#))
    + both(
      "the last metric of a file makes it know longer", "14 steps=7000", .steps("14/00:00=100 14/00:01=0"),
      .metrics([("step_count", "count", "14/00:00=7000 14/00:01=0"), ("active_energy", "kcal", "14/00:00=1 14/00:02=1")]))

  /// Apple's rings, and samples of an export without a date.
  private static let apples: [PhoneCase] =
    orders(
      "rings of the day of an export", "14 active_kcal=520 exercise_min=31", .appleRings("13=480:25 14=40:2", madeAt: "14/09:00"),
      .appleRings("13=480:25 14=520:31 15=10:1", madeAt: "15/08:00"))
    + orders(
      "corrected rings", "14 active_kcal=500 exercise_min=30", .appleRings("14=520:31", madeAt: "15/08:00"),
      .appleRings("14=500:30", madeAt: "16/08:00"))
    + sixOrders(
      "rings that are confirmed", "14 active_kcal=520",
      [
        .appleRings("14=520:31", madeAt: "15/08:00"), .appleRings("14=40:2", madeAt: "16/08:00"),
        .appleRings("14=520:31", madeAt: "17/08:00"),
      ])
    + orders(
      "rings of exports without a date", "14 active_kcal=520", .appleRings("14=40:2", steps: "14/08:00~14/09:00=5"),
      .appleRings("14=520:31", steps: "15/08:00~15/09:00=5"))
    + orders(
      "samples of an export without a date end with them", "14 steps=6000", .appleRings("13=1:1", steps: "14/08:00~14/09:00=500"),
      .steps("14/00:00~14/23:59:59=6000"))

  /// Versions of a workout.
  private static let sessions: [PhoneCase] =
    both(
      "a workout that was shortened", "14 workouts=1 workout_min=30", .parts(id: "A", workout: "14/08:00~14/09:00"),
      .parts(steps: "15/00:00=1", id: "A", workout: "14/08:00~14/08:30"))
    + both(
      "a workout that moved to another day", "13 workouts=- | 14 workouts=1", .parts(id: "A", workout: "13/08:00~13/09:00"),
      .parts(id: "A", workout: "14/08:00~14/09:00"))
}
