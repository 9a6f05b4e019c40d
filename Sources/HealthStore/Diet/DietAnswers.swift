import BulkSQL
import DietPlan
import GRDB
import HealthModel

/// The user's answers to the set-up of the diet plan so far, and the choices about its notices: the record `me` of `diet_profile`.
///
/// The answers aren't in force: a version of the profile is, which `DietEvent` keeps with the day from which it holds.
package struct DietAnswers: Sendable, Hashable {
  /// The answers, valid or not.
  package var draft: DietDraft
  /// The choices about notices.
  package var notices: NoticeChoice

  /// Answers and choices.
  package init(draft: DietDraft, notices: NoticeChoice = NoticeChoice()) { (self.draft, self.notices) = (draft, notices) }

  /// Reads the row `me`. What it doesn't have is as a first set-up presets it.
  ///
  /// - Parameter today: The start that is preset.
  init(row: Row, today: Day) throws {
    draft = DietDraft(start: today)
    draft.sex = try (row.value("sex") as String?).flatMap(DietSex.init)
    draft.age = try row.value("age")
    draft.heightCm = try row.value("height_cm")
    draft.weightKg = try row.value("weight_kg")
    draft.bodyFatPercent = try row.value("body_fat_percent")
    draft.activity = try (row.value("activity") as String?).flatMap(ActivityLevel.init)
    draft.goal = try (row.value("goal") as String?).flatMap(DietGoal.init)
    if let window = try EatingWindow(row: row) {
      draft.window = window
      draft.mealTimes = try DietProfile.mealTimes(row.value("meal_times"))
    }
    draft.factor = try (row.value("factor") as String?).flatMap(DietFactor.init) ?? .standard
    draft.lockedWeightKg = try row.value("locked_weight_kg")
    draft.activeShare = try row.value("active_share") ?? 0
    draft.start = try (row.value("start_day") as String?).flatMap { Day($0) } ?? today
    let preset = NoticeChoice()
    notices = NoticeChoice(
      isOn: try row.value("notices") ?? preset.isOn, voice: try (row.value("voice") as String?).flatMap(NoticeVoice.init) ?? preset.voice,
      weighInMinute: try row.value("weigh_in_min"), milestoneMinute: try row.value("milestone_min") ?? preset.milestoneMinute,
      absenceMinute: try row.value("absence_min") ?? preset.absenceMinute)
  }

  /// The values of the columns behind the id, in the order of `SyncedTable.dietProfile.columns`.
  var columnValues: [(any DatabaseValueConvertible)?] {
    [
      draft.sex?.rawValue, draft.age, draft.heightCm, draft.weightKg, draft.bodyFatPercent, draft.activity?.rawValue, draft.goal?.rawValue,
      draft.window?.startMin, draft.window?.endMin, DietProfile.mealTimes(draft.mealTimes), draft.factor.rawValue, draft.lockedWeightKg,
      draft.activeShare, draft.start.description, notices.isOn, notices.voice.rawValue, notices.weighInMinute, notices.milestoneMinute,
      notices.absenceMinute,
    ]
  }
}

extension EatingWindow {
  /// The window of a row. `nil` = it has none.
  init?(row: Row) throws {
    guard let start: Int = try row.value("window_start_min"), let end: Int = try row.value("window_end_min") else { return nil }
    self.init(startMin: start, endMin: end)
  }
}

extension DietProfile {
  /// The eating times in a JSON array of minutes; others of its values are left out.
  static func mealTimes(_ json: String?) throws -> [Int] {
    let minutes = try json.map { try JSON(parsing: $0.utf8) }?.array ?? []
    return minutes.prefix(24).compactMap { $0.int.flatMap { (0..<1440).contains($0) ? Int($0) : nil } }
  }

  /// The eating times as a JSON array.
  static func mealTimes(_ minutes: [Int]) -> String { JSON.array(minutes.map { JSON($0) }).text }

  /// Reads a version of the profile. `nil` when the row lacks what every version has.
  init?(row: Row) throws {
    guard let sex = try (row.value("sex") as String?).flatMap(DietSex.init), let age: Int = try row.value("age"),
      let heightCm: Double = try row.value("height_cm"), let weightKg: Double = try row.value("weight_kg"),
      let activity = try (row.value("activity") as String?).flatMap(ActivityLevel.init),
      let goal = try (row.value("goal") as String?).flatMap(DietGoal.init)
    else { return nil }
    self.init(
      sex: sex, age: age, heightCm: heightCm, weightKg: weightKg, bodyFatPercent: try row.value("body_fat_percent"), activity: activity,
      goal: goal, window: try EatingWindow(row: row), mealTimes: try DietProfile.mealTimes(row.value("meal_times") as String?),
      factor: try (row.value("factor") as String?).flatMap(DietFactor.init) ?? .standard,
      lockedWeightKg: try row.value("locked_weight_kg"), activeShare: try row.value("active_share") ?? 0)
  }

  /// The values of the columns `SyncedTable.dietAnswerNames`.
  var columnValues: [(any DatabaseValueConvertible)?] {
    [
      sex.rawValue, age, heightCm, weightKg, bodyFatPercent, activity.rawValue, goal.rawValue, window?.startMin, window?.endMin,
      window == nil ? nil : DietProfile.mealTimes(mealTimes), factor.rawValue, lockedWeightKg, activeShare,
    ]
  }
}
