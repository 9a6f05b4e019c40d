import DietPlan
import GRDB
import HealthModel
import HealthStore
import TestSupport
import Testing

@testable import HealthSync

/// The plan on two devices: edits of both are kept, and what a newer version wrote comes back unchanged.
@Suite struct DietSyncTests {
  private let backend: ReferenceBackend
  private let phone: SyncFixture
  private let laptop: SyncFixture
  private let noon = Moment(ms: 1_770_721_380_000, utcOffsetMin: 60)
  private let profile = DietProfile(
    sex: .male, age: 39, heightCm: 170, weightKg: 80, activity: .light, goal: .lose, window: .preset, mealTimes: [720, 900, 1080])

  init() throws {
    (backend, phone, laptop) = (try ReferenceBackend(), try SyncFixture(), try SyncFixture())
  }

  private func sync(_ devices: SyncFixture...) async throws {
    for device in devices { _ = try await device.engine(backend.url).run(reason: .person) }
  }

  private func change(_ device: SyncFixture, _ id: String, _ content: DietEvent.Content, day: Day? = nil) throws {
    try DietRecords(device.library).change("changed", adding: [DietEvent(id: id, day: day ?? noon.day, content)], at: noon)
  }

  private func states(_ device: SyncFixture) throws -> [DietState?] {
    let history = DietHistory(try DietRecords(device.library).events())
    return (0..<40).map { history.state(on: noon.day.adding($0)) }
  }

  @Test("D-PROFILE-1, D-PHASE-1: a plan that one device began runs on the other; edits of both are kept")
  func editsOfBothAreKept() async throws {
    var answers = DietAnswers(draft: DietDraft(profile, start: noon.day))
    answers.notices.voice = .gentleGuilt
    try DietRecords(phone.library).change(
      "set up", answers: answers, adding: [DietEvent(id: "1", day: noon.day, .profile(profile, plan: PlanStart(id: "1", day: noon.day)))],
      at: noon)
    try await sync(phone, laptop)
    #expect(try DietRecords(laptop.library).answers(today: noon.day) == answers)
    #expect(try states(laptop) == states(phone))
    // Without a network, one pauses and the other edits; both look at the same explanation.
    try change(phone, "2", .pause(plan: "1"), day: noon.day.adding(3))
    try change(phone, "3", .resume(plan: "1"), day: noon.day.adding(5))
    var active = profile
    active.activity = .active
    try change(laptop, "4", .profile(active, plan: PlanStart(id: "1", day: noon.day)), day: noon.day.adding(4))
    for device in [phone, laptop] {
      try DietRecords(device.library).keepShown([DietEvent(id: "lesson/tdee", day: noon.day, .lesson(.tdee))], at: noon)
    }
    try await sync(phone, laptop, phone)
    #expect(try states(laptop) == states(phone))
    let history = DietHistory(try DietRecords(phone.library).events())
    #expect(history.state(on: noon.day.adding(10)) == .running(PhasePosition(planDay: 9)))
    #expect(history.version(on: noon.day.adding(4))?.profile.activity == .active)
    #expect(try DietRecords(phone.library).events().count == 5 && phone.waiting() == "0|0|0")
  }

  @Test func aNewersVersionsFieldsComeBack() async throws {
    try change(phone, "1", .profile(profile, plan: PlanStart(id: "1", day: noon.day)))
    try phone.execute(#"UPDATE diet_event SET extra = '{"mood":"good","profile":{"fasting":true}}'"#)
    try await sync(phone, laptop)
    #expect(try laptop.text("SELECT extra FROM diet_event") == #"{"mood":"good","profile":{"fasting":true}}"#)
    try laptop.execute("UPDATE diet_event SET age = 40")
    try await sync(laptop, phone)
    #expect(try phone.text("SELECT age, extra FROM diet_event") == #"40|{"mood":"good","profile":{"fasting":true}}"#)
  }

  /// Both set up a plan before they met: the later one is in force on both, and the other's days stay.
  @Test func twoSetUpsAgree() async throws {
    try change(phone, "1", .profile(profile, plan: PlanStart(id: "1", day: noon.day)))
    var gain = profile
    gain.goal = .gain
    try change(laptop, "2", .profile(gain, plan: PlanStart(id: "2", day: noon.day)), day: noon.day.adding(2))
    try await sync(phone, laptop, phone)
    #expect(try states(phone) == states(laptop))
    #expect(try states(phone)[1] == .running(PhasePosition(planDay: 2)) && states(phone)[2] == .steady)
  }
}
