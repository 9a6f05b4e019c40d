import BulkSQL
import DietPlan
import GRDB
import HealthModel

/// Entries of the plan's history as rows of `diet_event`.
extension DietEvent {
  /// The columns that `init(row:)` reads, but the id.
  private static let columns = SyncedTable.dietEvent.columns.map(\.name)

  /// `SELECT` of all entries.
  static let selectSQL = "SELECT id, \(columns.joined(separator: ", ")) FROM diet_event"

  /// `INSERT` of `columnValues`.
  static let insertSQL = """
    INSERT INTO diet_event(id, \(columns.joined(separator: ", "))) VALUES (?\(String(repeating: ", ?", count: columns.count)))
    """

  /// `nil` for a row of which this version can make nothing, such as a milestone of a newer one.
  init?(row: Row) throws {
    guard let day = try Day(row.value("day") as String), let content = try DietEvent.content(of: row) else { return nil }
    self.init(id: try row.value("id"), day: day, content)
  }

  private static func content(of row: Row) throws -> Content? {
    let (type, plan, name): (String, String?, String?) = try (row.value("type"), row.value("plan"), row.value("name"))
    if type == "lesson" { return name.flatMap(DietTopic.init).map(Content.lesson) }
    guard let plan else { return nil }
    switch type {
    case "profile":
      guard let first = try (row.value("plan_day") as String?).flatMap({ Day($0) }), let profile = try DietProfile(row: row) else {
        return nil
      }
      return .profile(profile, plan: PlanStart(id: plan, day: first))
    case "pause": return .pause(plan: plan)
    case "resume": return .resume(plan: plan)
    case "stop": return .stop(plan: plan)
    case "milestone":
      let answer: Bool? = try row.value("answer")
      return name.flatMap(DietMilestone.init(id:)).map { .milestone($0, plan: plan, answer: answer) }
    default: return nil
    }
  }

  /// The row's values for `insertSQL`.
  func columnValues(createdAtMs ms: Int64) -> [(any DatabaseValueConvertible)?] {
    let row = fields
    let profile = row.profile?.columnValues ?? Array(repeating: nil, count: SyncedTable.dietAnswerNames.count)
    return [id, day.description, row.type, row.plan, row.planDay?.description, row.name, row.answer] + profile + [ms]
  }

  private struct Fields {
    let type: String
    var plan: String?
    var planDay: Day?
    var name: String?
    var answer: Bool?
    var profile: DietProfile?
  }

  private var fields: Fields {
    switch content {
    case .profile(let profile, let plan): Fields(type: "profile", plan: plan.id, planDay: plan.day, profile: profile)
    case .pause(let plan): Fields(type: "pause", plan: plan)
    case .resume(let plan): Fields(type: "resume", plan: plan)
    case .stop(let plan): Fields(type: "stop", plan: plan)
    case .milestone(let milestone, let plan, let answer): Fields(type: "milestone", plan: plan, name: milestone.id, answer: answer)
    case .lesson(let topic): Fields(type: "lesson", name: topic.rawValue)
    }
  }
}
