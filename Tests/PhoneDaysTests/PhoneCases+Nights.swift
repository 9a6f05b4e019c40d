/// One night is one night: of several accounts one counts, and never a part of it.
extension PhoneCase {
  static let wholeNights: [PhoneCase] = twoAccounts + totals + parts

  /// Sleep without a stage and stages, of two sources.
  private static let twoAccounts = [
    PhoneCase(
      "asleep of an app, stages of a watch", "18 sleep_min=375 sleep_core_min=240 sleep_deep_min=60 sleep_rem_min=75",
      [.night("17/21:00~18/06:00", "asleep=6 core=4 deep=1 rem=1.25 awake=0.1 inBed=9", source: "AutoSleep|Watch")]),
    PhoneCase(
      "the app's is longer", "18 sleep_min=420 sleep_core_min=240",
      [.night("17/21:00~18/06:00", "asleep=7 core=4 deep=1 rem=1.25", source: "AutoSleep|Watch")]),
    PhoneCase(
      "there is room for both, and yet they are two", "18 sleep_min=300",
      [.night("17/21:00~18/06:00", "asleep=3 core=4 deep=0.5 rem=0.5", source: "AutoSleep|Watch")]),
    PhoneCase(
      "together longer than the night", "18 sleep_min=375", [.night("17/21:00~18/06:00", "asleep=6 core=4 deep=1 rem=1.25")]),
    PhoneCase(
      "together longer than the time in bed", "18 sleep_min=375",
      [.night("17/20:00~18/09:00", "asleep=6 core=4 deep=1 rem=1.25 inBed=9")]),
    PhoneCase(
      "the rest beside the stages of one source", "18 sleep_min=420 sleep_core_min=180",
      [.night("17/21:00~18/06:00", "asleep=1 core=3 deep=1 rem=2 inBed=9")]),
    PhoneCase(
      "awake is what the night leaves", "18 sleep_min=420 awake_min=60", [.night("17/22:00~18/06:00", "core=7 awake=3")]),
  ]

  /// `totalSleep` with and without stages.
  private static let totals: [PhoneCase] = [
    PhoneCase("the total beside one stage", "14 sleep_min=468 sleep_deep_min=72", [.night("13/22:00~14/06:30", "totalSleep=7.8 deep=1.2")]),
    PhoneCase(
      "the total of all stages", "14 sleep_min=420 sleep_core_min=240", [.night("13/22:00~14/06:30", "totalSleep=7 core=4 deep=1 rem=2")]),
    PhoneCase(
      "the total is less than the stages", "14 sleep_min=420 sleep_core_min=280 sleep_deep_min=56 sleep_rem_min=84",
      [.night("13/22:00~14/06:30", "totalSleep=7 core=5 deep=1 rem=1.5")]),
    PhoneCase(
      "the total holds the rest", "14 sleep_min=450", [.night("13/22:00~14/06:30", "totalSleep=7.5 asleep=0.5 core=4 deep=1 rem=2")]),
    PhoneCase("a total of 0 is none", "14 sleep_min=420", [.night("13/22:00~14/06:30", "totalSleep=0 core=4 deep=1 rem=2")]),
    PhoneCase(
      "a total that adds two accounts up", "18 sleep_min=300",
      [.night("17/21:00~18/06:00", "totalSleep=8 asleep=3 core=4 deep=0.5 rem=0.5", source: "AutoSleep|Watch")]),
    PhoneCase(
      "a total longer than the night", "18 sleep_min=375",
      [.night("17/21:00~18/06:00", "totalSleep=12.25 asleep=6 core=4 deep=1 rem=1.25 inBed=9", source: "AutoSleep|Watch")]),
    PhoneCase(
      "a total that the night has no more when it comes again", "14 sleep_min=420",
      [.night("13/22:00~14/06:30", "totalSleep=7.8 deep=1.2"), .night("13/22:00~14/06:30", "core=4 deep=1 rem=2")]),
    PhoneCase(
      "a total without times", "14 sleep_min=468", [.items("sleep_analysis", "hr", #"{"date":"2026-03-14","totalSleep":7.8,"deep":1.2}"#)]),
  ]

  private static let whole = PhoneExport.night("13/21:01~14/06:11", "core=5.6 deep=1.2 rem=2 awake=0.2 totalSleep=8.8")

  private static func both(_ id: String, zone: String = "UTC", _ expected: String, _ a: PhoneExport, _ b: PhoneExport) -> [PhoneCase] {
    [
      PhoneCase("\(id), the whole first", zone: zone, expected, [a, b]), PhoneCase("\(id), the part first", zone: zone, expected, [b, a]),
      PhoneCase("\(id), in a folder", zone: zone, expected, [.folder([a, b])]),
      PhoneCase("\(id), in a folder under other names", zone: zone, expected, [.folder([b, a])]),
    ]
  }

  /// A part of a night that was exported alone.
  private static let parts: [PhoneCase] =
    both("the end of a night", "14 sleep_min=528", whole, .night("14/01:50~14/06:11", "core=2.8 deep=0.2 rem=1 awake=0.2 totalSleep=4"))
    + both("an end that ends later", "14 sleep_min=528", whole, .night("14/01:50~14/06:30", "core=3 deep=0.2 rem=1 awake=0.2"))
    + both("the beginning of a night", "14 sleep_min=528", whole, .night("13/21:01~14/02:00", "core=3 deep=1 rem=0.5"))
    + both("the middle of a night", "14 sleep_min=528", whole, .night("13/23:00~14/02:00", "core=2 rem=0.5"))
    + both(
      "a part of a newer export", "14 sleep_min=528", whole,
      .nights([("14/01:50~14/06:11", "core=4", "Watch"), ("14/23:00~15/06:00", "core=6", "Watch")]))
    + both(
      "a part under one of the names", "14 sleep_min=528",
      .night("13/21:01~14/06:11", "core=5.6 deep=1.2 rem=2", source: "AutoSleep|Alex Watch"),
      .night("14/01:50~14/06:11", "core=4", source: "Alex Watch"))
    + both(
      "the night of summer time", zone: "Europe/Berlin", "29 sleep_min=480", .night("28/22:00z+0100~29/07:00z+0200", "core=8"),
      .night("29/01:30z+0100~29/07:00z+0200", "core=4"))
    + both(
      "a part in bed", "14 sleep_min=- in_bed_min=540", .night("13/21:00~14/06:00", "inBed=9"), .night("14/02:00~14/06:00", "inBed=4"))
    + both(
      "halves that touch are two parts of one night", "14 sleep_min=420", .night("13/23:00~14/02:00", "core=3"),
      .night("14/02:00~14/06:00", "core=4"))
    + both(
      "the same night in a newer export", "14 sleep_min=390", .night("13/23:00~14/06:30", "core=7"),
      .nights([("13/23:00~14/06:30", "core=6.5", "Watch"), ("14/23:00~15/06:00", "core=6", "Watch")]))
    + sixOrders(
      "three parts of a night", "14 sleep_min=528",
      [whole, .night("14/01:50~14/06:30", "core=4"), .night("13/23:00~14/05:00", "core=5")])
}
