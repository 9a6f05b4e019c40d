import ArgumentParser

/// A kind of writing that an assistant may be allowed.
enum AssistantPermission: String, CaseIterable, Sendable {
  /// Meals and weights.
  case log
  /// The plan.
  case plan

  /// The kinds of records that it is about, which undo may take back.
  var kinds: Set<String> {
    switch self {
    case .log: ["meal", "weight"]
    case .plan: ["planner_item", "day_note"]
    }
  }
}

/// `--allow log,plan`.
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

  static var allValueStrings: [String] { ["log", "plan", "log,plan"] }

  var defaultValueDescription: String { "nothing" }
}
