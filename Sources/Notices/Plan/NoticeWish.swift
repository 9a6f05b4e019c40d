/// What a source wants at a time.
package struct NoticeWish: Sendable, Hashable {
  /// The trust in a source.
  package enum Standing: Sendable, Hashable {
    /// Its notices are planned.
    case current
    /// Its data are ageing: planned notices that are still wanted stay as they are, and none is added.
    case ageing
    /// Its data are too old: all its notices are cancelled.
    case stale
    /// The user turned its notices off.
    case disabled
  }

  /// The source: `laundry`.
  package let source: String
  /// The trust in it.
  package let standing: Standing
  /// The notices that it wants.
  package let wanted: [WantedNotice]
  /// The topics that the user muted.
  package let muted: Set<String>

  /// The wish of a source.
  package init(source: String, standing: Standing = .current, wanted: [WantedNotice] = [], muted: Set<String> = []) {
    self.source = source
    self.standing = standing
    self.wanted = wanted
    self.muted = muted
  }
}
