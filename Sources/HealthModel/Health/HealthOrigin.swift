/// The kinds of health export that are understood.
public enum HealthOrigin: String, Sendable, CaseIterable {
  case appleHealth = "apple_health"
  case healthAutoExport = "health_auto_export"
  case healthConnect = "health_connect"
}
