/// The origin of measurements: an app or a device of the person.
public struct HealthSource: Sendable, Hashable {
  /// The kind of a source, which decides its default rank.
  public enum Kind: String, Sendable, CaseIterable {
    case watch, phone, other
  }

  /// The name as the export has it; only invalid UTF-8 and control characters were replaced.
  public let name: String
  /// By the device's model, else by the name (see `HealthSource.kind(ofDevice:name:)`).
  public let kind: Kind
  /// The export it came from. It decides whether overlapping samples of this source are summed (Apple) or the latest
  /// counts (Health Connect).
  public let origin: HealthOrigin

  /// The source of Health Auto Export's values that name no source: its sums cover all sources.
  public static let healthAutoExport = "Health Auto Export"

  public init(name: String, kind: Kind, origin: HealthOrigin) {
    self.name = name
    self.kind = kind
    self.origin = origin
  }
}
