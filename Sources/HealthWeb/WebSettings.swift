import HealthModel

/// What the pages need of the person's settings.
package struct WebSettings: Sendable {
  /// How days are made of samples.
  package let health: HealthSettings
  /// Most bytes of a local day for syncs that no person starts; `nil` = no cap.
  package let dailyBytes: Int?

  /// The settings of a server.
  package init(health: HealthSettings, dailyBytes: Int?) {
    self.health = health
    self.dailyBytes = dailyBytes
  }
}
