/// The table, rule by rule of docs/health.md ("What phones export"), each rule with its neighbours. 2026-03-14 is a Saturday.
extension PhoneCase {
  static let all: [PhoneCase] =
    spans + orders + sources + longSpans + labels + ranges + nights + besideSamples + versions + deletions + workouts + units
    + accounts + wholeNights + nested + nestedElsewhere + names + kinds + rides + appOrders + localTimes

  /// The length of a sum without an end.
  private static let spans = [
    PhoneCase("a lone sum at midnight is the day's", "14 steps=6000", [.steps("14/00:00=6000")]),
    PhoneCase("a lone sum on a full hour is the hour's", "14 steps=500", [.steps("14/12:00=500")]),
    PhoneCase("minutes", "14 steps=100", [.steps("14/12:07=70 14/12:08=30")]),
    PhoneCase("seconds", "14 steps=12", [.steps("14/08:00:10=5 14/08:00:40=7")]),
    PhoneCase("a full hour among minutes is a minute", "14 steps=600", [.steps("14/12:00=500 14/12:07=70 14/12:08=30")]),
    PhoneCase("the same, the full hour last", "14 steps=600", [.steps("14/11:07=70 14/11:08=30 14/12:00=500")]),
    PhoneCase("midnight among minutes is a minute", "14 steps=108 | 15 steps=7", [.steps("14/00:00=8 14/12:07=100 15/00:00=7")]),
    PhoneCase("hours add up", "14 steps=1200", [.steps("14/08:00=500 14/09:00=400 14/10:00=300")]),
    PhoneCase("hours with gaps add up", "14 steps=1200", [.steps("14/08:00=500 14/11:00=400 14/20:00=300")]),
    PhoneCase("midnight among hours is an hour", "14 steps=510", [.steps("14/00:00=10 14/01:00=500")]),
    PhoneCase("days", "12 steps=1000 | 13 steps=2000 | 14 steps=3000", [.steps("12/00:00=1000 13/00:00=2000 14/00:00=3000")]),
    PhoneCase("days in any order", "12 steps=1000 | 13 steps=2000 | 14 steps=3000", [.steps("14/00:00=3000 12/00:00=1000 13/00:00=2000")]),
    PhoneCase("a span that is told", "14 steps=200", [.steps("14/08:00~14/08:30=200")]),
    PhoneCase("a day that is told, to its last second", "14 steps=6000", [.steps("14/00:00~14/23:59:59=6000")]),
    PhoneCase("a day that is told, to midnight", "14 steps=6000 | 15 steps=-", [.steps("14/00:00~15/00:00=6000")]),
    PhoneCase(
      "half an hour each side of midnight counts for the day of its middle", "13 steps=- | 14 steps=60", [.steps("13/23:30~14/00:30=60")]),
    PhoneCase("a negative sum takes nothing from others", "14 steps=100", [.steps("14/10:00=-5 14/11:00=100")]),
    PhoneCase("a value that no body has", "14 steps=5", [.steps("14/10:00=1e308 14/11:00=1e308 14/12:00=5")]),
    PhoneCase("a span of years", "14 steps=- | 2024-01-01 steps=-", [.steps("2024-01-01/00:00~2026-06-01/00:00=88200")]),
    PhoneCase("a negative sum is no amount", "14 steps=-", [.steps("14/00:00=-5")]),
    PhoneCase("the larger of two sums of one span", "14 steps=9", [.steps("14/10:00=5 14/10:00=9 14/10:00=7")]),
  ]

  /// Increments come one after the other, in any order.
  private static let orders = [
    PhoneCase("a full hour, then minutes", "14 steps=500", [.steps("14/12:00=500"), .steps("14/12:07=70 14/12:08=30")]),
    PhoneCase("minutes, then a full hour", "14 steps=500", [.steps("14/12:07=70 14/12:08=30"), .steps("14/12:00=500")]),
    PhoneCase("a day of minutes, then its midnight", "14 steps=1440", [.steps("14/08:01=1000 14/08:06=440"), .steps("14/00:00=8")]),
    PhoneCase("its midnight, then a day of minutes", "14 steps=1440", [.steps("14/00:00=8"), .steps("14/08:01=1000 14/08:06=440")]),
    PhoneCase("the next midnight", "14 steps=1440 | 15 steps=8", [.steps("14/08:01=1000 14/08:06=440"), .steps("15/00:00=8")]),
    PhoneCase("hours, one a file", "14 steps=1200", [.steps("14/08:00=500"), .steps("14/09:00=400"), .steps("14/10:00=300")]),
    PhoneCase("hours, one a file, backwards", "14 steps=1200", [.steps("14/10:00=300"), .steps("14/09:00=400"), .steps("14/08:00=500")]),
    PhoneCase(
      "an hour that grew", "14 steps=1350", [.steps("14/08:00=500 14/09:00=400 14/10:00=300"), .steps("14/10:00=350 14/11:00=100")]),
    PhoneCase("a day that grew", "14 steps=8000", [.steps("14/00:00=3000"), .steps("14/00:00=6000"), .steps("14/00:00=8000")]),
    PhoneCase("a day that grew, told", "14 steps=8000", [.steps("14/00:00~14/23:59:59=3000"), .steps("14/00:00~14/23:59:59=8000")]),
    PhoneCase("a day that was corrected", "14 steps=2500", [.steps("14/00:00~14/23:59:59=3000"), .steps("14/00:00~14/23:59:59=2500")]),
    PhoneCase("a day so far, and later", "14 steps=6000", [.steps("14/00:00~14/14:00=3000"), .steps("14/00:00~14/20:00=6000")]),
    PhoneCase("a day so far, the later one first", "14 steps=6000", [.steps("14/00:00~14/20:00=6000"), .steps("14/00:00~14/14:00=3000")]),
    PhoneCase("a day, then its hours", "14 steps=6000", [.steps("13/00:00=1 14/00:00=6000"), .steps("14/08:00=500 14/09:00=400")]),
    PhoneCase("its hours, then a day", "14 steps=6000", [.steps("14/08:00=500 14/09:00=400"), .steps("13/00:00=1 14/00:00=6000")]),
    PhoneCase(
      "a morning's day, then all its hours", "14 steps=900", [.steps("14/00:00~14/23:59:59=300"), .steps("14/08:00=500 14/09:00=400")]),
    PhoneCase(
      "a day and its hours, one at midnight", "14 steps=700", [.steps("14/00:00~14/23:59:59=700"), .steps("14/00:00=100 14/01:00=600")]),
    PhoneCase("a guessed day beside hours", "14 steps=900", [.steps("14/00:00=100"), .steps("14/08:00=500 14/09:00=400")]),
    PhoneCase("a file twice", "14 steps=1200", [.steps("14/08:00=500 14/09:00=700"), .steps("14/08:00=500 14/09:00=700")]),
    PhoneCase(
      "what a file proved stays so", "14 steps=6000",
      [.steps("13/00:00=1 14/00:00=5000"), .steps("14/00:00=6000"), .steps("14/08:00=500 14/09:00=400")]),
  ]

  /// Several sources in one series are sources.
  private static let sources = [
    PhoneCase(
      "a full hour of one source among minutes of another", "14 steps=630",
      [.steps("14/12:00=500@Watch 14/12:07=100@iPhone 14/13:08=30@iPhone")]),
    PhoneCase(
      "at one time the better ranked source counts", "14 steps=100", [.steps("14/08:00~14/09:00=100@Watch 14/08:00~14/09:00=120@iPhone")]),
    PhoneCase("at two times both do", "14 steps=220", [.steps("14/08:00~14/09:00=100@Watch 14/09:00~14/10:00=120@iPhone")]),
    PhoneCase(
      "sources of minutes", "14 steps=245", [.steps("14/08:00=100@Watch 14/08:00=90@iPhone 14/08:01=100@Watch 14/08:01:30=90@iPhone")]),
    PhoneCase("sources of days", "14 steps=5000", [.steps("13/00:00=1@Watch 14/00:00=5000@Watch 13/00:00=1@iPhone 14/00:00=7000@iPhone")]),
    PhoneCase(
      "a sum of all sources before that of one", "14 steps=130",
      [.steps("14/08:00~14/09:00=100@Watch"), .steps("14/08:00~14/09:00=130@Watch|iPhone")]),
    PhoneCase(
      "the same, the other way round", "14 steps=130",
      [.steps("14/08:00~14/09:00=130@Watch|iPhone"), .steps("14/08:00~14/09:00=100@Watch")]),
    PhoneCase(
      "sources in another order are the same", "14 steps=120",
      [.steps("14/08:00~14/09:00=130@iPhone|Watch"), .steps("14/08:00~14/09:00=120@Watch|iPhone")]),
    PhoneCase(
      "an empty source is the app", "14 steps=120",
      [.items("step_count", "count", #"{"date":"2026-03-14 08:00:00 +0000","qty":120,"source":""}"#)]),
    PhoneCase("an hour of one source and an hour of all", "14 steps=220", [.steps("14/08:00=100@Watch 14/09:00=120@Watch|iPhone")]),
  ]

  /// Sums of weeks, months and years are spread over their days; what finer ones say of a day counts there.
  private static let longSpans = [
    PhoneCase(
      "weeks from Monday", "01 steps=- | 02 steps=1000 | 08 steps=1000 | 09 steps=2000 | 15 steps=2000 | 16 steps=-",
      [.steps("02/00:00=7000 09/00:00=14000")]),
    PhoneCase("weeks from Sunday", "01 steps=1000 | 07 steps=1000 | 08 steps=2000 | 15 steps=-", [.steps("01/00:00=7000 08/00:00=14000")]),
    PhoneCase(
      "weeks and a day's hours", "02 steps=1000 | 03 steps=900 | 04 steps=1000",
      [.steps("02/00:00=7000 09/00:00=7000"), .steps("03/08:00=500 03/09:00=400")]),
    PhoneCase(
      "a day's hours and weeks", "02 steps=1000 | 03 steps=900 | 04 steps=1000",
      [.steps("03/08:00=500 03/09:00=400"), .steps("02/00:00=7000 09/00:00=7000")]),
    PhoneCase(
      "months", "2026-01-01 steps=100 | 2026-01-31 steps=100 | 2026-02-28 steps=101 | 31 steps=102 | 2026-04-01 steps=-",
      [.steps("2026-01-01/00:00=3100 2026-02-01/00:00=2828 2026-03-01/00:00=3162")]),
    PhoneCase(
      "years", "2024-01-01 steps=10 | 2024-12-31 steps=10 | 2025-07-01 steps=20 | 2026-01-01 steps=-",
      [.steps("2024-01-01/00:00=3660 2025-01-01/00:00=7300")]),
    PhoneCase(
      "Mondays of what isn't of every day are Mondays", "02 mindful_min=10 | 05 mindful_min=- | 09 mindful_min=10",
      [.metric("mindful_minutes", "min", "02/00:00=10 09/00:00=10 16/00:00=10")]),
    PhoneCase(
      "one series of days makes the file one of days", "02 steps=700 | 03 steps=- | 09 steps=700 | 04 active_kcal=20",
      [.metrics([("step_count", "count", "02/00:00=700 09/00:00=700"), ("active_energy", "kcal", "03/00:00=10 04/00:00=20")])]),
    PhoneCase(
      "weeks of another zone stay on their days", "01 steps=- | 02 steps=1000 | 08 steps=1000",
      [.steps("02/00:00=7000 09/00:00=14000", zone: "+0900")]),
    PhoneCase(
      "weeks over a change of clocks", zone: "America/Los_Angeles",
      "02 steps=1000 | 08 steps=1000 | 09 steps=2000 | 15 steps=2000 | 16 steps=-",
      [.steps("02/00:00=7000 09/00:00z-0700=14000", zone: "-0800")]),
    PhoneCase("a week that is told", "02 steps=1000 | 08 steps=1000 | 09 steps=-", [.steps("02/00:00~09/00:00=7000")]),
    PhoneCase(
      "weekly means are no day's", "02 resting_bpm=- | 02 steps=100",
      [.metrics([("step_count", "count", "02/00:00=700 09/00:00=700"), ("resting_heart_rate", "bpm", "02/00:00=55 09/00:00=56")])]),
    PhoneCase(
      "weekly energy", "02 active_kcal=100 | 08 active_kcal=100", [.metric("active_energy", "kJ", "02/00:00=2928.8 09/00:00=2928.8")]),
  ]

  /// A label that names a day means that day in any zone.
  private static let labels = [
    PhoneCase("a day's sum of the east", "20 steps=- | 21 steps=8000 | 22 steps=-", [.steps("21/00:00=8000", zone: "+0900")]),
    PhoneCase("of the far east", "20 steps=- | 21 steps=8000", [.steps("21/00:00=8000", zone: "+1300")]),
    PhoneCase("of the west, seen in the east", zone: "Asia/Tokyo", "21 steps=8000 | 22 steps=-", [.steps("21/00:00=8000", zone: "-1100")]),
    PhoneCase("a told day of the east", "20 steps=- | 21 steps=8000", [.steps("21/00:00~21/23:59:59=8000", zone: "+1300")]),
    PhoneCase(
      "a day's measurements", "20 resting_bpm=- weight_kg=- | 21 resting_bpm=55 hrv_ms=45 weight_kg=70",
      [
        .metrics(
          [
            ("resting_heart_rate", "count/min", "21/00:00=55"), ("heart_rate_variability", "ms", "21/00:00=45"),
            ("weight_body_mass", "kg", "21/00:00=70"),
          ], zone: "+0900")
      ]),
    PhoneCase(
      "a day's range of heart rates", "20 heart_max_bpm=- | 21 heart_min_bpm=50 heart_avg_bpm=70 heart_max_bpm=120",
      [.metric("heart_rate", "bpm", "21/00:00=50:70:120", zone: "+0900")]),
    PhoneCase(
      "a night's day is that of its wake-up", "13 sleep_min=- | 14 sleep_min=420",
      [.night("13/23:00~14/06:30", "core=5 rem=2", zone: "+0900")]),
    PhoneCase(
      "a measurement with a time is an instant", "20 weight_kg=70 | 21 weight_kg=-",
      [.metric("weight_body_mass", "kg", "21/08:00=70", zone: "+0900")]),
    PhoneCase(
      "days over a change of clocks", zone: "America/Los_Angeles", "07 steps=1000 | 08 steps=2000 | 09 steps=3000",
      [.steps("07/00:00=1000 08/00:00=2000 09/00:00z-0700=3000", zone: "-0800")]),
    PhoneCase(
      "an hour skipped by the clocks", zone: "Europe/Paris", "29 steps=300", [.steps("29/01:00=100 29/03:00z+0200=200", zone: "+0100")]),
    PhoneCase(
      "the hour that comes twice", zone: "Europe/Paris", "2025-10-26 steps=300",
      [.steps("2025-10-26/02:00z+0200=100 2025-10-26/02:00z+0100=200")]),
  ]

  /// Ranges and single readings together.
  private static let ranges = [
    PhoneCase(
      "an impossible range", "14 heart_min_bpm=50 heart_avg_bpm=60 heart_max_bpm=70",
      [.metric("heart_rate", "bpm", "14/08:00=50:60:70 14/09:00=-50:1e300:70")]),
    PhoneCase(
      "hours", "14 heart_min_bpm=50 heart_avg_bpm=75 heart_max_bpm=130",
      [.metric("heart_rate", "bpm", "14/08:00=50:60:80 14/09:00=60:90:130")]),
    PhoneCase(
      "an equal range among hours", "14 heart_min_bpm=55 heart_max_bpm=165",
      [.metric("heart_rate", "bpm", "14/01:00~14/02:00=55:59:64 14/02:00~14/03:00=61:61:61 14/03:00~14/04:00=90:120:165")]),
    PhoneCase(
      "an equal range at a second beside ranges", "14 heart_min_bpm=60 heart_max_bpm=150",
      [.metric("heart_rate", "bpm", "14/08:00:05=70:70:70 14/08:00:20=60:75:90 14/18:00:20=100:120:150")]),
    PhoneCase(
      "a range that is told", "14 heart_min_bpm=55 heart_avg_bpm=59 heart_max_bpm=64",
      [.metric("heart_rate", "bpm", "14/08:00:04~14/09:00=55:59:64")]),
    PhoneCase(
      "a day's range and its hours", "14 heart_min_bpm=48 heart_avg_bpm=60 heart_max_bpm=140",
      [
        .metric("heart_rate", "bpm", "14/08:00=50:60:80 14/09:00=55:60:70"),
        .metric("heart_rate", "bpm", "13/00:00=40:50:60 14/00:00=48:72:140"),
      ]),
    PhoneCase(
      "a mean alone", "14 heart_min_bpm=- heart_avg_bpm=70 heart_max_bpm=-",
      [.items("heart_rate", "bpm", #"{"date":"2026-03-14 08:00:00 +0000","Avg":70}"#)]),
    PhoneCase(
      "other spellings", "14 heart_min_bpm=60 heart_avg_bpm=70 heart_max_bpm=80",
      [.items("heart_rate", "bpm", #"{"date":"2026-03-14 08:00:00 +0000","minimum":60,"average":70,"MAX":80}"#)]),
    PhoneCase(
      "a lowest that is null", "14 heart_min_bpm=- heart_avg_bpm=70 heart_max_bpm=80",
      [.items("heart_rate", "bpm", #"{"date":"2026-03-14 08:00:00 +0000","Min":null,"Avg":70,"Max":80}"#)]),
    PhoneCase(
      "ranges of other measures", "14 resting_bpm=55 hrv_ms=40",
      [.metrics([("resting_heart_rate", "bpm", "14/08:00=50:55:60"), ("heart_rate_variability", "ms", "14/08:00=30:40:50")])]),
    PhoneCase(
      "single readings and ranges", "14 heart_min_bpm=50 heart_max_bpm=130",
      [.appleHeart("14/07:01=61 14/07:20=70"), .metric("heart_rate", "bpm", "14/08:00=50:60:80 14/09:00=60:90:130")]),
    PhoneCase(
      "readings inside a range tell its mean", "14 heart_min_bpm=50 heart_avg_bpm=65 heart_max_bpm=80",
      [.appleHeart("14/08:01=60 14/08:20=70"), .metric("heart_rate", "bpm", "14/08:00~14/09:00=50:61:80")]),
  ]

  /// Nights that another program summed up.
  private static let nights = [
    PhoneCase(
      "stages", "14 sleep_min=420 sleep_core_min=240 sleep_deep_min=60 sleep_rem_min=120 awake_min=-",
      [.night("13/23:00~14/07:00", "asleep=0 core=4 deep=1 rem=2 awake=0")]),
    PhoneCase("asleep is the stages together", "14 sleep_min=420", [.night("13/23:00~14/07:00", "asleep=7 core=4 deep=1 rem=2")]),
    PhoneCase(
      "asleep is a little more than the stages", "14 sleep_min=450", [.night("13/23:00~14/07:00", "asleep=7.5 core=4 deep=1 rem=2")]),
    PhoneCase("asleep is the rest beside the stages", "14 sleep_min=420", [.night("13/23:00~14/07:00", "asleep=1 core=3 deep=1 rem=2")]),
    PhoneCase("only the whole is told", "14 sleep_min=420", [.night("13/23:00~14/07:00", "totalSleep=7 asleep=0 core=0")]),
    PhoneCase("no night is longer than its span", "14 sleep_min=480", [.night("13/23:00~14/07:00", "core=8 deep=2 rem=2")]),
    PhoneCase(
      "a night that grew", "14 sleep_min=420 awake_min=-",
      [.night("13/23:00~14/05:00", "asleep=6 awake=0.5"), .night("13/23:00~14/07:00", "asleep=0 core=4 deep=1 rem=2 awake=0")]),
    PhoneCase(
      "a night that grew, the later one first", "14 sleep_min=420 awake_min=-",
      [.night("13/23:00~14/07:00", "asleep=0 core=4 deep=1 rem=2 awake=0"), .night("13/23:00~14/05:00", "asleep=6 awake=0.5")]),
    PhoneCase(
      "a night that grew at its beginning", "14 sleep_min=480",
      [.night("13/23:00~14/07:00", "core=7"), .night("13/22:00~14/07:00", "core=8")]),
    PhoneCase(
      "a night that comes again in stages", "14 sleep_min=420 sleep_core_min=240 awake_min=-",
      [.night("13/23:00~14/07:00", "asleep=7 awake=0.5"), .night("13/23:00~14/07:00", "asleep=0 core=4 deep=1 rem=2 awake=0")]),
    PhoneCase(
      "a night and a nap", "14 sleep_min=480",
      [.nights([("13/23:00~14/06:00", "core=7", "Watch"), ("14/14:00~14/15:00", "core=1", "Watch")])]),
    PhoneCase(
      "two sources of a night", "14 sleep_min=420",
      [.nights([("13/23:00~14/06:00", "core=7", "Watch"), ("13/22:30~14/06:30", "asleep=8", "iPhone")])]),
    PhoneCase(
      "sources of a night in another order", "14 sleep_min=400",
      [
        .night("13/23:00~14/06:00", "asleep=7", source: "iPhone|Watch"),
        .night("13/23:00~14/06:00", "asleep=6.6666666667", source: "Watch|iPhone"),
      ]),
    PhoneCase("in bed alone", "14 sleep_min=- in_bed_min=480", [.night("13/23:00~14/07:00", "inBed=8")]),
    PhoneCase(
      "totals with a wake-up time", zone: "America/New_York", "14 sleep_min=432 in_bed_min=468",
      [.items("sleep_analysis", "hr", #"{"date":"2026-03-14 07:10:00 -0400","asleep":7.2,"inBed":7.8}"#)]),
    PhoneCase(
      "totals with a day", "13 sleep_min=- | 14 sleep_min=432", [.items("sleep_analysis", "hr", #"{"date":"2026-03-14","asleep":7.2}"#)]),
    PhoneCase(
      "minutes", "14 sleep_min=420",
      [
        .items(
          "sleep_analysis", "min",
          #"{"date":"2026-03-14","asleep":420,"sleepStart":"2026-03-13 23:00:00 +0000","sleepEnd":"2026-03-14 06:30:00 +0000"}"#)
      ]),
    PhoneCase(
      "single stages before sums", "14 sleep_min=60",
      [
        .items(
          "sleep_analysis", "hr",
          #"{"startDate":"2026-03-14 01:00:00 +0000","endDate":"2026-03-14 02:00:00 +0000","value":"Core","source":"Watch"}"#),
        .night("13/23:00~14/07:00", "core=7"),
      ]),
  ]

  /// Samples of Apple's export beside sums of the app.
  private static let besideSamples = [
    PhoneCase(
      "a day's sum beside samples", "14 steps=6000",
      [.appleSteps("14/08:00~14/20:00=6000", madeAt: "15/09:00"), .steps("14/00:00~14/23:59:59=6100")]),
    PhoneCase(
      "samples beside a day's sum", "14 steps=6000",
      [.steps("14/00:00~14/23:59:59=6100"), .appleSteps("14/08:00~14/20:00=6000", madeAt: "15/09:00")]),
    PhoneCase(
      "hours of one source beside samples", "14 steps=6000",
      [.appleSteps("14/08:00~14/20:00=6000", madeAt: "15/09:00"), .steps("14/08:00~14/09:00=3000@Watch 14/09:00~14/10:00=3000@Watch")]),
    PhoneCase(
      "minutes beside samples", "14 steps=6000",
      [.appleSteps("14/08:00~14/20:00=6000", madeAt: "15/09:00"), .steps("14/08:01=3000 14/09:07=3000")]),
    PhoneCase(
      "a guessed day beside samples", "14 steps=6000",
      [.appleSteps("14/08:00~14/20:00=6000", madeAt: "15/09:00"), .steps("14/00:00=70000")]),
    PhoneCase(
      "samples that end during the day", "14 steps=6000",
      [.appleSteps("14/08:00~14/09:00=500", madeAt: "14/10:00"), .steps("14/00:00~14/23:59:59=6000")]),
    PhoneCase(
      "samples that end during the day, imported last", "14 steps=6000",
      [.steps("14/00:00~14/23:59:59=6000"), .appleSteps("14/08:00~14/09:00=500", madeAt: "14/10:00")]),
    PhoneCase(
      "samples that say more than the sum", "14 steps=500",
      [.steps("14/00:00~14/23:59:59=300"), .appleSteps("14/08:00~14/09:00=500", madeAt: "14/10:00")]),
    PhoneCase(
      "the day is complete with the next export", "14 steps=5900",
      [
        .appleSteps("14/08:00~14/09:00=500", madeAt: "14/10:00"), .steps("14/00:00~14/23:59:59=6000"),
        .appleSteps("14/08:00~14/09:00=500 14/10:00~14/20:00=5400", madeAt: "15/10:00"),
      ]),
    PhoneCase(
      "a day without samples", "13 steps=500 | 14 steps=6000",
      [.appleSteps("13/08:00~13/09:00=500", madeAt: "13/10:00"), .steps("14/00:00~14/23:59:59=6000")]),
  ]

  /// Of a record's versions the newest counts.
  private static let versions = [
    PhoneCase(
      "an edited weight", "14 weight_kg=71.3",
      [ConnectExport().weight(1, "14/08:00", 75).export, ConnectExport().weight(1, "14/08:00", 71.3, modified: 1).export]),
    PhoneCase(
      "an edited weight, newer first", "14 weight_kg=71.3",
      [ConnectExport().weight(1, "14/08:00", 71.3, modified: 1).export, ConnectExport().weight(1, "14/08:00", 75).export]),
    PhoneCase(
      "a weight that moved to another day", "13 weight_kg=- | 14 weight_kg=71",
      [ConnectExport().weight(1, "13/08:00", 71).export, ConnectExport().weight(1, "14/08:00", 71, modified: 1).export]),
    PhoneCase(
      "edited steps", "14 steps=400",
      [ConnectExport().steps(1, "14/08:00~14/09:00", 900).export, ConnectExport().steps(1, "14/08:00~14/09:00", 400, modified: 1).export]),
    PhoneCase(
      "steps that grew", "14 steps=900",
      [ConnectExport().steps(1, "14/08:00~14/09:00", 400).export, ConnectExport().steps(1, "14/08:00~14/10:00", 900).export]),
    PhoneCase(
      "three versions in any order", "14 steps=300",
      [
        ConnectExport().steps(1, "14/08:00~14/09:00", 200, modified: 2).export,
        ConnectExport().steps(1, "14/08:00~14/09:00", 300, modified: 3).export,
        ConnectExport().steps(1, "14/08:00~14/09:00", 100, modified: 1).export,
      ]),
    PhoneCase(
      "one measurement under two ids, one of them edited", "14 steps=500",
      [
        ConnectExport().steps(1, "14/08:00~14/09:00", 500).steps(2, "14/08:00~14/09:00", 500).export,
        ConnectExport().steps(1, "14/10:00~14/11:00", 0, modified: 3).steps(2, "14/08:00~14/09:00", 500).export,
      ]),
    PhoneCase(
      "an edited night", "14 sleep_min=420 sleep_core_min=240",
      [
        ConnectExport().night(1, "13/23:00~14/05:00", "13/23:00~14/05:00=5").export,
        ConnectExport().night(1, "13/23:00~14/06:00", "13/23:00~14/03:00=4 14/03:00~14/06:00=5", modified: 1).export,
      ]),
    PhoneCase(
      "an edited night, newer first", "14 sleep_min=420 sleep_core_min=240",
      [
        ConnectExport().night(1, "13/23:00~14/06:00", "13/23:00~14/03:00=4 14/03:00~14/06:00=5", modified: 1).export,
        ConnectExport().night(1, "13/23:00~14/05:00", "13/23:00~14/05:00=5").export,
      ]),
    PhoneCase(
      "heart rates of an edited record", "14 heart_max_bpm=80",
      [
        ConnectExport().heart(1, "14/08:00~14/09:00", "14/08:00=60 14/08:30=190").export,
        ConnectExport().heart(1, "14/08:00~14/09:00", "14/08:00=60 14/08:30=80", modified: 1).export,
      ]),
    PhoneCase(
      "an unchanged export twice", "14 steps=900 weight_kg=70",
      [
        ConnectExport().steps(1, "14/08:00~14/09:00", 900).weight(2, "14/08:00", 70).export,
        ConnectExport().steps(1, "14/08:00~14/09:00", 900).weight(2, "14/08:00", 70).export,
      ]),
    PhoneCase(
      "a record that left the export stays", "14 steps=900",
      [ConnectExport().steps(1, "14/08:00~14/09:00", 900).export, ConnectExport().weight(2, "14/08:00", 70).export]),
  ]

  /// Records that the change logs report as deleted.
  private static let deletions = [
    PhoneCase(
      "a deleted weight", "14 weight_kg=-",
      [ConnectExport().weight(1, "14/08:00", 75).export, ConnectExport().deleted(1, "14/12:00").export]),
    PhoneCase(
      "a deleted weight stays so", "14 weight_kg=-",
      [ConnectExport().deleted(1, "14/12:00").export, ConnectExport().weight(1, "14/08:00", 75).export]),
    PhoneCase(
      "what was written after its deletion is there", "14 weight_kg=75",
      [ConnectExport().deleted(1, "14/09:00").export, ConnectExport().weight(1, "14/08:00", 75, modified: 2).export]),
    PhoneCase(
      "a deleted workout", "14 workouts=-",
      [ConnectExport().run(1, "14/08:00~14/09:00").export, ConnectExport().deleted(1, "14/12:00").export]),
    PhoneCase(
      "a deleted workout stays so", "14 workouts=-",
      [ConnectExport().deleted(1, "14/12:00").export, ConnectExport().run(1, "14/08:00~14/09:00").export]),
    PhoneCase(
      "a deleted record among others", "14 steps=400",
      [
        ConnectExport().steps(1, "14/08:00~14/09:00", 900).steps(2, "14/10:00~14/11:00", 400).export,
        ConnectExport().steps(2, "14/10:00~14/11:00", 400).deleted(1, "14/12:00").export,
      ]),
  ]

  /// Workouts with ids.
  private static let workouts = [
    PhoneCase(
      "a workout of the same id, longer", "14 workouts=1 workout_min=60",
      [.workouts([("A", "14/08:00~14/08:30")]), .workouts([("A", "14/08:00~14/09:00")])]),
    PhoneCase(
      "the longer one first", "14 workouts=1 workout_min=60",
      [.workouts([("A", "14/08:00~14/09:00")]), .workouts([("A", "14/08:00~14/08:30")])]),
    PhoneCase(
      "a workout that moved", "13 workouts=- | 14 workouts=1",
      [.workouts([("A", "13/08:00~13/09:00")]), .workouts([("A", "14/08:00~14/09:00")])]),
    PhoneCase(
      "one id twice in a file", "14 workouts=1 workout_min=60", [.workouts([("A", "14/08:00~14/08:30"), ("A", "14/08:00~14/09:00")])]),
    PhoneCase("two ids", "14 workouts=2 workout_min=60", [.workouts([("A", "14/08:00~14/08:30"), ("B", "14/10:00~14/10:30")])]),
    PhoneCase(
      "without an id", "14 workouts=2 workout_min=90", [.workouts([(nil, "14/08:00~14/08:30")]), .workouts([(nil, "14/10:00~14/11:00")])]),
    PhoneCase(
      "an edited session", "14 workouts=1 workout_min=120",
      [ConnectExport().run(1, "14/08:00~14/09:00").export, ConnectExport().run(1, "14/08:00~14/10:00", modified: 1).export]),
    PhoneCase(
      "an edited session, newer first", "14 workouts=1 workout_min=30",
      [ConnectExport().run(1, "14/08:00~14/08:30", modified: 9).export, ConnectExport().run(1, "14/08:00~14/09:00").export]),
  ]

  /// Units are read for their type, or not at all.
  private static let units = [
    PhoneCase("pounds", "14 weight_kg=81.647", [.metric("weight_body_mass", "lbs", "14/08:00=180")]),
    PhoneCase("kilojoules", "14 active_kcal=100", [.metric("active_energy", "KJ", "14/09:00=418.4")]),
    PhoneCase("miles", "14 distance_m=3218.688", [.metric("walking_running_distance", "miles", "14/09:00=2")]),
    PhoneCase("a word that isn't known", "14 weight_kg=-", [.metric("weight_body_mass", "lbz", "14/08:00=180")]),
    PhoneCase("a unit of something else", "14 weight_kg=-", [.metric("weight_body_mass", "kcal", "14/08:00=80")]),
    PhoneCase("no unit", "14 weight_kg=-", [.metric("weight_body_mass", "", "14/08:00=80")]),
    PhoneCase(
      "an item's own unit", "13 active_kcal=- | 14 active_kcal=150",
      [
        .items(
          "active_energy", "kcal",
          #"{"date":"2026-03-14 08:00:00 +0000","qty":50},{"date":"2026-03-14 09:00:00 +0000","qty":418.4,"units":"kJ"}"#)
      ]),
    PhoneCase(
      "an item's own unit that isn't known", "14 active_kcal=50",
      [
        .items(
          "active_energy", "kcal",
          #"{"date":"2026-03-14 08:00:00 +0000","qty":50},{"date":"2026-03-14 09:00:00 +0000","qty":418.4,"units":"kX"}"#)
      ]),
    PhoneCase("a sum in a unit that isn't known", "14 active_kcal=-", [.metric("active_energy", "furlong", "14/09:00=418.4")]),
  ]
}
