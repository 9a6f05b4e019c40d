/// A revision of the Model Context Protocol.
package enum ProtocolRevision: String, CaseIterable, Sendable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  case july2026 = "2026-07-28"

  /// Whether each request names its revision, and none begins with `initialize`.
  package var isStateless: Bool { self == .july2026 }

  /// Whether clients know `structuredContent`.
  var hasStructuredContent: Bool { self != .november2024 && self != .march2025 }

  /// The newest that begins with `initialize`.
  package static let latestWithHandshake = november2025
}
