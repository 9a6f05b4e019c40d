import HealthModel

extension HealthOrigin {
  /// What a source is called of which the export tells no name.
  var unnamedSource: String {
    switch self {
    case .appleHealth: "unknown"
    case .healthAutoExport: HealthSource.healthAutoExport
    case .healthConnect: "Health Connect"
    }
  }
}
