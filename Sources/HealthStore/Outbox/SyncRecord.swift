/// One version of one record, as it goes to a backend or comes from one.
package struct SyncRecord: Sendable, Hashable {
  /// The contents of a version.
  package enum Content: Sendable, Hashable {
    /// It is this JSON object, as compact text.
    case put(String)
    /// It is deleted.
    case deleted
    /// It exists, but an answer that would have been too long left it out; a pull brings it.
    case withheld
  }

  /// The name of its table in the contract: `meal`.
  package let kind: String
  /// Unique within its kind.
  package let id: String
  /// Hybrid logical clock: milliseconds since 1970 × 65,536 + a counter.
  package let hlc: Int64
  /// The device that made this version. `nil` = this one.
  package let dev: String?
  /// The record itself.
  package let content: Content

  /// A version with everything given.
  package init(kind: String, id: String, hlc: Int64, dev: String?, content: Content) {
    self.kind = kind
    self.id = id
    self.hlc = hlc
    self.dev = dev
    self.content = content
  }
}
