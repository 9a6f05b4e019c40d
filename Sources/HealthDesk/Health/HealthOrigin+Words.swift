import HealthModel

extension HealthOrigin {
  /// As people call the export: `Apple Health export`.
  package var title: String {
    switch self {
    case .appleHealth: "Apple Health export"
    case .healthAutoExport: "Health Auto Export"
    case .healthConnect: "Health Connect export"
    }
  }
}
