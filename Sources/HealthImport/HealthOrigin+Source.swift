import HealthModel

extension HealthOrigin {
  /// The name of a source that has none in the export.
  var unnamedSource: String {
    switch self {
    case .appleHealth: "unknown"
    case .healthAutoExport: HealthSource.healthAutoExport
    case .healthConnect: "Health Connect"
    }
  }
}
