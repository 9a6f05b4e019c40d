import HealthModel
import TestSupport
import Testing

/// The daily numbers after importing phones' exports day after day.
@Suite struct PhoneDaysTests {
  @Test(arguments: PhoneCase.all) func daysAreAsAPersonWouldExpect(row: PhoneCase) throws {
    let library = try PhoneLibrary(zone: row.zone)
    for file in row.makeFiles() { try library.add(file) }
    var seen: [String] = []
    for part in row.expected.split(separator: "|") {
      let words = part.split(separator: " ")
      let day = try #require(Day(words[0].count == 2 ? "2026-03-\(words[0])" : String(words[0])))
      let values = try words.dropFirst().map { word in
        let pair = word.split(separator: "=")
        let value = try library.value(String(pair[0]), on: day)
        let wanted = Double(pair[1])
        let isRight = value == wanted || (wanted.flatMap { wanted in value.map { abs($0 - wanted) < 0.001 } } ?? false)
        return isRight ? String(word) : "\(pair[0])=\(value.map { "\($0)" } ?? "-")"
      }
      seen.append("\(words[0]) \(values.joined(separator: " "))")
    }
    #expect(seen.joined(separator: " | ") == row.expected)
    #expect(try library.recomputed() == 0, "the days depend on how they came about")
  }

  @Test func thereAreAHundredRowsWithNamesOfTheirOwn() {
    #expect(PhoneCase.all.count >= 100)
    #expect(Set(PhoneCase.all.map { "\($0.id) \($0.expected)" }).count == PhoneCase.all.count)
  }

  @Test func whatChangedIsCountedAsChanged() throws {
    let library = try PhoneLibrary(zone: "UTC")
    try library.add(ConnectExport().weight(1, "14/08:00", 75).run(2, "14/08:00~14/09:00").steps(3, "14/08:00~14/09:00", 5).export)
    try library.add(
      ConnectExport().weight(1, "14/08:00", 71, modified: 1).run(2, "14/08:00~14/10:00", modified: 1).steps(3, "14/08:00~14/09:00", 5)
        .export)
    try library.add(ConnectExport().weight(1, "14/08:00", 75).run(2, "14/08:00~14/09:00").export)
    try library.add(.steps("14/08:00=500 14/09:00=400"))
    try library.add(.steps("14/08:00=500 14/09:00=450"))
    #expect(library.outcomes.map(\.added) == [3, 0, 0, 2, 0])
    #expect(library.outcomes.map(\.changed) == [0, 2, 0, 0, 1])
    #expect(library.outcomes.map(\.duplicate) == [0, 1, 2, 0, 1])
    #expect(try library.number("SELECT count(*) FROM sample WHERE type = (SELECT id FROM health_type WHERE name = 'body_mass')") == 1)
    #expect(try library.number("SELECT count(*) FROM workout") == 1)
    #expect(try library.number("SELECT changed FROM health_import WHERE n = 2") == 2)
  }

  @Test func whatWasDeletedIsCountedAsChanged() throws {
    let library = try PhoneLibrary(zone: "UTC")
    try library.add(ConnectExport().weight(1, "14/08:00", 75).run(2, "14/08:00~14/09:00").export)
    let deletions = ConnectExport().deleted(1, "14/12:00").deleted(2, "14/12:00").deleted(3, "14/12:00").export
    try library.add(deletions)
    try library.add(deletions)
    #expect(library.outcomes.map(\.changed) == [0, 2, 0])
  }

  /// The other devices of the user are told that the workout's earlier version is gone.
  @Test func aReplacedWorkoutIsDeletedFromTheBackend() throws {
    let library = try PhoneLibrary(zone: "UTC")
    try library.add(.workouts([("A", "14/08:00~14/08:30")]))
    try library.add(.workouts([("A", "14/08:00~14/09:00")]))
    #expect(try library.number("SELECT count(*) FROM outbox WHERE kind = 'workout'") == 2)
  }

  @Test func anExplanationHasWhatOtherProgramsSummedUp() throws {
    let library = try PhoneLibrary(zone: "UTC")
    try library.add(.night("13/23:00~14/07:00", "core=4 deep=1 rem=2 awake=0.5"))
    try library.add(.steps("14/08:00~14/09:00=100@Watch 14/08:00~14/09:00=120@iPhone"))
    let day = try #require(Day("2026-03-14"))
    let explanation = try library.explanation(of: day)
    let night = try #require(explanation.sleep.first)
    #expect(night.isSum && night.asleepMin == 420)
    #expect(
      night.parts.map { "\($0.source) \($0.stage) \($0.minutes)" } == [
        "Watch core 240.0", "Watch rem 120.0", "Watch deep 60.0", "Watch awake 30.0",
      ])
    let steps = try #require(explanation.sums.first)
    #expect(steps.basis == .sums && steps.total == 100)
    #expect(steps.parts.map(\.source) == ["Watch", "iPhone"])
    #expect(steps.parts.map(\.value) == [100, 0])
    #expect(steps.parts[1].leftOut.map(\.because) == ["Watch"])
  }

  /// The workout of one export has no energy yet.
  @Test(arguments: [nil, "A"]) func aWorkoutIsAsTheNewerExportHasIt(id: String?) throws {
    let head = id.map { #""id":"\#($0)","# } ?? ""
    let workout = #"{\#(head)"name":"Run","start":"2026-03-14 08:00:00 +0000","end":"2026-03-14 09:00:00 +0000""#
    let older = PhoneExport.auto(#"{"data":{"workouts":[\#(workout)}]}}"#)
    let newer = PhoneExport.auto(
      #"{"data":{"metrics":[{"name":"step_count","units":"count","data":[{"date":"2026-03-15 00:00:00 +0000","qty":1}]}],"#
        + #""workouts":[\#(workout),"activeEnergyBurned":{"qty":300,"units":"kcal"}}]}}"#)
    for exports in [
      [older, newer], [newer, older], [.folder([older, newer])], [.folder([newer, older])], [newer, older, newer, older],
    ] {
      let library = try PhoneLibrary(zone: "UTC")
      for export in exports { try library.add(export) }
      #expect(try library.number("SELECT sum(energy_kcal) FROM workout") == 300)
      #expect(try library.number("SELECT count(*) FROM workout") == 1)
    }
  }

  @Test func anExplanationHasWhatWasRidden() throws {
    let library = try PhoneLibrary(zone: "UTC")
    try library.add(
      ConnectExport().distance(1, "14/08:00~14/09:00", 3000).distance(2, "14/17:00~14/18:00", 30_000)
        .session(3, "14/17:00~14/17:45", 4).export)
    let day = try #require(Day("2026-03-14"))
    let distance = try #require(try library.explanation(of: day).sums.first { $0.key == "distance_m" })
    #expect(distance.total == 10_500 && distance.basis == .samples)
    let part = try #require(distance.parts.first)
    #expect(part.value == 10_500 && part.minutes == 75)
    #expect(part.leftOut.map { "\($0.value) \($0.minutes) \($0.because) \($0.countsAs ?? "-")" } == ["22500.0 45.0 Fit distance_cycling"])
    let alone = try PhoneLibrary(zone: "UTC")
    try alone.add(ConnectExport().distance(2, "14/17:00~14/18:00", 2000).session(3, "14/17:00~14/18:00", 49).export)
    let swum = try #require(try alone.explanation(of: day).sums.first { $0.key == "distance_m" })
    #expect(swum.total == nil && swum.parts.first?.leftOut.first?.countsAs == "distance_swimming")
    #expect(try alone.number("SELECT sum(value) FROM samples WHERE type = 'distance_walking_running'") == 2000, "it stays as it came")
  }

  /// A server in UTC whose phone is elsewhere; a zone that is set, or named by the export, needs no word.
  @Test func anotherOffsetIsSaidOnce() throws {
    let steps = PhoneExport.steps("14/08:00=5", zone: "+0200")
    let server = try PhoneLibrary(settings: HealthSettings(machineZone: "Etc/UTC"))
    try server.add(.steps("13/08:00=5"))
    try server.add(steps)
    try server.add(.steps("15/08:00=5", zone: "+0200"))
    #expect(server.outcomes.map(\.foreignOffsetMin) == [nil, 120, nil])
    let phone = try PhoneLibrary(settings: HealthSettings(machineZone: "UTC"))
    try phone.add(ConnectExport().steps(1, "14/08:00~14/09:00", 5).offset(-12_600).export)
    #expect(phone.outcomes.map(\.foreignOffsetMin) == [-210])
    let apple = try PhoneLibrary(settings: HealthSettings(machineZone: "UTC"))
    try apple.add(.apple(#"<HealthData><ExportDate value="2026-03-14 08:00:00 +0530"/></HealthData>"#))
    try apple.add(.apple(#"<HealthData><ExportDate value="2026-03-15 8:00:00 PM +0530"/></HealthData>"#))
    #expect(apple.outcomes.map(\.foreignOffsetMin) == [330, nil])
    let localized = try PhoneLibrary(settings: HealthSettings(machineZone: "UTC"))
    try localized.add(.apple(#"<HealthData><ExportDate value="2026-03-15 8:00:00 PM +0530"/></HealthData>"#))
    #expect(localized.outcomes.map(\.foreignOffsetMin) == [330])
    for settings in [HealthSettings(zone: "UTC", machineZone: "UTC"), HealthSettings(machineZone: "Europe/Berlin")] {
      let other = try PhoneLibrary(settings: settings)
      try other.add(steps)
      #expect(other.outcomes.map(\.foreignOffsetMin) == [nil])
    }
  }

  @Test func weeksAreMarked() throws {
    let library = try PhoneLibrary(zone: "UTC")
    try library.add(.steps("02/00:00=7000 09/00:00=14000"))
    #expect(library.outcomes[0].remarks == ["sums of weeks, spread evenly over their days": 2])
    #expect(try library.explanation(of: try #require(Day("2026-03-03"))).sums.map(\.basis) == [.share])
  }

  /// Whatever comes in whatever order, two imports of the same files make the same days.
  @Test(arguments: 0..<12) func theOrderOfOneSourceDecidesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let files: [PhoneExport] = [
      .steps("14/00:00~14/23:59:59=6000"), .steps("14/08:00=500 14/09:00=400 14/10:00=300"), .steps("14/12:07=70 14/12:08=30"),
      .steps("12/00:00=2000 13/00:00=5500"), .steps("14/08:00~14/08:30=450@Watch"), .steps("14/08:10~14/08:40=450@iPhone"),
      .night("13/23:00~14/05:00", "asleep=6"), .night("13/23:00~14/07:00", "core=4 rem=3"), .workouts([("A", "14/08:00~14/08:30")]),
      .workouts([("A", "14/08:00~14/09:00")]), .metric("heart_rate", "bpm", "14/08:00=50:60:80 14/09:00=60:90:130"),
      ConnectExport().weight(1, "14/08:00", 75).export, ConnectExport().weight(1, "14/08:00", 71, modified: 1).export,
    ]
    let library = try PhoneLibrary(zone: "UTC")
    for file in files.shuffled(using: &random) { try library.add(file) }
    let day = try #require(Day("2026-03-14"))
    let values = try ["steps", "sleep_min", "workout_min", "heart_max_bpm", "weight_kg"].map { try library.value($0, on: day) }
    #expect(values == [6000, 420, 60, 130, 71])
    #expect(try library.recomputed() == 0)
  }
}
