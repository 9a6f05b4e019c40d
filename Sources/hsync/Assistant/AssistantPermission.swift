import ArgumentParser

/// A kind of writing that an assistant may be allowed.
enum AssistantPermission: String, CaseIterable, Sendable {
  /// Meals and weights.
  case log
  /// The plan.
  case plan
  /// Steps of laundry pets.
  case laundry

  /// The kinds of records that it is about, which undo may take back.
  var kinds: Set<String> {
    switch self {
    case .log: ["meal", "weight"]
    case .plan: ["planner_item", "day_note"]
    case .laundry: ["laundry_task"]
    }
  }
}

/// `--allow log,plan,laundry`.
struct PermissionList: ExpressibleByArgument {
  let permissions: Set<AssistantPermission>

  /// None.
  init() { permissions = [] }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let known = words.compactMap(AssistantPermission.init(rawValue:))
    guard known.count == words.count else { return nil }
    permissions = Set(known)
  }

  static var allValueStrings: [String] { ["log", "plan", "laundry", "log,plan", "log,plan,laundry"] }

  var defaultValueDescription: String { "nothing" }
}
