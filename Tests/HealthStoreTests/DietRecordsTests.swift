import DietPlan
import HealthModel
import TestSupport
import Testing

@testable import HealthStore

/// The plan's records in a real library.
@Suite struct DietRecordsTests {
  private let store: StoreFixture
  private let noon = StoreFixture.noon
  private var records: DietRecords { DietRecords(store.library) }

  init() throws { store = try StoreFixture() }

  private static let profile = DietProfile(
    sex: .male, age: 39, heightCm: 170, weightKg: 80.5, bodyFatPercent: 21.5, activity: .light, goal: .lose, window: .preset,
    mealTimes: [720, 900, 1080], factor: .study, lockedWeightKg: 79.9, activeShare: 0.5)
  private static let start = StoreFixture.noon.day

  /// One entry of each type.
  private static let events: [DietEvent] = [
    DietEvent(id: "1", day: start, .profile(profile, plan: PlanStart(id: "1", day: start))),
    DietEvent(
      id: "2", day: start,
      .profile(
        DietProfile(sex: .other, age: 18, heightCm: 160.5, weightKg: 55, activity: .veryActive, goal: .gain),
        plan: PlanStart(id: "1", day: start))),
    DietEvent(id: "3", day: start.adding(3), .pause(plan: "1")), DietEvent(id: "4", day: start.adding(4), .resume(plan: "1")),
    DietEvent(id: "5", day: start.adding(9), .stop(plan: "1")),
    DietEvent(id: "6", day: start.adding(1), .milestone(.checkIn, plan: "1", answer: true)),
    DietEvent(id: "7", day: start.adding(20), .milestone(.review(planDay: 21), plan: "1", answer: nil)),
    DietEvent(id: "8", day: start, .lesson(.adaptation)),
  ]

  @Test("D-PROFILE-1: every entry of the history comes back as it was written")
  func entriesComeBack() throws {
    try records.change("set up the diet plan", adding: Self.events, at: noon)
    #expect(try records.events().sorted { $0.id < $1.id } == Self.events)
    #expect(try store.queued() == Self.events.map { "diet_event|\($0.id)" })
  }

  @Test("D-PROFILE-1: answers of an unfinished set-up are kept, one by one")
  func answersComeBack() throws {
    #expect(try records.answers(today: Self.start) == nil)
    var answers = DietAnswers(draft: DietDraft(start: Self.start))
    answers.draft.sex = .female
    try records.change("answered", answers: answers, at: noon)
    #expect(try records.answers(today: Self.start.adding(2)) == answers)
    answers.draft = DietDraft(Self.profile, start: Self.start.adding(5))
    answers.notices = NoticeChoice(isOn: false, voice: .gentleGuilt, weighInMinute: 420, milestoneMinute: 0, absenceMinute: 1439)
    try records.change("answered", answers: answers, at: noon)
    #expect(try records.answers(today: Self.start) == answers)
    #expect(try store.number("SELECT count(*) FROM diet_profile") == 1)
  }

  @Test func aChangeIsUndoneAsAWhole() throws {
    var answers = DietAnswers(draft: DietDraft(Self.profile, start: Self.start))
    try records.change("set up the diet plan", answers: answers, adding: [Self.events[0]], at: noon)
    let before = try store.dump("diet_profile") + store.dump("diet_event")
    answers.draft.age = 40
    try records.change("changed the diet plan", answers: answers, adding: [Self.events[2]], deleting: ["1"], at: StoreFixture.later(1))
    #expect(try records.events().map(\.id) == ["3"])
    #expect(try store.library.undo(at: StoreFixture.later(2)).title == "changed the diet plan")
    #expect(try store.dump("diet_profile") + store.dump("diet_event") == before)
    #expect(try store.library.undo(at: StoreFixture.later(3)).count == 2)
    #expect(try records.events().isEmpty && records.answers(today: Self.start) == nil)
  }

  @Test("D-LEARN-3: what was shown is noted once, and isn't a change of the user's")
  func whatWasShownIsNotedOnce() throws {
    try records.keepShown([Self.events[7]], at: noon)
    try records.keepShown([DietEvent(id: "8", day: Self.start.adding(5), .lesson(.adaptation))], at: noon)
    #expect(try records.events() == [Self.events[7]])
    #expect(throws: StoreError.self) { try store.library.undo(at: noon) }
  }

  @Test func fieldsOfANewerVersionSurviveAnEdit() throws {
    let data = """
      {"sex":"male","age":39,"height_cm":170,"weight_kg":80,"body_fat_percent":null,"activity":"light","goal":"lose",\
      "window_start_min":720,"window_end_min":1080,"meal_times":[720,1080],"factor":"19/23","locked_weight_kg":null,"active_share":0,\
      "start_day":"2026-02-10","notices":true,"voice":"supportive","weigh_in_min":null,"milestone_min":540,"absence_min":1200,\
      "fasting_days":[6]}
      """
    let isTaken = try store.library.write { db in try SyncedTable.dietProfile.apply(data, to: "me", in: db) }
    #expect(isTaken)
    var answers = try #require(try records.answers(today: Self.start))
    #expect(answers.draft.mealTimes == [720, 1080] && answers.draft.weightKg == 80)
    answers.draft.age = 40
    try records.change("changed", answers: answers, at: noon)
    let json = try store.library.read { db in try SyncedTable.dietProfile.json(of: "me", in: db) }
    let record = try JSON(parsing: try #require(json).utf8)
    #expect(record["age"].int == 40 && record["fasting_days"] == .array([JSON(6)]))
  }

  /// Data that only a newer version knows are kept for it, and answers nothing here.
  @Test func entriesOfANewerVersionAreLeftOut() throws {
    try store.run(
      """
      INSERT INTO diet_event(id, day, type, name) VALUES ('a', '2026-02-10', 'lesson', 'autophagy');
      INSERT INTO diet_event(id, day, type, plan, name) VALUES ('b', '2026-02-10', 'milestone', '1', 'day-99');
      """)
    #expect(try records.events().isEmpty)
    let record = #"{"day":"2026-02-10","type":"refeed","plan":"1","created_at_ms":1}"#
    #expect(try store.library.write { db in try SyncedTable.dietEvent.apply(record, to: "c", in: db) } == false)
  }

  @Test(arguments: [
    ("INSERT INTO diet_profile(id) VALUES ('you')", "id must be me"),
    ("INSERT INTO diet_profile(age) VALUES (151)", "age must be 1-150"),
    ("INSERT INTO diet_profile(window_start_min) VALUES (5)", "a window must have a start and an end"),
    ("INSERT INTO diet_profile(meal_times) VALUES ('{}')", "meal_times must be a JSON array"),
    ("INSERT INTO diet_event(type) VALUES ('pause')", "only a lesson may have no plan"),
    ("INSERT INTO diet_event(type, plan) VALUES ('milestone', 'p')", "a milestone or lesson must have a name"),
    ("INSERT INTO diet_event(type, plan) VALUES ('profile', 'p')", "a profile must have plan_day"),
    ("INSERT INTO diet_event(type, plan) VALUES ('feast', 'p')", "type must be profile, pause"),
  ]) func badRowsAreRefusedWithTheReason(sql: String, reason: String) throws {
    #expect(try store.shell(sql, fails: true).contains(reason))
  }
}
