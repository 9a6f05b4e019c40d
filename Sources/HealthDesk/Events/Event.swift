import HealthModel

/// A view or an action of the user, with exactly the fields of `docs/events.md`.
package enum Event: Sendable, Equatable {
  case screenViewed(Screen)
  case actionTapped(Action)
  case actionSucceeded(Action, latencyMs: Int64, Result)
  case actionFailed(Action, Failure)
  /// A notice was planned, cancelled or shown: the event's name, and its fields as an object.
  case notice(String, JSON)

  /// A screen that was shown.
  package enum Screen: Sendable, Equatable {
    /// `hsync today`, the page of today.
    case home(hasPermissions: Bool, isSyncing: Bool, lastSyncAgeSec: Int64?)
    /// `hsync plan`, the page of the plan.
    case planner(selectedDay: Day, workouts: Int, meals: Int)
    /// `hsync scan`, the page of scanning: both read files and need no camera.
    case scan
    /// `hsync sources`, `hsync config list`, the page of settings.
    case settings(hasPermissions: Bool, lastSyncAgeSec: Int64?)
    /// The user's own web app, which the companion links.
    case mirror(webappURL: String, isAuthenticated: Bool)
  }

  /// An action that was asked for.
  package enum Action: Sendable, Equatable {
    case manualSync(hasPermissions: Bool, on: SyncScreen = .home)
    case plannerQuickAdd(type: PlannedType, day: Day)
    /// A meal is submitted. `barcode` is `nil` for a meal by hand.
    case foodLogSubmit(barcode: String?, hasAuthToken: Bool)
    case grantPermissions
    case mirrorOpened
    case mirrorToNativeScan
  }

  /// The screen from which a sync is started.
  package enum SyncScreen: String, Sendable {
    case home = "M-HOME"
    case settings = "M-SET"
  }

  /// The kind of an item added to a plan.
  package enum PlannedType: String, Sendable { case workout, meal }

  /// The result of an action that succeeded.
  package enum Result: Sendable, Equatable {
    case synced(records: Int)
    /// The number of items of that type on that day now.
    case planned(newTotal: Int)
    case logged
    /// The state of the permission now: `granted`.
    case state(String)
    case opened
  }

  /// The failure of an action.
  package struct Failure: Sendable, Equatable {
    /// The code: `try_again`, or a sync's own: `network`.
    let code: String
    /// A sentence that is the same for everybody: never a path, a name or a value.
    let message: String
    /// The stage of a scan or log that failed, the lookup or the logging. Only these events have it.
    let stage: Stage
    /// The HTTP status of a failed lookup. Only these events have it.
    let httpStatus: Int?

    enum Stage: String, Sendable { case lookup, save }
  }

  /// A line of the log.
  package func json(atMs: Int64) -> JSON {
    switch self {
    case .screenViewed(let screen): .object(Event.head(atMs, "screen_viewed") + screen.members)
    case .actionTapped(let action): .object(Event.head(atMs, "primary_action_tapped") + action.tapped)
    case .actionSucceeded(let action, let latencyMs, let result):
      .object(
        Event.head(atMs, "action_succeeded") + [("action", .string(action.name)), ("latency_ms", JSON(latencyMs))]
          + action.succeeded(result))
    case .actionFailed(let action, let failure):
      .object(
        Event.head(atMs, "action_failed")
          + [("action", .string(action.name)), ("error_code", .string(failure.code)), ("error_message", .string(failure.message))]
          + action.failed(failure))
    case .notice(let name, let fields): .members(Event.head(atMs, name).map { JSON.Member($0.0, $0.1) } + (fields.members ?? []))
    }
  }

  private static func head(_ atMs: Int64, _ name: String) -> [(String, JSON)] { [("at_ms", JSON(atMs)), ("event", .string(name))] }
}

extension Event.Screen {
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .home(let hasPermissions, let isSyncing, let age):
      [
        ("screen_id", .string("M-HOME")), ("has_permissions", .bool(hasPermissions)), ("is_syncing", .bool(isSyncing)),
        ("last_sync_age_sec", age.map { JSON($0) } ?? .null),
      ]
    case .planner(let day, let workouts, let meals):
      [
        ("screen_id", .string("M-PLANNER")), ("selected_day", .string(day.description)), ("workout_count", JSON(workouts)),
        ("meal_count", JSON(meals)),
      ]
    case .scan: [("screen_id", .string("M-SCAN")), ("camera_permission_state", .string("not_needed"))]
    case .settings(let hasPermissions, let age):
      [
        ("screen_id", .string("M-SET")), ("has_permissions", .bool(hasPermissions)), ("last_sync_age_sec", age.map { JSON($0) } ?? .null),
      ]
    case .mirror(let url, let isAuthenticated):
      [("screen_id", .string("M-MIRROR")), ("webapp_url", .string(url)), ("is_authenticated", .bool(isAuthenticated))]
    }
  }
}

extension Event.Action {
  /// The name in the log: `manual_sync`.
  package var name: String {
    switch self {
    case .manualSync: "manual_sync"
    case .plannerQuickAdd: "planner_quick_add"
    case .foodLogSubmit: "food_log_submit"
    case .grantPermissions: "grant_permissions"
    case .mirrorOpened: "mirror_opened"
    case .mirrorToNativeScan: "mirror_to_native_scan"
    }
  }

  fileprivate var tapped: [(String, JSON)] {
    let action: [(String, JSON)] = [("action", .string(name))]
    switch self {
    case .manualSync(let hasPermissions, let screen):
      return action + [("screen_id", .string(screen.rawValue)), ("has_permissions", .bool(hasPermissions))]
    case .plannerQuickAdd(let type, let day):
      return action + [("screen_id", .string("M-PLANNER")), ("item_type", .string(type.rawValue)), ("day", .string(day.description))]
    case .foodLogSubmit(let barcode, let hasAuthToken):
      return action + [("screen_id", .string("M-SCAN")), ("barcode", JSON(barcode)), ("has_auth_token", .bool(hasAuthToken))]
    case .grantPermissions: return action + [("screen_id", .string("M-SET"))]
    case .mirrorOpened, .mirrorToNativeScan: return action + [("screen_id", .string("M-MIRROR"))]
    }
  }

  fileprivate func succeeded(_ result: Event.Result) -> [(String, JSON)] {
    switch (self, result) {
    case (.foodLogSubmit(let barcode, _), _): [("barcode", JSON(barcode))]
    case (.plannerQuickAdd(let type, let day), .planned(let total)):
      [("item_type", .string(type.rawValue)), ("day", .string(day.description)), ("new_total", JSON(total))]
    case (.manualSync(_, .settings), .synced(let records)): [("synced_records", JSON(records)), ("result_state", .string("synced"))]
    case (_, .synced(let records)): [("synced_records", JSON(records))]
    case (_, .state(let state)): [("result_state", .string(state))]
    default: []
    }
  }

  fileprivate func failed(_ failure: Event.Failure) -> [(String, JSON)] {
    switch self {
    case .foodLogSubmit:
      [("stage", .string(failure.stage.rawValue)), ("http_status", failure.httpStatus.map { JSON($0) } ?? .null)]
    case .mirrorOpened, .mirrorToNativeScan: [("error_stage", .string("webview_load"))]
    default: []
    }
  }
}
