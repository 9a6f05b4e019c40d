import HealthModel
import Testing

@testable import Notices

@Suite struct NoticePlannerTests {
  /// A change in one word and the notice's id: `add a@0`, the minute at which it is due behind the `@`.
  private func words(_ changes: [NoticeChange]) -> [String] {
    func at(_ notice: PlannedNotice) -> String { "\(notice.id)@\((notice.fireAtMs - Noon.ms) / 60_000)" }
    return changes.map { change in
      switch change {
      case .add(let notice): "add \(at(notice))"
      case .replace(let notice, let old): "replace \(at(old)) \(at(notice))"
      case .cancel(let notice, let reason): "cancel \(at(notice)) \(reason.rawValue)"
      case .miss(let notice): "miss \(at(notice))"
      }
    }
  }

  private func planned(_ notices: WantedNotice...) -> [PlannedNotice] {
    notices.map { PlannedNotice(notice: $0, fireAtMs: $0.fireAtMs, plannedAtMs: Noon.ms) }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    var standing = NoticeWish.Standing.current
    var wanted: [WantedNotice] = []
    var muted: Set<String> = []
    var planned: [WantedNotice] = []
    var fired: Set<String> = []
    var minute = 0
    let changes: [String]

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(name: "nothing", changes: []),
    Row(
      name: "new ones, in the order in which they are due", wanted: [notice("b", at: 9), notice("a", at: 10)],
      changes: ["add b@9", "add a@10"]),
    Row(name: "planned already", wanted: [notice("a")], planned: [notice("a")], changes: []),
    Row(name: "another time", wanted: [notice("a", at: 5)], planned: [notice("a")], changes: ["replace a@0 a@5"]),
    Row(name: "other words", wanted: [notice("a", title: "Dry Complete!")], planned: [notice("a")], changes: ["replace a@0 a@0"]),
    Row(
      name: "no longer wanted", planned: [notice("a"), notice("b", at: 1)], changes: ["cancel a@0 reschedule", "cancel b@1 reschedule"]),
    Row(
      name: "dropped before new ones", wanted: [notice("a")], planned: [notice("b", at: 1)], changes: ["cancel b@1 reschedule", "add a@0"]),
    Row(name: "overdue, still in time", wanted: [notice("a")], minute: 60, changes: ["add a@0"]),
    Row(name: "past its last time", wanted: [notice("a")], minute: 61, changes: []),
    Row(name: "planned and past its last time: the run reports it", planned: [notice("a")], minute: 61, changes: []),
    Row(name: "wanted, planned and past its last time", wanted: [notice("a")], planned: [notice("a")], minute: 61, changes: []),
    Row(name: "its last time is before its time", wanted: [notice("a", at: 5, until: 4)], changes: []),
    Row(name: "moved to a time that is past", wanted: [notice("a", at: -90)], planned: [notice("a")], changes: ["cancel a@0 reschedule"]),
    Row(name: "shown and done", wanted: [notice("a")], fired: ["a"], changes: []),
    Row(name: "shown by one way, another one still tries", wanted: [notice("a")], planned: [notice("a")], fired: ["a"], changes: []),
    Row(name: "shown, then other words", wanted: [notice("a", title: "T")], planned: [notice("a")], fired: ["a"], changes: []),
    Row(name: "shown by one way, no longer wanted", planned: [notice("a")], fired: ["a"], changes: ["cancel a@0 reschedule"]),
    Row(name: "the same id twice", wanted: [notice("a"), notice("a", at: 7)], changes: ["add a@0"]),
    Row(name: "of another source", wanted: [notice("a", source: "diet")], changes: []),
    Row(name: "turned off", standing: .disabled, wanted: [notice("a")], planned: [notice("a")], changes: ["cancel a@0 user_disabled"]),
    Row(name: "too old", standing: .stale, wanted: [notice("a")], planned: [notice("a")], changes: ["cancel a@0 stale_data"]),
    Row(
      name: "ageing: what is planned stays, nothing is added or changed", standing: .ageing,
      wanted: [notice("a", at: 5), notice("c")], planned: [notice("a"), notice("b")], changes: ["cancel b@0 reschedule"]),
    Row(
      name: "a muted topic", wanted: [notice("a", topic: "swim"), notice("b", topic: "run")], muted: ["swim"],
      planned: [notice("a", topic: "swim")],
      changes: ["cancel a@0 user_disabled", "add b@0"]),
  ]

  @Test(arguments: rows) func changes(row: Row) {
    let planner = NoticePlanner(zone: Zone.utc)
    var plan = row.planned.map { PlannedNotice(notice: $0, fireAtMs: $0.fireAtMs, plannedAtMs: Noon.ms) }
    let wish = NoticeWish(source: "laundry", standing: row.standing, wanted: row.wanted, muted: row.muted)
    let changes = planner.changes(wishes: [wish], planned: plan, fired: row.fired, nowMs: Noon.ms(row.minute))
    #expect(words(changes) == row.changes)
    // Planning twice plans once.
    for change in changes {
      switch change {
      case .add(let notice), .replace(let notice, old: _): plan = plan.filter { $0.id != notice.id } + [notice]
      case .cancel(let notice, _), .miss(let notice): plan.removeAll { $0.id == notice.id }
      }
    }
    #expect(planner.changes(wishes: [wish], planned: plan, fired: row.fired, nowMs: Noon.ms(row.minute) + 1000).isEmpty)
  }

  @Test func otherSourcesAreLeftAlone() {
    let planner = NoticePlanner(zone: Zone.utc)
    let plan = planned(notice("l"), notice("d", source: "diet"))
    #expect(
      words(planner.changes(wishes: [NoticeWish(source: "laundry")], planned: plan, fired: [], nowMs: Noon.ms)) == ["cancel l@0 reschedule"]
    )
    #expect(planner.changes(wishes: [], planned: plan, fired: [], nowMs: Noon.ms).isEmpty)
  }

  @Test func withoutNoticesAllAreCancelled() {
    let planner = NoticePlanner(isEnabled: false, zone: Zone.utc)
    let wishes = [NoticeWish(source: "laundry", wanted: [notice("l"), notice("n")])]
    #expect(
      words(planner.changes(wishes: wishes, planned: planned(notice("l"), notice("d", source: "diet")), fired: [], nowMs: Noon.ms))
        == ["cancel d@0 user_disabled", "cancel l@0 user_disabled"])
  }

  /// Quiet from 12:00 to 12:30.
  @Test func quietHoursMoveDropOrAreIgnored() throws {
    let planner = NoticePlanner(quiet: QuietHours(startMinute: 720, endMinute: 750), zone: Zone.utc)
    func changes(_ notice: WantedNotice) -> [String] {
      words(planner.changes(wishes: [NoticeWish(source: "laundry", wanted: [notice])], planned: [], fired: [], nowMs: Noon.ms(-60)))
    }
    #expect(changes(notice("a", at: 10, quiet: .ignore)) == ["add a@10"])
    #expect(changes(notice("a", at: 10, quiet: .wait)) == ["add a@30"])
    #expect(changes(notice("a", at: 10, quiet: .drop)) == [])
    #expect(changes(notice("a", at: 30, quiet: .drop)) == ["add a@30"])
    #expect(changes(notice("a", at: -1, quiet: .drop)) == ["add a@-1"])
    // It would be moved beyond its last time.
    #expect(changes(notice("a", at: 10, until: 29, quiet: .wait)) == [])
  }

  /// 06:30 on the wall, wanted in one zone and then in another.
  @Test func aChangeOfTheZoneReplans() throws {
    let quiet = QuietHours(startMinute: 22 * 60, endMinute: 7 * 60)
    let (berlin, lisbon) = (try Zone.named("Europe/Berlin"), try Zone.named("Europe/Lisbon"))
    // 06:30 in Berlin is 05:30 UTC, quiet until 06:00 UTC; in Lisbon quiet until 07:00 UTC.
    let wanted = [NoticeWish(source: "laundry", wanted: [notice("a", at: -390, until: 0, quiet: .wait)])]
    let first = NoticePlanner(quiet: quiet, zone: berlin).changes(wishes: wanted, planned: [], fired: [], nowMs: Noon.ms(-600))
    #expect(words(first) == ["add a@-360"])
    guard case .add(let planned)? = first.first else { return }
    let second = NoticePlanner(quiet: quiet, zone: lisbon).changes(wishes: wanted, planned: [planned], fired: [], nowMs: Noon.ms(-600))
    #expect(words(second) == ["replace a@-360 a@-300"])
  }
}
