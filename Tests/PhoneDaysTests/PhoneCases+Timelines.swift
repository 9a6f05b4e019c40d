/// Rows about what two accounts of one time come to: nested sleep, one workout under several names, rides, the order of apps,
/// and times without an offset.
extension PhoneCase {
  private static let night =
    "13/23:00~14/01:00=Core 14/01:00~14/02:30=Deep 14/02:30~14/03:00=Awake 14/03:00~14/04:30=REM 14/04:30~14/06:00=Core"
  private static let nightAsleep = "13/23:00~14/06:00=Asleep"
  private static let nightTotals = "14 sleep_min=390 sleep_core_min=210 sleep_deep_min=90 sleep_rem_min=90 awake_min=30"

  /// Samples of one source within another of it.
  static let nested = [
    PhoneCase(
      "the worked example of sleep", "14 sleep_min=360 sleep_core_min=150 sleep_deep_min=30 awake_min=60",
      [.appleSleep("13/23:00~14/06:00=Asleep 13/23:00~14/02:00=Core 14/01:00~14/01:30=Deep 14/02:00~14/03:00=Awake")]),
    PhoneCase("asleep around its stages", nightTotals, [.appleSleep("\(nightAsleep) \(night)")]),
    PhoneCase("asleep behind its stages", nightTotals, [.appleSleep("\(night) \(nightAsleep)")]),
    PhoneCase("stages of a later export", nightTotals, [.appleSleep(nightAsleep), .appleSleep("\(nightAsleep) \(night)")]),
    PhoneCase("asleep of a later export", nightTotals, [.appleSleep(night), .appleSleep(nightAsleep)]),
    PhoneCase("segments of Health Auto Export", nightTotals, [.autoSleep("\(nightAsleep) \(night)")]),
    PhoneCase("segments behind its stages", nightTotals, [.autoSleep("\(night) \(nightAsleep)")]),
    PhoneCase("stages of Apple's export, asleep of the app", nightTotals, [.appleSleep(night), .autoSleep(nightAsleep)]),
    PhoneCase(
      "core around deep and REM", "14 sleep_min=420 sleep_core_min=300 sleep_deep_min=60 sleep_rem_min=60",
      [.appleSleep("13/23:00~14/06:00=Core 14/01:00~14/02:00=Deep 14/03:00~14/04:00=REM")]),
    PhoneCase(
      "three levels", "14 sleep_min=420 sleep_core_min=150 sleep_deep_min=30",
      [.appleSleep("13/23:00~14/06:00=Asleep 14/00:00~14/03:00=Core 14/01:00~14/01:30=Deep")]),
    PhoneCase(
      "three levels, the innermost first", "14 sleep_min=420 sleep_core_min=150 sleep_deep_min=30",
      [.autoSleep("14/01:00~14/01:30=Deep 14/00:00~14/03:00=Core 13/23:00~14/06:00=Asleep")]),
    PhoneCase("awake within asleep", "14 sleep_min=400 awake_min=20", [.appleSleep("13/23:00~14/06:00=Asleep 14/02:00~14/02:20=Awake")]),
    PhoneCase(
      "awake within core within asleep", "14 sleep_min=400 sleep_core_min=160 awake_min=20",
      [.appleSleep("13/23:00~14/06:00=Asleep 14/01:00~14/04:00=Core 14/02:00~14/02:20=Awake")]),
    PhoneCase("asleep within awake", "14 sleep_min=240 awake_min=180", [.appleSleep("13/23:00~14/06:00=Awake 14/01:00~14/05:00=Asleep")]),
    PhoneCase(
      "a part in common", "14 sleep_min=180 sleep_core_min=120 sleep_deep_min=60",
      [.appleSleep("13/23:00~14/01:00=Core 14/00:30~14/02:00=Deep")]),
    PhoneCase(
      "a part in common, the later first", "14 sleep_min=180 sleep_core_min=120 sleep_deep_min=60",
      [.autoSleep("14/00:30~14/02:00=Deep 13/23:00~14/01:00=Core")]),
    PhoneCase("one span twice", "14 sleep_min=120 sleep_core_min=120", [.appleSleep("14/01:00~14/03:00=Asleep 14/01:00~14/03:00=Core")]),
    PhoneCase("one beginning", "14 sleep_min=420 sleep_core_min=60", [.appleSleep("13/23:00~14/06:00=Asleep 13/23:00~14/00:00=Core")]),
    PhoneCase("one end", "14 sleep_min=420 sleep_rem_min=60", [.appleSleep("13/23:00~14/06:00=Asleep 14/05:00~14/06:00=REM")]),
    PhoneCase(
      "a nap around its stage", "14 sleep_min=60 sleep_core_min=30", [.appleSleep("14/13:00~14/14:00=Asleep 14/13:10~14/13:40=Core")]),
    PhoneCase(
      "stages within time in bed", "14 sleep_min=60 sleep_core_min=60 in_bed_min=480",
      [.appleSleep("13/23:00~14/07:00=InBed 14/01:00~14/02:00=Core")]),
  ]

  /// Nested samples elsewhere: of several sources, in other zones, of Health Connect.
  static let nestedElsewhere = [
    PhoneCase(
      "a worse source around it", "14 sleep_min=450 awake_min=30",
      [.appleSleep("\(nightAsleep) \(night) 13/22:30~14/06:30=Asleep@iPhone")]),
    PhoneCase(
      "a worse source within it", "14 sleep_min=420 sleep_core_min=420 sleep_deep_min=-",
      [.appleSleep("13/23:00~14/06:00=Core 14/01:00~14/02:00=Deep@iPhone")]),
    PhoneCase(
      "a night that ends before midnight elsewhere", zone: "America/Los_Angeles", "13 sleep_min=390 awake_min=30 | 14 sleep_min=-",
      [.appleSleep("\(nightAsleep) \(night)")]),
    PhoneCase(
      "a night over the change of clocks", zone: "Europe/Berlin", "29 sleep_min=420 sleep_deep_min=60",
      [.appleSleep("28/22:00~29/05:00=Asleep 29/00:30~29/01:30=Deep")]),
    PhoneCase(
      "stages that overlap in one record of Health Connect", "14 sleep_min=420 sleep_deep_min=60",
      [ConnectExport().night(1, "13/23:00~14/06:00", "13/23:00~14/06:00=2 14/01:00~14/02:00=5").export]),
    PhoneCase(
      "of two records of an app the last written counts", "14 sleep_min=420 sleep_core_min=-",
      [
        ConnectExport().night(1, "14/01:00~14/02:00", "14/01:00~14/02:00=4").night(2, "13/23:00~14/06:00", "13/23:00~14/06:00=2").export
      ]),
    PhoneCase(
      "the inner record of an app, written last", "14 sleep_min=420 sleep_core_min=60",
      [
        ConnectExport().night(1, "14/01:00~14/02:00", "14/01:00~14/02:00=4", modified: 9)
          .night(2, "13/23:00~14/06:00", "13/23:00~14/06:00=2").export
      ]),
  ]

  private static let threeWorkouts = "14/08:00~14/08:30=Running 14/10:00~14/10:45=Swimming 14/17:00~14/18:00=Cycling"
  private static let threeGerman =
    "14/08:00~14/08:30=Outdoor_Ausführen 14/10:00~14/10:45=Schwimmbad_Schwimmen 14/17:00~14/18:00=Outdoor_Radfahren"

  /// One workout under another name.
  static let names = [
    PhoneCase(
      "the worked example of workouts", "14 workouts=3 workout_min=150",
      [
        .appleWorkouts(
          "14/08:00~14/08:30=Running@Watch 14/08:10~14/08:40=Running@Strava 14/18:00~14/19:00=Yoga@Gym 14/18:30~14/19:30=Walking@iPhone"),
        .autoWorkouts("14/08:01~14/08:31=Ausführen"),
      ]),
    PhoneCase("translated names", "14 workouts=3 workout_min=135", [.appleWorkouts(threeWorkouts), .autoWorkouts(threeGerman)]),
    PhoneCase("translated names first", "14 workouts=3 workout_min=135", [.autoWorkouts(threeGerman), .appleWorkouts(threeWorkouts)]),
    PhoneCase(
      "translated names of the same source", "14 workouts=1",
      [
        .appleWorkouts("14/08:00~14/08:30=Running@Watch"), .autoWorkouts("14/08:00~14/08:30=Course_à_pied@Watch"),
      ]),
    PhoneCase(
      "a phone that changes its language", "14 workouts=1",
      [
        .autoWorkouts("14/08:00~14/08:30=Outdoor_Run"), .autoWorkouts("14/08:00~14/08:30=Outdoor_Ausführen"),
      ]),
    PhoneCase(
      "translated, a minute later", "14 workouts=1 workout_min=30",
      [.appleWorkouts("14/08:00~14/08:30=Running"), .autoWorkouts("14/08:01~14/08:31=Ausführen")]),
    PhoneCase(
      "translated, with a third of it missing, by its energy", "14 workouts=1 workout_min=60",
      [.appleWorkouts("14/08:00~14/09:00=Running:500"), .autoWorkouts("14/08:00~14/08:40=Ausführen:500")]),
    PhoneCase(
      "another energy", "14 workouts=2 workout_min=100",
      [.appleWorkouts("14/08:00~14/09:00=Running:500"), .autoWorkouts("14/08:00~14/08:40=Ausführen:300")]),
    PhoneCase(
      "a copy of a duplicate", "14 workouts=1 workout_min=30",
      [
        .appleWorkouts("14/08:00~14/08:30=Running@Watch 14/08:12~14/08:30=Running@Strava"),
        .autoWorkouts("14/08:12~14/08:30=Ausführen@Strava"),
      ]),
    PhoneCase(
      "the copy first, its own source better ranked", "14 workouts=1 workout_min=30",
      [
        .autoWorkouts("14/08:12~14/08:30=Ausführen@Alpha"),
        .appleWorkouts("14/08:00~14/08:30=Running@Watch 14/08:12~14/08:30=Running@Strava"),
      ]),
    PhoneCase(
      "one after the other", "14 workouts=2 workout_min=60",
      [.appleWorkouts("14/08:00~14/08:30=Running"), .autoWorkouts("14/08:30~14/09:00=Ausführen")]),
    PhoneCase(
      "over midnight", "13 workouts=1 workout_min=60 | 14 workouts=-",
      [.appleWorkouts("13/23:30~14/00:30=Running"), .autoWorkouts("13/23:30~14/00:30=Ausführen")]),
    PhoneCase(
      "on each side of midnight", "13 workouts=1 | 14 workouts=1",
      [.appleWorkouts("13/23:30~14/00:00=Running"), .autoWorkouts("14/00:00~14/00:30=Ausführen")]),
    PhoneCase(
      "seen from the other side of midnight", zone: "Asia/Tokyo", "14 workouts=- | 15 workouts=1",
      [.appleWorkouts("14/16:00~14/17:00=Running"), .autoWorkouts("14/16:00~14/17:00=Ausführen")]),
  ]

  /// Workouts of kinds that differ by app, and truly different ones.
  static let kinds = [
    PhoneCase(
      "two kinds of strength training", "14 workouts=1 workout_min=60",
      [.appleWorkouts("14/18:00~14/19:00=TraditionalStrengthTraining@Watch 14/18:15~14/18:50=FunctionalStrengthTraining@Gym")]),
    PhoneCase(
      "weightlifting and other", "14 workouts=1 workout_min=60",
      [ConnectExport().session(1, "14/18:00~14/19:00", 55).session(2, "14/18:00~14/19:00", 0, app: 2).export]),
    PhoneCase(
      "other that is twice as long", "14 workouts=2 workout_min=180",
      [ConnectExport().session(1, "14/18:00~14/19:00", 55).session(2, "14/17:00~14/19:00", 0, app: 2).export]),
    PhoneCase(
      "Apple's and Health Connect's", "14 workouts=1 workout_min=60",
      [.appleWorkouts("14/18:00~14/19:00=CoreTraining"), ConnectExport().session(1, "14/18:02~14/19:01", 0).export]),
    PhoneCase(
      "a yoga class and half a walk", "14 workouts=2 workout_min=120",
      [.appleWorkouts("14/08:00~14/09:00=Yoga@Watch 14/08:30~14/09:30=Walking@iPhone")]),
    PhoneCase(
      "a hike is a walk", "14 workouts=1 workout_min=120",
      [.appleWorkouts("14/08:00~14/10:00=Hiking@Watch 14/08:30~14/10:10=Walking@iPhone")]),
    PhoneCase(
      "a run inside a triathlon", "14 workouts=1 workout_min=120",
      [.appleWorkouts("14/08:00~14/10:00=SwimBikeRun@Watch 14/09:20~14/10:00=Running@iPhone")]),
    PhoneCase(
      "a run of the better source inside a triathlon", "14 workouts=1 workout_min=120",
      [.appleWorkouts("14/08:00~14/10:00=SwimBikeRun@Strava 14/09:20~14/10:00=Running@Watch")]),
    PhoneCase(
      "a short walk that began later", "14 workouts=2 workout_min=18",
      [.appleWorkouts("14/08:00~14/08:10=Walking"), .autoWorkouts("14/08:02~14/08:10=Spazieren")]),
  ]

  private static let walkAndRide = ConnectExport().distance(1, "14/08:00~14/09:00", 3000).distance(2, "14/17:00~14/18:00", 30_000)

  /// Health Connect's distance in sessions that aren't on foot.
  static let rides = [
    PhoneCase("the worked example of distance", "14 distance_m=10500", [walkAndRide.session(3, "14/17:00~14/17:45", 4).export]),
    PhoneCase("a ride isn't walked", "14 distance_m=3000 workouts=1", [walkAndRide.session(3, "14/17:00~14/18:00", 4).export]),
    PhoneCase(
      "the session in a later export", "14 distance_m=3000",
      [walkAndRide.export, ConnectExport().session(3, "14/17:00~14/18:00", 4).export]),
    PhoneCase(
      "the session in an earlier export", "14 distance_m=3000",
      [ConnectExport().session(3, "14/17:00~14/18:00", 4).export, walkAndRide.export]),
    PhoneCase(
      "a deleted session", "14 distance_m=33000",
      [walkAndRide.session(3, "14/17:00~14/18:00", 4).export, ConnectExport().deleted(3, "14/20:00").export]),
    PhoneCase(
      "a session that became shorter", "14 distance_m=18000",
      [walkAndRide.session(3, "14/17:00~14/18:00", 4).export, ConnectExport().session(3, "14/17:00~14/17:30", 4, modified: 3).export]),
    PhoneCase(
      "a session that became a run", "14 distance_m=33000",
      [walkAndRide.session(3, "14/17:00~14/18:00", 4).export, ConnectExport().session(3, "14/17:00~14/18:00", 33, modified: 3).export]),
    PhoneCase(
      "half in the session", "14 distance_m=1000",
      [ConnectExport().distance(1, "14/16:30~14/17:30", 2000).session(2, "14/17:00~14/18:00", 4).export]),
    PhoneCase("a session of another app", "14 distance_m=33000", [walkAndRide.session(3, "14/17:00~14/18:00", 4, app: 2).export]),
    PhoneCase("a run is walked", "14 distance_m=33000", [walkAndRide.session(3, "14/17:00~14/18:00", 33).export]),
    PhoneCase(
      "only a swim", "14 distance_m=- workouts=1",
      [ConnectExport().distance(1, "14/17:00~14/18:00", 2000).session(2, "14/17:00~14/18:00", 49).export]),
    PhoneCase(
      "steps of a ride", "14 steps=200 distance_m=3000",
      [walkAndRide.session(3, "14/17:00~14/18:00", 4).steps(4, "14/17:00~14/18:00", 200).export]),
    PhoneCase(
      "over midnight", "13 distance_m=500 | 14 distance_m=700",
      [
        ConnectExport().distance(1, "13/23:00~14/01:00", 20_000).session(2, "13/23:00~14/01:00", 4).distance(3, "13/20:00~13/21:00", 500)
          .distance(4, "14/20:00~14/21:00", 700).export
      ]),
    PhoneCase(
      "in another zone", zone: "Asia/Tokyo", "14 distance_m=3000 | 15 distance_m=-",
      [walkAndRide.session(3, "14/17:00~14/18:00", 4).export]),
    PhoneCase(
      "another app's account of the ride", "14 distance_m=3000",
      [walkAndRide.session(3, "14/17:00~14/18:00", 4).distance(4, "14/17:00~14/18:00", 29_000, app: 2).export]),
    PhoneCase(
      "a sum of another program for a day of rides alone", "14 distance_m=5000",
      [
        ConnectExport().distance(1, "14/17:00~14/18:00", 30_000).session(2, "14/17:00~14/18:00", 4).export,
        .metric("walking_running_distance", "km", "14/00:00~14/23:59:59=5"),
      ]),
    PhoneCase(
      "Apple has a distance for each", "14 distance_m=400",
      [.appleDistance("14/17:00~14/17:10=400"), .appleWorkouts("14/17:00~14/18:00=Cycling")]),
  ]

  private static let twoApps = ConnectExport().steps(1, "14/08:00~14/09:00", 100).steps(2, "14/08:00~14/09:00", 200, app: 2)

  /// Health Connect's own order of apps.
  static let appOrders = [
    PhoneCase("no order of apps", "14 steps=100", [twoApps.export]),
    PhoneCase("the phone's order of apps", "14 steps=200", [twoApps.order(1, "2,1").export]),
    PhoneCase("an order with an app alone", "14 steps=200", [twoApps.order(1, "2").export]),
    PhoneCase("an order with unknown apps", "14 steps=200", [twoApps.order(1, "9, 2,x,1").export]),
    PhoneCase("an order of another category", "14 steps=100", [twoApps.order(6, "2,1").export]),
    PhoneCase(
      "an order that changed", "14 steps=100",
      [twoApps.order(1, "2,1").export, twoApps.steps(3, "15/08:00~15/09:00", 5).order(1, "1,2").export]),
    PhoneCase(
      "an older order, imported later", "14 steps=100",
      [twoApps.steps(3, "15/08:00~15/09:00", 5).order(1, "1,2").export, twoApps.order(1, "2,1").export]),
    PhoneCase(
      "an export without an order", "14 steps=200",
      [twoApps.order(1, "2,1").export, ConnectExport().steps(3, "15/08:00~15/09:00", 5).export]),
    PhoneCase(
      "sleep has an order of its own", "14 sleep_min=360 steps=100",
      [
        twoApps.night(3, "13/23:00~14/05:00", "13/23:00~14/05:00=5", app: 2).night(4, "13/23:00~14/05:00", "13/23:00~14/05:00=1")
          .order(5, "2,1").export
      ]),
    PhoneCase(
      "sleep without it", "14 sleep_min=0 steps=200",
      [
        twoApps.night(3, "13/23:00~14/05:00", "13/23:00~14/05:00=5", app: 2).night(4, "13/23:00~14/05:00", "13/23:00~14/05:00=1")
          .order(1, "2,1").export
      ]),
  ]

  /// Times without an offset.
  static let localTimes = [
    PhoneCase(
      "the library's zone", zone: "Asia/Tokyo", "14 weight_kg=70 | 15 weight_kg=-",
      [.items("weight_body_mass", "kg", #"{"date":"2026-03-14 20:00:00","qty":70}"#)]),
    PhoneCase(
      "west of UTC", zone: "America/Los_Angeles", "13 weight_kg=- | 14 weight_kg=70",
      [.items("weight_body_mass", "kg", #"{"date":"2026-03-14T01:30:00","qty":70}"#)]),
    PhoneCase(
      "a workout", zone: "Asia/Tokyo", "14 workouts=1 | 15 workouts=-",
      [.auto(#"{"data":{"workouts":[{"name":"Run","start":"2026-03-14 20:00:00","end":"2026-03-14 20:30:00"}]}}"#)]),
    PhoneCase(
      "a night", zone: "America/New_York", "14 sleep_min=420 | 15 sleep_min=-",
      [
        .items(
          "sleep_analysis", "hr", #"{"date":"2026-03-14","asleep":7,"sleepStart":"2026-03-13 23:00:00","sleepEnd":"2026-03-14 06:30:00"}"#)
      ]),
    PhoneCase(
      "beside the same with its offset", zone: "Asia/Tokyo", "14 workouts=1",
      [
        .auto(#"{"data":{"workouts":[{"name":"Run","start":"2026-03-14 20:00:00","end":"2026-03-14 20:30:00"}]}}"#),
        .auto(#"{"data":{"workouts":[{"name":"Run","start":"2026-03-14 20:00:00 +0900","end":"2026-03-14 20:30:00 +0900"}]}}"#),
      ]),
    PhoneCase(
      "a time that the clocks skip", zone: "Europe/Berlin", "29 weight_kg=70",
      [.items("weight_body_mass", "kg", #"{"date":"2026-03-29 02:30:00","qty":70}"#)]),
    PhoneCase(
      "a day of minutes", zone: "Asia/Tokyo", "14 steps=100 | 15 steps=-",
      [
        .items(
          "step_count", "count", #"{"date":"2026-03-14 20:07:00","qty":70},{"date":"2026-03-14 23:08:00","qty":30}"#)
      ]),
    PhoneCase(
      "Apple's export as another program wrote it", zone: "Asia/Tokyo", "14 steps=100 | 15 steps=-",
      [
        .apple(
          #"<HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count" value="100" "#
            + #"startDate="2026-03-14 20:00:00" endDate="2026-03-14T20:10:00"/></HealthData>"#)
      ]),
  ]
}
